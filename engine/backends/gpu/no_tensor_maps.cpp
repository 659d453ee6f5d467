// In place of tensor_maps.cpp, for HIP.

#include "engine/backends/gpu/gpu_api.h"
#include "engine/backends/gpu/tensor_maps.h"

namespace strata::gpu {

Result<TensorMap> makeTensorMap(const BoxedTensor&) {
  return Error{ErrorCode::Unsupported, std::string(kVendorName) + " has nothing that copies boxes of tensors.",
               Storey::Hardware};
}

}  // namespace strata::gpu
