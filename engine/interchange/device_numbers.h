#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string_view>

#include "engine/trace/trace_snapshot.h"

namespace strata::inline interchange {

/// "7" of "stream 7"; no number that spare threads have (kFirstSpareTid).
std::optional<std::int64_t> numberBehind(std::string_view word, std::string_view text);

/// What a format calls a device by.
struct DeviceNumber {
  std::int64_t own = 0;   ///< told apart from all others
  std::int64_t said = 0;  ///< as the trace has it; where nothing says it, the device's place among those of the session
};

/// Numbers for all devices: as names of streams or events say them, where that is not taken, else the next free one.
/// `devices` are those of the tracks, by devicesOfTracks().
std::map<std::size_t, DeviceNumber> deviceNumbers(const TraceSnapshot& snapshot,
                                                  std::span<const std::optional<std::size_t>> devices,
                                                  std::set<std::int64_t> taken = {});

}  // namespace strata::inline interchange
