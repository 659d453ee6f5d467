#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "engine/base/storey.h"
#include "engine/base/time.h"
#include "engine/trace/trace_snapshot.h"

namespace strata::inline facts {

/// How often something took its time, and how these times are spread.
struct Repeats {
  std::uint64_t count = 0;
  Duration fastest, slowest;
  double mean = 0;       ///< ns
  double variation = 0;  ///< the squares of their distances from the mean, summed; ns²

  void add(const Repeats& others);
  double errorOfMean() const;  ///< its standard error, in ns; there are two and more
  /// The same, by a clock of that step: no less than a nanosecond; and, unless the repeats vary by half a step and
  /// more, for then it averages out, no less than the step leaves open: step/√6, of two readings, step/√12 each (JCGM
  /// 100:2008, F.2.2.1).
  double errorOfMean(Duration step) const;
};

/// What Student's t of so many degrees of freedom, four and more, exceeds by chance as rarely as a normal value does
/// three standard deviations: in 0.27 % of all cases, on either side. Abramowitz and Stegun, Handbook of Mathematical
/// Functions, 26.7.5; less than 1 % too small.
double threeSigmaOfT(double degrees);

/// By what it launched (LaunchedWork), as other grids and blocks, and copies of other sizes, are other work; 0: none is
/// told.
using RepeatsByLaunch = std::map<std::uint64_t, Repeats>;

/// What took its time on either side under one name.
struct ComparedName {
  std::array<std::string, 2> names;  ///< on each side, of several the one that took most; empty where there is none
  std::array<std::string, 2> shown;  ///< these, short, and told apart from other rows'
  bool several = false;              ///< names match on one side
  bool ofRuns = false;               ///< both sides are: how often they repeated it is nothing that they took
  Storey storey = Storey::Other;
  std::array<std::uint64_t, 2> count{};
  std::array<Duration, 2> total{};
  std::array<std::optional<Duration>, 2> self{};    ///< of the total, without what it called; nothing: it is not told
  std::array<std::optional<Duration>, 2> median{};  ///< of one
  std::array<std::optional<EventRef>, 2> longest{};
  std::array<Duration, 2> most{};  ///< of the total, what the name that stands for all took
  std::array<RepeatsByLaunch, 2> repeats;
  std::array<Duration, 2> step{{{1}, {1}}};  ///< of the clock, as far as it is known

  bool onBoth() const { return count[0] > 0 && count[1] > 0; }
  bool sameCount() const { return count[0] == count[1]; }
  bool sameLaunches() const;  ///< both sides launched the same grids and blocks, and copies as large
  /// Of one call, in ns, where the side has any.
  double mean(std::size_t side) const { return static_cast<double>(total[side].ns) / static_cast<double>(count[side]); }
  /// Of one call, B's to A's; nothing where a side took no time.
  std::optional<double> ratio() const;
  /// Whether what is said of means may be chance: both sides have repeats of the same launches, and of each the means
  /// are no further apart than their spread lets expect (Welch's t, p ≥ 0.27 %); where a side has fewer than five,
  /// their times, as well as their clocks tell them, overlap.
  bool withinSpread() const;
  /// Whether it is hardly chance for at least one launch, or may be for all; nothing where that is not known, as a side
  /// has none, or only one of a launch, or where they launched other grids or blocks, or
  /// copies of other sizes.
  std::optional<bool> moreThanChance() const;
  /// Whether it goes by means and their standard errors for all launches.
  bool weighsMeans() const;
  Repeats repeatsOf(std::size_t side) const;  ///< whatever was launched
  /// How much longer it takes on the second side in all. Of two runs that repeated it not as often: by the means of one
  /// call, over as many calls as both have.
  Duration difference() const;
  /// Of the totals' difference, what comes of the number of calls, were each as long as on both sides in the middle;
  /// the rest comes of how long one is.
  Duration differenceOfCounts() const;
  /// In self time; nothing: it is not told.
  std::optional<Duration> differenceOfSelf() const;
  /// As shown; "cudaLaunchKernel / hipLaunchKernel", "model.py(20/24): forward" where the sides call it differently;
  /// "naive …", "ProfilerStep" where they do, or where several names match on a side.
  std::string label() const;
};

}  // namespace strata::inline facts
