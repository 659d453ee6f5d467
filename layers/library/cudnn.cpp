#include "layers/library/cudnn.h"

#include <array>

#include "layers/hardware/shared_library.h"
#include "layers/library/gpu_dnn.h"

namespace strata {
namespace {

using cudnn::Api;

// cudnnConvolutionFwdAlgo_t counts these from 0.
constexpr std::array<std::string_view, cudnn::kAlgorithms> kAlgorithmNames{
    "IMPLICIT_GEMM", "IMPLICIT_PRECOMP_GEMM", "GEMM", "DIRECT", "FFT", "FFT_TILING", "WINOGRAD", "WINOGRAD_NONFUSED"};

Error dnnError(ErrorCode code, std::string message) {
  return {code, std::move(message), Storey::Library};
}

bool bindApi(const SharedLibrary& library, Api& api) {
  const auto find = [&](const char* name, auto& function) {
    return library.find("cudnn" + std::string(name), function);
  };
  return find("GetVersion", api.GetVersion) && find("GetErrorString", api.GetErrorString) &&
         find("Create", api.Create) && find("Destroy", api.Destroy) && find("SetStream", api.SetStream) &&
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
         find("ConvolutionForward", api.ConvolutionForward) && find("AddTensor", api.AddTensor);
}

Result<void> check(const Api& api, int status, const char* function) {
  if (status == 0) return {};
  return dnnError(ErrorCode::Internal, std::string("cudnn") + function + " answered " + api.GetErrorString(status) +
                                           "; the cuDNN documentation says when it does");
}

Result<DnnObject> make(const Api& api, int (*create)(void**), int (*destroy)(void*), const char* function) {
  void* object = nullptr;
  STRATA_TRY(check(api, create(&object), function));
  return DnnObject(object, destroy);
}

class CudnnConvolution final : public GpuConvolution {
 public:
  CudnnConvolution(const Api& api, void* handle) : m_api(api), m_handle(handle) {}

  Result<void> describe(const Conv2dShape& s) {
    STRATA_TRY(describeTensor(m_x, s.n, s.c, s.h, s.w));
    STRATA_TRY(describeTensor(m_y, s.n, s.k, s.p, s.q));
    STRATA_TRY(describeTensor(m_bias, 1, s.k, 1, 1));
    STRATA_ASSIGN(m_w,
                  make(m_api, m_api.CreateFilterDescriptor, m_api.DestroyFilterDescriptor, "CreateFilterDescriptor"));
    STRATA_TRY(check(m_api,
                     m_api.SetFilter4dDescriptor(m_w.get(), cudnn::kFloat, cudnn::kNchw, size(s.k), size(s.channels()),
                                                 size(s.r), size(s.s)),
                     "SetFilter4dDescriptor"));
    STRATA_ASSIGN(m_how, make(m_api, m_api.CreateConvolutionDescriptor, m_api.DestroyConvolutionDescriptor,
                              "CreateConvolutionDescriptor"));
    const int pad = size(s.pad), stride = size(s.stride), dilation = size(s.dilation);
    STRATA_TRY(check(m_api,
                     m_api.SetConvolution2dDescriptor(m_how.get(), pad, pad, stride, stride, dilation, dilation,
                                                      cudnn::kCrossCorrelation, cudnn::kFloat),
                     "SetConvolution2dDescriptor"));
    STRATA_TRY(check(m_api, m_api.SetConvolutionGroupCount(m_how.get(), size(s.groups)), "SetConvolutionGroupCount"));
    return check(m_api, m_api.SetConvolutionMathType(m_how.get(), cudnn::kFmaMath), "SetConvolutionMathType");
  }

  /// The candidates come fastest first, by the library's own reckoning.
  Result<void> choose() {
    std::array<cudnn::Candidate, cudnn::kAlgorithms> candidates{};
    int found = 0;
    STRATA_TRY(check(m_api,
                     m_api.GetConvolutionForwardAlgorithm_v7(m_handle, m_x.get(), m_w.get(), m_how.get(), m_y.get(),
                                                             cudnn::kAlgorithms, &found, candidates.data()),
                     "GetConvolutionForwardAlgorithm_v7"));
    for (int i = 0; i < found; ++i) {
      const cudnn::Candidate& candidate = candidates[static_cast<std::size_t>(i)];
      if (candidate.status != 0) continue;
      // Asked anew, since a candidate's figure may be that of another way to multiply.
      const int status = m_api.GetConvolutionForwardWorkspaceSize(m_handle, m_x.get(), m_w.get(), m_how.get(),
                                                                  m_y.get(), candidate.algorithm, &m_workspaceBytes);
      if (status != 0 || m_workspaceBytes > kMostConvolutionWorkspace) continue;
      m_algorithm = candidate.algorithm;
      return {};
    }
    return dnnError(ErrorCode::Unsupported, "cuDNN has no algorithm for this convolution; run one of Strata's own");
  }

