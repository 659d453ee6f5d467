#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string_view>

#include "engine/device/device.h"

namespace strata::inline backends {

/// What a NullDevice does in place of work. Every hook may be empty; they are called on the thread that drives the
/// device.
struct NullScript {
  /// How long a kernel or copy takes on the device's own clock, which only work moves; empty: 1 µs each.
  std::function<Duration(const DeviceWork&)> duration;
  /// Asked at every call, by name ("strataMalloc", "strataLaunchKernel", …); an Error makes the call fail.
  std::function<std::optional<Error>(std::string_view call)> fail;
  /// Asked for every kernel, copy and wait; true: it begins and does not end until `stop`. What follows in its stream
  /// waits, synchronize blocks, and then returns an Error Stopped.
  std::function<bool(const DeviceWork&)> hangs;
  /// Stands in for a kernel's code, for tests that need a result. Empty: a kernel does nothing.
  std::function<void(const KernelEntry&, const LaunchShape&, std::span<void*> arguments)> kernel;
  /// Asked for each kind of shared memory or timeline; an Error says why the device does not import it.
  std::function<std::optional<Error>(SharedKind)> refuses;
  bool holds = false;        ///< its streams can be held
  Duration event;            ///< that a recording of an event takes on the device's clock
  InteropIdentity identity;  ///< as whom other APIs know the device
  std::stop_token stop;
};

/// A device for tests: no hardware, no threads, the same times in every run. Memory is ordinary memory, copies and host
/// functions happen at once, events read the scripted clock. The observer hears the same calls as from a real device.
std::unique_ptr<Device> createNullDevice(NullScript script = {});

}  // namespace strata::inline backends
