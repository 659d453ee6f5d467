#include "tests/gpu/gpu_values_fake.h"

#if defined(STRATA_GPU_CUDA)
#include <cuda.h>
#else
#include <hip/hip_runtime.h>
#endif

namespace strata::test {
namespace {

void wait(std::uintptr_t address, std::uint32_t value, unsigned flags) {
  valueCalls().push_back({true, address, value, flags});
}

void write(std::uintptr_t address, std::uint32_t value, unsigned flags) {
  valueCalls().push_back({false, address, value, flags});
  *reinterpret_cast<std::uint32_t*>(address) = value;
}

}  // namespace

std::vector<ValueCall>& valueCalls() {
  static std::vector<ValueCall> calls;
  return calls;
}

}  // namespace strata::test

extern "C" {

#if defined(STRATA_GPU_CUDA)
CUresult cuStreamWaitValue32(CUstream, CUdeviceptr address, cuuint32_t value, unsigned flags) {
  strata::test::wait(address, value, flags);
  return CUDA_SUCCESS;
}
CUresult cuStreamWriteValue32(CUstream, CUdeviceptr address, cuuint32_t value, unsigned flags) {
  strata::test::write(address, value, flags);
  return CUDA_SUCCESS;
}
CUresult cuCtxGetCurrent(CUcontext* context) {
  *context = reinterpret_cast<CUcontext>(context);
  return CUDA_SUCCESS;
}
#else
hipError_t hipStreamWaitValue32(hipStream_t, void* address, std::uint32_t value, unsigned flags, std::uint32_t mask) {
  strata::test::wait(reinterpret_cast<std::uintptr_t>(address), value & mask, flags);
  return hipSuccess;
}
hipError_t hipStreamWriteValue32(hipStream_t, void* address, std::uint32_t value, unsigned flags) {
  strata::test::write(reinterpret_cast<std::uintptr_t>(address), value, flags);
  return hipSuccess;
}
#endif

}  // extern "C"
