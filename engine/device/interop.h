#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include "engine/base/result.h"

namespace strata::inline device {

class Buffer;
class Stream;

/// Sixteen bytes that Vulkan, OpenGL, CUDA and HIP give the same device; zeros: none.
using Uuid = std::array<std::uint8_t, 16>;

/// Opaque memory can be shared where both are the same on both sides; a driver's that is not told is not compared.
struct InteropIdentity {
  Uuid device{}, driver{};
};

/// What another program or another API shares.
enum class SharedKind : std::uint8_t {
  HostMemory,     ///< a memfd: host memory that both map
  OpaqueMemory,   ///< what Vulkan exports as an opaque descriptor: of the same device and driver only
  HostTimeline,   ///< a counter of 32 bits in host memory that both map (engine/base/shared_counter.h)
  OpaqueTimeline  ///< a timeline semaphore that Vulkan exports as an opaque descriptor
};

/// The descriptor stays the caller's.
struct MemoryHandle {
  SharedKind kind = SharedKind::HostMemory;
  int fd = -1;
  std::size_t allocationBytes = 0;    ///< of the whole allocation that the descriptor stands for
  std::size_t offset = 0, bytes = 0;  ///< the part of it that becomes a buffer
  InteropIdentity owner;              ///< of OpaqueMemory
};

/// The descriptor stays the caller's.
struct TimelineHandle {
  SharedKind kind = SharedKind::HostTimeline;
  int fd = -1;
  std::size_t offset = 0;  ///< of a HostTimeline: where the counter lies
};

/// A counter that rises, which both sides wait for and set. A HostTimeline holds the low 32 bits of its values, and may
/// wrap where the device says nothing else.
class Timeline {
 public:
  virtual ~Timeline() = default;
  /// Unsupported where only the device can read it.
  virtual Result<std::uint64_t> value() const = 0;
  /// Whether the device's signals wake who sleeps on a HostTimeline as a futex; else one looks now and then.
  virtual bool wakes() const { return false; }
};

/// A vendor's own objects, for calls that Strata has none for; what the device has not is nullptr.
struct NativeHandles {
  void* context = nullptr;
  void* stream = nullptr;   ///< cudaStream_t, hipStream_t
  void* pointer = nullptr;  ///< of a buffer, as kernels see it
  int index = 0;            ///< the vendor's number of the device
};

/// What a device shares with other APIs and other processes: neutral handles in, native handles out, and waits and
/// signals in stream order. Like the device, for one thread.
class Interop {
 public:
  virtual ~Interop() = default;
  virtual InteropIdentity identity() const = 0;
  /// Unsupported with the reason, one sentence, where this device cannot take that kind. The first question about
  /// opaque memory, like identity(), may load a driver, which takes tens of milliseconds.
  virtual Result<void> canImport(SharedKind kind) const = 0;
  /// A buffer on shared memory, of kind Device where kernels may write it as their own, else Pinned. It keeps what it
  /// needs of the descriptor. Unsupported where the memory is another device's or driver's, Usage or Io where the
  /// handle does not fit itself or its descriptor.
  virtual Result<std::unique_ptr<Buffer>> importMemory(const MemoryHandle& handle) = 0;
  virtual Result<std::unique_ptr<Timeline>> importTimeline(const TimelineHandle& handle) = 0;
  /// What is put into the stream after it begins once the timeline has reached `value`; the host does not wait. The
  /// observer hears it as WorkKind::Wait. Not while the stream captures. A kernel that follows was launched once
  /// before: its first launch may wait for the device.
  virtual Result<void> wait(Stream& stream, Timeline& timeline, std::uint64_t value) = 0;
  /// Sets the timeline once what is in the stream is done; never where that was abandoned.
  virtual Result<void> signal(Stream& stream, Timeline& timeline, std::uint64_t value) = 0;
  /// Calls `work` now; what it puts into the stream has its place there. It may only enqueue.
  virtual Result<void> enqueueNative(Stream& stream, const std::function<void(const NativeHandles&)>& work) = 0;
  virtual NativeHandles nativeOf(const Buffer& buffer) const = 0;
};

}  // namespace strata::inline device
