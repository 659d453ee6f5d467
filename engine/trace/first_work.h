#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <unordered_map>

#include "engine/trace/trace_snapshot.h"

namespace strata::inline trace {

struct EventRefHash {
  std::size_t operator()(EventRef ref) const {
    constexpr std::size_t kTrack = 0x9E3779B97F4A7C15, kRow = 0xC2B2AE3D27D4EB4F;
    return ref.track * kTrack ^ ref.row * kRow ^ std::hash<std::size_t>{}(ref.index);
  }
};

/// Of each launch the piece of its work that began first, whichever device it ran on: one launch starts a whole graph.
class FirstWork {
 public:
  explicit FirstWork(const TraceSnapshot& snapshot);
  std::optional<EventRef> of(EventRef launch) const;

 private:
  std::unordered_map<EventRef, EventRef, EventRefHash> m_first;  ///< by launch
};

}  // namespace strata::inline trace
