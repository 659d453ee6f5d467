#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/trace/trace_snapshot.h"

namespace strata::inline facts {

/// A host thread with all its storeys, or one stream or copy direction.
struct Lane {
  std::vector<std::uint32_t> tracks;  ///< at least one
  std::string name;                   ///< "stream 7", "main", "thread 4711"
};

/// In order of their first tracks; those of a calibration last.
std::vector<Lane> lanesOf(const TraceSnapshot& snapshot);

}  // namespace strata::inline facts
