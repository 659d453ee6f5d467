#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/interchange/chrome_record.h"

namespace strata::inline interchange {

/// What PyTorch says where one of its allocators gave a piece of memory or took it back (profile_memory=True).
struct AllocatorEvent {
  std::string allocated, reserved;  ///< what the counters are called; empty: not told
  double bytesAllocated = 0, bytesReserved = 0;
  std::optional<std::int64_t> bytes, address;  ///< of the piece; below 0: taken back
};

/// Nothing of any other event.
std::optional<AllocatorEvent> allocatorEventOf(const ChromeRecord& record);

}  // namespace strata::inline interchange
