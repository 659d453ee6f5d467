#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/trace/device_work.h"
#include "engine/trace/trace_snapshot.h"

namespace strata::inline trace {

/// On which level of nesting calls are looked at: operations, the modules around them, the annotations around these.
enum class CallLevel : std::uint8_t { Op, Module, Annotation };

std::string_view callLevelKey(CallLevel level);  ///< "op", "module", "annotation"
std::optional<CallLevel> callLevelFromKey(std::string_view key);

/// The argument with which an imported slice above operations says its level.
inline constexpr std::string_view kCallLevelArg = "call_level";

/// Begins the name of an iteration of PyTorch's profiler: "ProfilerStep#3". Those of the host are slices of the model's
/// storey; the device has annotations of the same names.
inline constexpr std::string_view kProfilerStep = "ProfilerStep#";

/// One finished call at some level.
struct LevelCall {
  EventRef top;
  std::array<Duration, kStoreyCount> storeys{};  ///< they sum to the top, as storeyTimes has it
  WorkTotals work;                               ///< of all operations within it
  std::vector<CallId> calls;                     ///< these operations
  bool nested = false;                           ///< within another of its level, which has its times too
};

/// In order of their begin on each thread. A module or annotation holds what its thread did while it lasted, and the
/// device's work for the operations of that time.
std::vector<LevelCall> callsAt(const TraceSnapshot& snapshot, CallLevel level, const SessionWork& work);

/// Whether it did nothing else: all operations within it only count.
bool onlyCounts(const TraceSnapshot& snapshot, const LevelCall& call);

/// The level of a slice above operations; none: it is no call by itself.
std::optional<CallLevel> levelOf(const TraceSnapshot& snapshot, const TraceEvent& event);

/// The levels that a session has, operations first.
std::vector<CallLevel> levelsIn(const TraceSnapshot& snapshot);

/// A module's or annotation's slice, what its thread did within it, and the device's work for the operations of that
/// time.
std::vector<EventRef> eventsWithin(const TraceSnapshot& snapshot, EventRef top);

}  // namespace strata::inline trace
