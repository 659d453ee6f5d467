#include "layers/common/shared_library.h"
#include "layers/library/cudnn.h"

namespace strata::cudnn {
namespace {

bool bind(const SharedLibrary& library, Api& api) {
  const auto find = [&](const char* name, auto& function) {
    return library.find("cudnn" + std::string(name), function);
  };
  return find("GetErrorString", api.errorText) && find("GetVersion", api.GetVersion) && find("Create", api.Create) &&
         find("Destroy", api.Destroy) && find("SetStream", api.SetStream) &&
         find("CreateTensorDescriptor", api.CreateTensorDescriptor) &&
         find("DestroyTensorDescriptor", api.DestroyTensorDescriptor) &&
         find("SetTensor4dDescriptor", api.SetTensor4dDescriptor) &&
         find("CreateFilterDescriptor", api.CreateFilterDescriptor) &&
         find("DestroyFilterDescriptor", api.DestroyFilterDescriptor) &&
         find("SetFilter4dDescriptor", api.SetFilter4dDescriptor) &&
         find("CreateConvolutionDescriptor", api.CreateConvolutionDescriptor) &&
         find("DestroyConvolutionDescriptor", api.DestroyConvolutionDescriptor) &&
         find("SetConvolution2dDescriptor", api.SetConvolution2dDescriptor) &&
         find("SetConvolutionGroupCount", api.SetConvolutionGroupCount) &&
         find("SetConvolutionMathType", api.SetConvolutionMathType) &&
         find("GetConvolutionForwardAlgorithm_v7", api.GetConvolutionForwardAlgorithm_v7) &&
         find("GetConvolutionForwardWorkspaceSize", api.GetConvolutionForwardWorkspaceSize) &&
         find("ConvolutionForward", api.ConvolutionForward) && find("AddTensor", api.AddTensor) &&
         find("BackendCreateDescriptor", api.BackendCreateDescriptor) &&
         find("BackendDestroyDescriptor", api.BackendDestroyDescriptor) &&
         find("BackendSetAttribute", api.BackendSetAttribute) && find("BackendGetAttribute", api.BackendGetAttribute) &&
         find("BackendFinalize", api.BackendFinalize) && find("BackendExecute", api.BackendExecute);
}

}  // namespace

Result<Api> load(const std::vector<std::string>& files) {
  const SharedLibrary library(files);
  if (!library.open())
    return dnnError(ErrorCode::Unavailable,
                    "cuDNN is not installed: it would provide library convolution and attention. To get it, install "
                    "cuDNN 9 for the CUDA release this agent was built with (libcudnn.so.9).");
  Api api{{.prefix = "cudnn", .advice = "the cuDNN documentation says when it does"}};
  if (!bind(library, api))
    return dnnError(ErrorCode::Unavailable, library.file() + " lacks functions of cuDNN 9; install that release.");
  return api;
}

}  // namespace strata::cudnn
