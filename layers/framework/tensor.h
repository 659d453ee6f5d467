#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "engine/device/device.h"

namespace strata {

/// A matrix of fp32 in row-major order and the memory that holds it.
struct Tensor {
  std::string name;  ///< "A"
  std::int64_t rows = 0, cols = 0;
  std::unique_ptr<Buffer> buffer;

  /// Of a tensor on the host. Exactly rows·cols, however much memory there is.
  std::span<float> values() const { return buffer->span<float>().first(static_cast<std::size_t>(rows * cols)); }
  std::size_t bytes() const { return sizeof(float) * static_cast<std::size_t>(rows * cols); }
};

/// Memory of `kind` for a rows×cols tensor; its contents are not set.
Result<Tensor> makeTensor(Device& device, std::string name, std::int64_t rows, std::int64_t cols, MemoryKind kind);

}  // namespace strata
