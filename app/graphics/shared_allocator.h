#pragma once

#include <functional>
#include <memory>
#include <string>

#include "app/graphics/graphics_identity.h"
#include "engine/base/result.h"
#include "engine/base/unique_fd.h"

namespace strata::inline graphics {

/// Bytes in a graphics device's memory that other APIs and processes can import, as a dedicated allocation.
class SharedBuffer {
 public:
  virtual ~SharedBuffer() = default;
  /// The whole allocation as an opaque descriptor; a new one each time, the caller's.
  virtual Result<UniqueFd> descriptor() const = 0;

  std::uint64_t bytes = 0;            ///< they begin where the allocation does
  std::uint64_t allocationBytes = 0;  ///< what importers must be told
};

/// A counter of the graphics device, from 0, that other APIs and processes can import and signal.
class SharedTimeline {
 public:
  virtual ~SharedTimeline() = default;
  /// An opaque descriptor of it; a new one each time, the caller's.
  virtual Result<UniqueFd> descriptor() const = 0;
  /// How far it is now; waits for nothing. Unavailable where the device was lost.
  virtual Result<std::uint64_t> value() const = 0;
};

/// Makes such buffers and counters, with Vulkan, without a window and without drawing. One thread.
class SharedAllocator {
 public:
  /// What the validation layer says, one message a call.
  using Complain = std::function<void(const std::string&)>;

  /// On the device that OpenGL draws with. Unavailable where Vulkan does not know it, Unsupported where it does not
  /// share memory; one sentence says which. With `complain` the validation layer is on: Unavailable where there is
  /// none.
  static Result<std::unique_ptr<SharedAllocator>> create(const GraphicsIdentity& identity, Complain complain = {});
  virtual ~SharedAllocator() = default;

  /// It must be gone before its allocator is. OutOfMemory, Unsupported.
  virtual Result<std::unique_ptr<SharedBuffer>> buffer(std::uint64_t bytes) = 0;
  /// It must be gone before its allocator is. Unsupported with the reason.
  virtual Result<std::unique_ptr<SharedTimeline>> timeline() = 0;
};

}  // namespace strata::inline graphics
