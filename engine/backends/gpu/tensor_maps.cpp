#include "engine/backends/gpu/tensor_maps.h"

#include <bit>

#include "engine/backends/gpu/gpu_error.h"

namespace strata::gpu {
namespace {

CUtensorMapDataType bitsOf(std::uint32_t elementBytes) {
  switch (elementBytes) {
    case 1: return CU_TENSOR_MAP_DATA_TYPE_UINT8;
    case 2: return CU_TENSOR_MAP_DATA_TYPE_UINT16;
    case 4: return CU_TENSOR_MAP_DATA_TYPE_UINT32;
    default: return CU_TENSOR_MAP_DATA_TYPE_UINT64;
  }
}

/// Elements are moved as bits; what is outside of the tensor comes as 0. L2 is asked for the 128 bytes of a box's line.
cudaError_t encode(CUtensorMap& map, const BoxedTensor& tensor) {
  const cuuint64_t line = cuuint64_t{tensor.sizes[0]} * tensor.elementBytes;
  const cuuint64_t sizes[] = {tensor.sizes[0], tensor.sizes[1], tensor.sizes[2]};
  const cuuint64_t strides[] = {line, line * tensor.linesApart()};  // of the sides but the first
  const cuuint32_t box[] = {tensor.box[0], tensor.box[1], tensor.box[2]};
  const cuuint32_t everyElement[] = {1, 1, 1};
  return STRATA_CUDA_DRIVER(cuTensorMapEncodeTiled, &map, bitsOf(tensor.elementBytes), cuuint32_t{3}, tensor.data,
                            sizes, strides, box, everyElement, CU_TENSOR_MAP_INTERLEAVE_NONE,
                            CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_L2_128B,
                            CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
}

static_assert(sizeof(TensorMap) == sizeof(CUtensorMap));

}  // namespace

Result<TensorMap> makeTensorMap(const BoxedTensor& tensor) {
  CUtensorMap own{};
  const auto done = asUnsupported(call(nullptr, STRATA_GPU_DRIVER_NAME(TensorMapEncodeTiled), "Describing a tensor",
                                       [&] { return encode(own, tensor); }));
  if (done.ok()) return std::bit_cast<TensorMap>(own);
  Error error = done.error();
  error.storey = Storey::Driver;
  return error;
}

}  // namespace strata::gpu
