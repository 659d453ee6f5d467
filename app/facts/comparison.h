#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/facts/clock_step.h"
#include "app/facts/compared_name.h"
#include "app/facts/intervals.h"
#include "app/facts/side_told.h"
#include "app/facts/view_state.h"
#include "engine/trace/timed_part.h"
#include "engine/trace/trace_snapshot.h"

namespace strata::inline facts {

/// One of two sessions that stand side by side.
struct ComparedSession {
  std::shared_ptr<const TraceSnapshot> snapshot;
  std::string title;  ///< "Run 2 · matmul 512×512×512 · matmul.pftrace"; what tells sides apart comes first
  TimeRange range;    ///< what of it is compared
  HostTime anchor;    ///< where the track groups of both are put one below the other
  std::vector<TimedPart> timed = {};  ///< of the range, what a run's results were measured in; empty: all of it
  std::string device = {};            ///< "NVIDIA H100"
  std::string experiment = {};        ///< of a run
  std::map<std::string, std::string> parameters = {};  ///< of a run: what it computed, not how it was run
  /// "NVIDIA H200": the GPU that results of it are modelled on; empty: none is. Nothing ran there, so no row is of it.
  std::string modelledOn = {};
  std::string file = {};  ///< its path; empty: it is in none
  SideTold told = {};
};

/// How far a side's devices were busy, from the first work of each to its last, summed; of a run within each of its
/// variants' timed calls.
struct ComparedUse {
  Duration span, busy;
  std::optional<double> share() const;  ///< nothing: the side has no work
};

/// What is not alike on both sides, as what two runs of one experiment were asked for: "n", {"300", "256"}.
struct OtherParameter {
  std::string name;
  std::array<std::string, 2> values;
};

struct Comparison {
  std::array<ComparedSession, 2> sides;
  std::array<std::vector<ComparedName>, kCompareKinds> names;     ///< by CompareOf; greatest difference first
  std::array<std::array<Duration, kStoreyCount + 1>, 2> busy{};   ///< per storey: the time in which it worked,
                                                                  ///< summed once, not for each picture
  std::array<std::array<Intervals, kStoreyCount + 1>, 2> worked;  ///< when that was, in order
  std::array<ClockSteps, 2> clocks;
  std::array<ComparedUse, 2> uses;
  std::vector<OtherParameter> otherParameters;  ///< with them all is other work; empty: none differs
  std::string alignedAt;                        ///< the first side's name of that event; empty: at the beginnings
  std::array<std::string, kCompareKinds> widest = {};  ///< by CompareOf: of all names the label that needs most room

  const std::vector<ComparedName>& of(CompareOf what) const { return names[static_cast<std::size_t>(what)]; }
  bool ofRuns() const;        ///< whose repeats are compared
  bool takesRepeats() const;  ///< both sides' experiments do
  /// More repeats than the sides were asked for make a verdict: one was asked for fewer than that takes.
  bool moreRepeatsHelp() const;
  /// The side without timed calls, where the other has some: all that it did stands beside them. Nothing: both have
  /// some, or neither has.
  std::optional<std::size_t> untimedSide() const;
  /// What all names took; nothing of events, which are nested in each other, and of runs that repeat not as often.
  std::optional<std::array<Duration, 2>> sumOf(CompareOf what) const;
};

/// Reads every event of both ranges. Names are matched per storey (matched_names.h); those of the model's storey are
/// steps of an experiment ("naive"), and of two experiments they are never the same. Sides are aligned at `anchor` of
/// the first and the event of the same name and ordinal on the second; without such an event, at their beginnings.
Comparison compareSessions(ComparedSession first, ComparedSession second, std::optional<EventRef> anchor);

/// The rows of a comparison as they are wanted: indices of its names.
std::vector<std::uint32_t> comparedRows(const Comparison& comparison, const CompareChoices& choices);

/// Of rows that have too few repeats for a verdict on chance.
struct TooFewRepeats {
  std::size_t rows = 0, ofAll = 0;
  std::array<std::uint64_t, 2> most{};  ///< of one of them, on each side
};

/// Of all but events; nothing where the sides are no runs.
TooFewRepeats tooFewRepeats(const Comparison& comparison);

/// What is weighed: "repeats" of two runs, else "events".
std::string_view repeatsWord(const Comparison& comparison);

/// The iterations of PyTorch's profiler on either side; nullptr: there are none.
const ComparedName* profilerSteps(const Comparison& comparison);

}  // namespace strata::inline facts
