#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/facts/intervals.h"
#include "app/facts/view_state.h"
#include "engine/trace/trace_snapshot.h"

namespace strata::inline facts {

/// One of two sessions that stand side by side.
struct ComparedSession {
  std::shared_ptr<const TraceSnapshot> snapshot;
  std::string title;  ///< "Run 2 · matmul 512×512×512 · matmul.pftrace"; what tells sides apart comes first
  TimeRange range;    ///< what of it is compared
  HostTime anchor;    ///< where the track groups of both are put one below the other
  /// By call id: whether its events count, first those of no call; empty: all do.
  std::vector<bool> measured = {};
  std::string device = {};      ///< "NVIDIA H100"
  std::string experiment = {};  ///< of a run
};

/// How often something took its time, and how these times are spread.
struct Repeats {
  std::uint64_t count = 0;
  Duration fastest, slowest;
  double mean = 0;       ///< ns
  double variation = 0;  ///< the squares of their distances from the mean, summed; ns²

  void add(const Repeats& others);
  double errorOfMean() const;  ///< its standard error, in ns; there are two and more
};

/// What Student's t of so many degrees of freedom, four and more, exceeds by chance as rarely as a normal value does
/// three standard deviations: in 0.27 % of all cases, on either side. Abramowitz and Stegun, Handbook of Mathematical
/// Functions, 26.7.5; less than 1 % too small.
double threeSigmaOfT(double degrees);

/// By what its kernels were launched with, as other grids and blocks are other work: a hash of these, summed over the
/// kernels of a call; 0: none is told.
using RepeatsByLaunch = std::map<std::uint64_t, Repeats>;

/// What took its time on either side under one name.
struct ComparedName {
  std::array<std::string, 2> names;  ///< on each side, of several the one that took most; empty where there is none
  std::array<std::string, 2> shown;  ///< these, short, and told apart from other rows'
  bool several = false;              ///< names match on one side
  Storey storey = Storey::Other;
  std::array<std::uint64_t, 2> count{};
  std::array<Duration, 2> total{};
  std::array<std::optional<EventRef>, 2> longest{};
  std::array<Duration, 2> most{};  ///< of the total, what the name that stands for all took
  std::array<RepeatsByLaunch, 2> repeats;
  bool onBoth() const { return count[0] > 0 && count[1] > 0; }
  bool sameCount() const { return count[0] == count[1]; }
  /// Of one call, in ns, where the side has any.
  double mean(std::size_t side) const { return static_cast<double>(total[side].ns) / static_cast<double>(count[side]); }
  /// Of one call, B's to A's; nothing where a side took no time.
  std::optional<double> ratio() const;
  /// Whether what is said of means may be chance: both sides have repeats of the same launches, and of each the means
  /// are no further apart than their spread lets expect (Welch's t, p ≥ 0.27 %); where a side has fewer than five,
  /// their times overlap.
  bool withinSpread() const;
  /// Whether it goes by means and their standard errors for all launches.
  bool weighsMeans() const;
  Repeats repeatsOf(std::size_t side) const;  ///< whatever was launched
  /// How much longer it takes on the second side. Where both have it, and not as often: by the means of one call, over
  /// as many calls as both have.
  Duration difference() const;
  /// As shown; "cudaLaunchKernel / hipLaunchKernel", "model.py(20/24): forward" where the sides call it differently;
  /// "naive …", "ProfilerStep" where they do, or where several names match on a side.
  std::string label() const;
};

struct Comparison {
  std::array<ComparedSession, 2> sides;
  std::array<std::vector<ComparedName>, kCompareKinds> names;     ///< by CompareOf; greatest difference first
  std::array<std::array<Duration, kStoreyCount + 1>, 2> busy{};   ///< per storey: the time in which it worked,
                                                                  ///< summed once, not for each picture
  std::array<std::array<Intervals, kStoreyCount + 1>, 2> worked;  ///< when that was, in order
  std::string alignedAt;  ///< the first side's name of that event; empty: at the beginnings

  const std::vector<ComparedName>& of(CompareOf what) const { return names[static_cast<std::size_t>(what)]; }
};

/// Reads every event of both ranges. Names are matched per storey (matched_names.h); those of the model's storey are
/// steps of an experiment ("naive"), and of two experiments they are never the same. Sides are aligned at `anchor` of
/// the first and the event of the same name and ordinal on the second; without such an event, at their beginnings.
Comparison compareSessions(ComparedSession first, ComparedSession second, std::optional<EventRef> anchor);

/// The rows of a comparison as they are wanted: indices of its names.
std::vector<std::uint32_t> comparedRows(const Comparison& comparison, const CompareChoices& choices);

/// What the sides are called beside each other: their titles, with their devices where these differ.
std::array<std::string, 2> sideTitles(const Comparison& comparison);
/// All of a state's session, which is not empty, as a side.
ComparedSession wholeSession(const ViewState& state);

}  // namespace strata::inline facts