  std::string algorithm() const override {
    const auto index = static_cast<std::size_t>(m_algorithm);
    return index < kAlgorithmNames.size() ? std::string(kAlgorithmNames[index]) : std::to_string(m_algorithm);
  }
  std::size_t workspaceBytes() const override { return m_workspaceBytes; }

  Result<void> start(void* stream, const ConvolutionPlaces& at) override {
    const float one = 1, zero = 0;
    STRATA_TRY(check(m_api, m_api.SetStream(m_handle, stream), "SetStream"));
    STRATA_TRY(check(m_api,
                     m_api.ConvolutionForward(m_handle, &one, m_x.get(), at.x, m_w.get(), at.w, m_how.get(),
                                              m_algorithm, at.workspace, m_workspaceBytes, &zero, m_y.get(), at.y),
                     "ConvolutionForward"));
    if (at.bias == nullptr) return {};
    return check(m_api, m_api.AddTensor(m_handle, &one, m_bias.get(), at.bias, &one, m_y.get(), at.y), "AddTensor");
  }

 private:
  static int size(std::int64_t value) { return static_cast<int>(value); }

  Result<void> describeTensor(DnnObject& tensor, std::int64_t n, std::int64_t c, std::int64_t h, std::int64_t w) {
    STRATA_ASSIGN(tensor,
                  make(m_api, m_api.CreateTensorDescriptor, m_api.DestroyTensorDescriptor, "CreateTensorDescriptor"));
    return check(
        m_api,
        m_api.SetTensor4dDescriptor(tensor.get(), cudnn::kNchw, cudnn::kFloat, size(n), size(c), size(h), size(w)),
        "SetTensor4dDescriptor");
  }

  const Api& m_api;
  void* m_handle;
  DnnObject m_x = noDnnObject(), m_w = noDnnObject(), m_bias = noDnnObject(), m_y = noDnnObject(),
            m_how = noDnnObject();
  int m_algorithm = 0;
  std::size_t m_workspaceBytes = 0;
};

class Cudnn final : public GpuDnn {
 public:
  Cudnn(const Api& api, DnnObject handle) : m_api(api), m_handle(std::move(handle)) {}

  /// cudnnGetVersion writes 91900 for 9.19.0.
  std::string provider() const override {
    const std::size_t version = m_api.GetVersion();
    return "cuDNN " + std::to_string(version / 10000) + "." + std::to_string(version % 10000 / 100) + "." +
           std::to_string(version % 100);
  }
  std::string_view function() const override { return "cudnnConvolutionForward"; }

  Result<std::unique_ptr<GpuConvolution>> convolution(const Conv2dShape& shape) override {
    auto made = std::make_unique<CudnnConvolution>(m_api, m_handle.get());
    STRATA_TRY(made->describe(shape));
    STRATA_TRY(made->choose());
    return std::unique_ptr<GpuConvolution>(std::move(made));
  }

 private:
  Api m_api;
  DnnObject m_handle;
};

}  // namespace

Result<std::unique_ptr<GpuDnn>> openCudnn(const std::vector<std::string>& files) {
  const SharedLibrary library(files);
  if (!library.open())
    return dnnError(ErrorCode::Unavailable,
                    "cuDNN is not installed: it would give the library convolution. To mend it, install cuDNN 9 for "
                    "the CUDA release this agent was built with (libcudnn.so.9).");
  Api api;
  if (!bindApi(library, api))
    return dnnError(ErrorCode::Unavailable, library.file() + " lacks functions of cuDNN 9; install that release.");
  STRATA_ASSIGN(DnnObject handle, make(api, api.Create, api.Destroy, "Create"));
  return std::unique_ptr<GpuDnn>(std::make_unique<Cudnn>(api, std::move(handle)));
}

}  // namespace strata
