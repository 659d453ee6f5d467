#pragma once

#include <memory>
#include <string>

#include "engine/device/device.h"
#include "kernels/operation/operation.h"
#include "layers/library/routine.h"

namespace strata::inline framework {

/// A dense tensor and the memory that holds it.
struct Tensor {
  TensorInfo info;
  std::unique_ptr<Buffer> buffer;

  TensorPlace place() const { return {buffer.get(), 0}; }
  std::size_t bytes() const { return info.bytes(); }
};

/// Memory of `kind` for a tensor; its contents are not set.
Result<Tensor> makeTensor(Device& device, TensorInfo info, MemoryKind kind);

NamedMemory named(const Tensor& tensor);

/// "4×5".
std::string shapeText(const TensorInfo& info);

}  // namespace strata::inline framework
