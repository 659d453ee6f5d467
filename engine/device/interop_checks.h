#pragma once

#include "engine/device/device.h"

// What every backend refuses in the same words, before it imports anything.

namespace strata::inline device {

/// Usage where the handle is not of that kind, or its buffer is empty or beyond its allocation.
Result<void> checkShared(const MemoryHandle& handle, SharedKind kind);
/// Usage where the handle is not of that kind, or its counter is not aligned.
Result<void> checkShared(const TimelineHandle& handle, SharedKind kind);

/// Unsupported where the memory's owner is not this device, by its driver.
Result<void> checkOwner(const MemoryHandle& handle, const InteropIdentity& self);

/// The error of a timeline that another kind of device imported.
Error timelineOfAnother();
/// The error of a stream that another kind of device made.
Error streamOfAnother();

/// `timeline` as what this device imports, or timelineOfAnother().
template <class Own>
Result<Own*> ownTimeline(Timeline& timeline) {
  if (auto* own = dynamic_cast<Own*>(&timeline)) return own;
  return timelineOfAnother();
}
/// `stream` as what this device makes, or streamOfAnother().
template <class Own>
Result<Own*> ownStream(Stream& stream) {
  if (auto* own = dynamic_cast<Own*>(&stream)) return own;
  return streamOfAnother();
}

}  // namespace strata::inline device
