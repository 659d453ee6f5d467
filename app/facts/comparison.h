#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/facts/view_state.h"
#include "engine/trace/trace_snapshot.h"

namespace strata::inline facts {

/// One of two sessions that stand side by side.
struct ComparedSession {
  std::shared_ptr<const TraceSnapshot> snapshot;
  std::string title;  ///< "NVIDIA H100 · matmul.pftrace"
  TimeRange range;    ///< what of it is compared
  HostTime anchor;    ///< where the track groups of both are put one below the other
};

/// What the events of one name took on either side.
struct ComparedName {
  std::array<std::string, 2> names;  ///< on each side; empty where there is none
  Storey storey = Storey::Other;
  std::array<std::uint64_t, 2> count{};
  std::array<Duration, 2> total{};
  std::array<std::optional<EventRef>, 2> longest{};
  bool onBoth() const { return count[0] > 0 && count[1] > 0; }
  /// "cudaLaunchKernel / hipLaunchKernel" where the sides call it differently.
  std::string label() const;
};

struct Comparison {
  std::array<ComparedSession, 2> sides;
  std::vector<ComparedName> names;                               ///< greatest difference of total first
  std::array<std::array<Duration, kStoreyCount + 1>, 2> busy{};  ///< per storey: the time in which it did anything
};

/// Reads every event of both ranges. Names are matched per storey: letter by letter, or as the same call of two vendors
/// (commonName). Sides are aligned at `anchor` of the first and the event of the same name and ordinal on the second;
/// without such an event, at their beginnings.
Comparison compareSessions(ComparedSession first, ComparedSession second, std::optional<EventRef> anchor);

/// What a session is called beside another: its device and file.
std::string sessionTitle(const ViewState& state);
/// All of a state's session, which is not empty, as a side.
ComparedSession wholeSession(const ViewState& state);

}  // namespace strata::inline facts
