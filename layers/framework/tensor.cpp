#include "layers/framework/tensor.h"

namespace strata {

Result<Tensor> makeTensor(Device& device, std::string name, std::int64_t rows, std::int64_t cols, MemoryKind kind) {
  Tensor tensor{.name = std::move(name), .rows = rows, .cols = cols, .buffer = nullptr};
  STRATA_ASSIGN(tensor.buffer, device.allocate(tensor.bytes(), kind));
  return tensor;
}

}  // namespace strata
