#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/base/result.h"
#include "engine/device/device.h"

// What every backend refuses in the same words, before it asks its device.

namespace strata::inline device {

/// Usage if the buffers are too small for the copy.
Result<void> checkCopy(const Buffer& to, const Buffer& from, std::size_t bytes);

/// Unsupported if this device has no such kernel; Usage if the grid or block is empty or larger than the device allows.
Result<void> checkLaunch(const DeviceInfo& device, const KernelEntry& kernel, const LaunchShape& shape);

/// Usage where the tensor or its box is not what BoxedTensor says.
Result<void> checkBoxes(const BoxedTensor& tensor);

/// Usage: the time between two events, of which the device has not reached both.
Error eventsNotReached();

/// The error of an event that another kind of device made.
Error eventOfAnother();

/// `event` as what this device makes, or eventOfAnother().
template <class Own>
Result<Own*> ownEvent(Event& event) {
  if (auto* own = dynamic_cast<Own*>(&event)) return own;
  return eventOfAnother();
}

/// What a stream says while it captures: `what` ("A wait for the stream") cannot be part of a graph.
Error notCapturable(std::string_view what);

/// The error of a capture into which nothing was put.
Error emptyCapture();

/// The error of a device that has no graphs.
Error noGraphs(const DeviceInfo& device);

/// "1.0 TiB of device memory were asked for, …": `left` 0 where nobody knows.
Error outOfMemory(std::uint64_t bytes, std::string_view what, std::uint64_t left);
/// The same where they come from the system in a piece of `takes` bytes, and there is none.
Error outOfPieces(std::uint64_t bytes, std::string_view what, std::uint64_t takes, std::uint64_t left);

}  // namespace strata::inline device
