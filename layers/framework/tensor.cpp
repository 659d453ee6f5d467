#include "layers/framework/tensor.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace strata::inline framework {

Result<Tensor> makeTensor(Device& device, TensorInfo info, MemoryKind kind) {
  STRATA_ASSIGN(std::unique_ptr<Buffer> buffer, device.allocate(info.bytes(), kind));
  return Tensor{std::move(info), std::move(buffer)};
}

NamedMemory named(const Tensor& tensor) {
  return {std::string(tensor.info.name), {static_cast<const std::byte*>(tensor.buffer->data()), tensor.bytes()}};
}

std::string shapeText(const TensorInfo& info) {
  return fmt::format("{}", fmt::join(info.shape, "×"));
}

}  // namespace strata::inline framework
