// What cuDNN's engines, which compile their kernels while the program runs, ask of the CUDA driver before one is
// started: it takes every kernel. All else answers that there is no driver behind it, as the link-time stub of the
// toolkit does.

#include <cstdint>

namespace {

constexpr int kStub = 34;  // CUDA_ERROR_STUB_LIBRARY
int object = 0;

int made(void** handle) {
  *handle = &object;
  return 0;
}

}  // namespace

extern "C" {

int cuDriverGetVersion(int* version) {
  *version = 13000;
  return 0;
}
int cuGetErrorString(int, const char** text) {
  *text = "there is no driver";
  return 0;
}
int cuGetErrorName(int, const char** text) {
  *text = "CUDA_ERROR_STUB_LIBRARY";
  return 0;
}

int cuLibraryLoadData(void** library, const void*, void*, void*, unsigned, void*, void*, unsigned) {
  return made(library);
}
int cuLibraryLoadFromFile(void** library, const char*, void*, void*, unsigned, void*, void*, unsigned) {
  return made(library);
}
int cuLibraryUnload(void*) {
  return 0;
}
int cuLibraryGetKernel(void** kernel, void*, const char*) {
  return made(kernel);
}
int cuKernelGetAttribute(int* value, int, void*, int) {
  *value = 0;
  return 0;
}
int cuKernelSetAttribute(int, int, void*, int) {
  return 0;
}

#define STRATA_STUB(name) \
  int name() {            \
    return kStub;         \
  }
STRATA_STUB(cuCtxGetCurrent)
STRATA_STUB(cuCtxGetDevice)
STRATA_STUB(cuCtxGetLimit)
STRATA_STUB(cuCtxPopCurrent)
STRATA_STUB(cuCtxPushCurrent)
STRATA_STUB(cuDeviceGet)
STRATA_STUB(cuDeviceGetAttribute)
STRATA_STUB(cuDeviceGetCount)
STRATA_STUB(cuDevicePrimaryCtxRelease)
STRATA_STUB(cuDevicePrimaryCtxReset)
STRATA_STUB(cuDevicePrimaryCtxRetain)
STRATA_STUB(cuFuncGetAttribute)
STRATA_STUB(cuFuncSetAttribute)
STRATA_STUB(cuInit)
STRATA_STUB(cuLaunchCooperativeKernel)
STRATA_STUB(cuLaunchKernel)
STRATA_STUB(cuLaunchKernelEx)
STRATA_STUB(cuLinkAddData)
STRATA_STUB(cuLinkAddData_v2)
STRATA_STUB(cuLinkAddFile_v2)
STRATA_STUB(cuLinkComplete)
STRATA_STUB(cuLinkCreate)
STRATA_STUB(cuLinkCreate_v2)
STRATA_STUB(cuLinkDestroy)
STRATA_STUB(cuMemcpyDtoH_v2)
STRATA_STUB(cuModuleGetFunction)
STRATA_STUB(cuModuleGetGlobal_v2)
STRATA_STUB(cuModuleLoadData)
STRATA_STUB(cuModuleLoadDataEx)
STRATA_STUB(cuModuleLoadFatBinary)
STRATA_STUB(cuModuleUnload)
STRATA_STUB(cuOccupancyMaxActiveBlocksPerMultiprocessor)
STRATA_STUB(cuOccupancyMaxPotentialClusterSize)
STRATA_STUB(cuStreamGetCtx)
STRATA_STUB(cuStreamSynchronize)
STRATA_STUB(cuTensorMapEncodeTiled)
#undef STRATA_STUB
}
