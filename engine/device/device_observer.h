#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/base/time.h"
#include "engine/device/kernel.h"
#include "engine/device/memory_kind.h"

namespace strata::inline device {

enum class ApiDomain : std::uint8_t {
  Runtime,  ///< memory, streams, events, launches
  Driver,   ///< what the runtime asks of the system below: system calls on the CPU device
};

enum class WorkKind : std::uint8_t {
  Kernel,
  Copy,
  Wait,  ///< the queue stands until a timeline has reached a value; nothing is done
};
enum class CopyDirection : std::uint8_t { HostToDevice, DeviceToHost, DeviceToDevice, HostToHost };

constexpr CopyDirection copyDirection(MemoryKind to, MemoryKind from) {
  if (to == MemoryKind::Device)
    return from == MemoryKind::Device ? CopyDirection::DeviceToDevice : CopyDirection::HostToDevice;
  return from == MemoryKind::Device ? CopyDirection::DeviceToHost : CopyDirection::HostToHost;
}

/// What a copy is called in traces.
constexpr std::string_view copyName(CopyDirection direction) {
  switch (direction) {
    case CopyDirection::HostToDevice: return "copy H→D";
    case CopyDirection::DeviceToHost: return "copy D→H";
    case CopyDirection::DeviceToDevice: return "copy D→D";
    case CopyDirection::HostToHost: return "copy H→H";
  }
  return "copy";
}

/// What a wait is called in traces.
inline constexpr std::string_view kWaitName = "queue wait";

/// A kernel, copy or wait, from the moment the device starts it.
struct DeviceWork {
  WorkKind kind = WorkKind::Kernel;
  std::string_view name;  ///< valid during the call
  std::uint32_t stream = 0;
  std::uint64_t token = 0;           ///< what apiBegin returned for the call that asked for it
  std::optional<LaunchShape> shape;  ///< of a Kernel that was launched with one: no host function, no graph
  CopyDirection direction = CopyDirection::HostToDevice;
  bool pinned = false;  ///< host side of a Copy
  std::size_t bytes = 0;
  std::uint64_t value = 0;  ///< what a Wait is for
};

/// What a GPU thread printed.
struct PrintedLine {
  std::uint64_t token = 0;  ///< of the call that launched its kernel
  Dim3 block, thread;
  std::string_view text;  ///< valid during the call, without the newline at its end
  /// How many lines that the launch printed are not told; then the line is nobody's and says only that.
  std::uint64_t leftOut = 0;
};

/// Hears what a backend does, as it happens, on the thread that does it: what CUPTI or rocprofiler-sdk tell about a
/// GPU. Implementations must be quick and must not call the device. Calls nest per thread.
class DeviceObserver {
 public:
  virtual ~DeviceObserver() = default;
  /// An API call starts. `name` has static storage. The token returned comes back in the DeviceWork it starts.
  virtual std::uint64_t apiBegin(ApiDomain domain, const char* name) = 0;
  virtual void apiEnd(ApiDomain domain) = 0;
  virtual void workBegin(const DeviceWork& work) = 0;
  virtual void workEnd(const DeviceWork& work) = 0;
  /// In place of workEnd: the device gave it up before it was done.
  virtual void workAbandoned(const DeviceWork& work) { workEnd(work); }
  /// Work that the device timed itself, told once it has ended (instead of workBegin and workEnd).
  virtual void workDone(const DeviceWork& work, HostTime begin, Duration duration) = 0;
  /// The times given to workDone are right within `error`.
  virtual void clockError(Duration error) = 0;
  /// Memory of a kind grew (positive) or shrank by `bytes`, the piece that begins at `data`; `total` is what is in use
  /// now.
  virtual void memory(MemoryKind kind, const void* data, std::int64_t bytes, std::uint64_t total) = 0;
  /// A kernel's printf. Any thread that runs its blocks.
  virtual void printed(const PrintedLine& line) { (void)line; }
};

}  // namespace strata::inline device
