#include "layers/framework/tensor.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace strata::inline framework {

Result<Tensor> makeTensor(Device& device, TensorInfo info, MemoryKind kind) {
  STRATA_ASSIGN(std::unique_ptr<Buffer> buffer, device.allocate(info.bytes(), kind));
  return Tensor{std::move(info), std::move(buffer)};
}

std::string shapeText(const TensorInfo& info) {
  return fmt::format("{}", fmt::join(info.shape, "×"));
}

}  // namespace strata::inline framework
