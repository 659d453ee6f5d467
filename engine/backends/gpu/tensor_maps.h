#pragma once

#include "engine/base/result.h"
#include "engine/device/tensor_map.h"

namespace strata::gpu {

/// The tensor as the vendor's driver describes it to kernels. Unsupported where the vendor has no such thing, or the
/// driver is too old.
Result<TensorMap> makeTensorMap(const BoxedTensor& tensor);

}  // namespace strata::gpu
