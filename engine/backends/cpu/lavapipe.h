#pragma once

#include <cstddef>
#include <memory>

#include "engine/base/result.h"
#include "engine/device/interop.h"

namespace strata::cpu {

/// Mesa's Vulkan device on the processor, whose memory is host memory: the owner of what the CPU device shares with
/// graphics APIs. libvulkan is opened here, never linked.
class Lavapipe {
 public:
  virtual ~Lavapipe() = default;
  virtual InteropIdentity identity() const = 0;
  /// The allocation that the descriptor stands for, mapped as long as the pointer lives, which keeps this object.
  /// The descriptor stays the caller's. Unsupported where lavapipe did not allocate it.
  virtual Result<std::shared_ptr<std::byte>> import(int fd, std::size_t allocationBytes) = 0;

  /// Unsupported with the reason: built without Vulkan, no loader, no lavapipe. Takes 20 to 50 ms.
  static Result<std::shared_ptr<Lavapipe>> open();
};

}  // namespace strata::cpu
