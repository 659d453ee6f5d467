#include "tests/gpu/gpu_values_fake.h"

#include <cstring>

#include "engine/device/tensor_map.h"

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

std::vector<DescribedTensor>& describedTensors() {
  static std::vector<DescribedTensor> tensors;
  return tensors;
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
CUresult cuTensorMapEncodeTiled(CUtensorMap* map, CUtensorMapDataType type, cuuint32_t rank, void* address,
                                const cuuint64_t* sizes, const cuuint64_t* strides, const cuuint32_t* box,
                                const cuuint32_t* steps, CUtensorMapInterleave, CUtensorMapSwizzle swizzle,
                                CUtensorMapL2promotion, CUtensorMapFloatOOBfill fill) {
  if (reinterpret_cast<std::uintptr_t>(map) % alignof(CUtensorMap) != 0) return CUDA_ERROR_INVALID_VALUE;
  strata::test::describedTensors().push_back({type,
                                              swizzle,
                                              fill,
                                              reinterpret_cast<std::uintptr_t>(address),
                                              {sizes, sizes + rank},
                                              {strides, strides + rank - 1},
                                              {box, box + rank},
                                              {steps, steps + rank}});
  const std::uint32_t bytes = type == CU_TENSOR_MAP_DATA_TYPE_UINT16 ? 2 : 0;
  if (rank != 3 || bytes == 0 || strides[0] != sizes[0] * bytes || strides[1] % strides[0] != 0)
    return CUDA_ERROR_INVALID_VALUE;
  // As kernels for the CPU device read it: whoever runs them finds what this driver was told.
  const auto side = [](std::uint64_t value) { return static_cast<std::uint32_t>(value); };
  const strata::BoxedTensor tensor{address,
                                   bytes,
                                   {side(sizes[0]), side(sizes[1]), side(sizes[2])},
                                   {box[0], box[1], box[2]},
                                   side(strides[1] / strides[0])};
  std::memcpy(map->opaque, &tensor, sizeof(tensor));
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
