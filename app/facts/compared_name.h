#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/base/storey.h"
#include "engine/base/time.h"
#include "engine/trace/trace_snapshot.h"

namespace strata::inline facts {

/// How often something took its time, and how these times are spread.
struct Repeats {
  std::uint64_t count = 0;
  Duration fastest, slowest;
  std::vector<std::int64_t> times;  ///< of each, ns; none are kept once they have been weighed

  void add(std::span<const std::int64_t> more);
};

/// By what it launched (LaunchedWork), as other grids and blocks, and copies of other sizes, are other work; 0: none is
/// told.
using RepeatsByLaunch = std::map<std::uint64_t, Repeats>;

/// What the times of both sides say of one launch.
struct WeighedLaunch {
  static constexpr double kFromNothing = std::numeric_limits<double>::infinity();

  std::optional<double> ratio;  ///< of the medians, B's to A's; kFromNothing where A's is no time, nothing where B's is
  bool enough = false;          ///< there are of them for a verdict on chance
  bool repeated = false;        ///< on both sides
  bool mayBeChance = false;     ///< where there are not enough: they overlap
};

/// What took its time on either side under one name.
struct ComparedName {
  std::array<std::string, 2> names;  ///< on each side, of several the one that took most; empty where there is none
  std::array<std::string, 2> shown;  ///< these, short, and told apart from other rows'
  bool several = false;              ///< names match on one side
  bool ofRuns = false;               ///< both sides are: how often they repeated it is nothing that they took
  Storey storey = Storey::Other;
  std::array<std::uint64_t, 2> count{};
  std::array<Duration, 2> total{};  ///< summed; of host events that are nested in themselves each nanosecond once
  std::array<Duration, 2> whole{};  ///< summed, whatever is nested in what
  std::array<std::optional<Duration>, 2> self{};     ///< of the total, without what it called; nothing: it is not told
  std::array<std::optional<Duration>, 2> median{};   ///< of one
  std::array<std::optional<double>, 2> perSecond{};  ///< of frames drawn one after the other: how often one was
  std::array<std::optional<EventRef>, 2> longest{};
  std::array<Duration, 2> most{};  ///< of the total, what the name that stands for all took
  std::array<RepeatsByLaunch, 2> repeats;
  std::array<Duration, 2> step{{{1}, {1}}};        ///< of the clock, as far as it is known
  std::map<std::uint64_t, WeighedLaunch> weighed;  ///< by what was launched, on both sides
  bool otherParameters = false;                    ///< the sides are runs of other parameters: it is other work
  bool untimed = false;                            ///< one side alone is of timed calls: it is other work

  void weigh();  ///< once, when all its repeats are known

  bool onBoth() const { return count[0] > 0 && count[1] > 0; }
  bool sameCount() const { return count[0] == count[1]; }
  bool otherWork() const { return otherParameters || untimed; }
  bool sameLaunches() const;  ///< both sides launched the same grids and blocks, and copies as large
  /// Of one call, in ns, where the side has any.
  double mean(std::size_t side) const { return ofEach(whole, side); }
  /// Of one call, B's to A's: of the medians, or of the means; nothing where a side took no time, or one alone has
  /// timed calls.
  std::optional<double> ratio() const;
  /// As the median of several launches under one name says which of them there are more of.
  bool ratioIsOfMeans() const { return repeats[0].size() > 1 || repeats[1].size() > 1; }
  /// Of the means of one call.
  std::optional<double> meanRatio() const;
  /// Whether a difference may be chance: both sides have repeats of the same launches, and of each the times of one
  /// side rank no higher than chance brings them (Mann and Whitney's test, p ≥ 0.27 %), when they are as much nearer as
  /// their clocks leave open, and their times, as well as their clocks tell them, overlap; of few it goes by that
  /// alone.
  bool withinSpread() const;
  /// Whether it is hardly chance for at least one launch, or may be for all; nothing where that is not known: a side
  /// has none, or they have so few of a launch that chance sets all of one side above all of the other's in 0.27 % of
  /// cases and more, as it does up to five on each side; or they launched other grids or blocks, or copies of other
  /// sizes, or are runs with other parameters, or one side alone is of timed calls.
  std::optional<bool> moreThanChance() const { return anyApart(&WeighedLaunch::enough); }
  /// The same, but of few, from two on each side, whether their times do not overlap: no verdict on chance.
  std::optional<bool> isApart() const { return anyApart(&WeighedLaunch::repeated); }
  /// Whether there are only too few for a verdict.
  bool hasTooFew() const;
  /// Of the launches whose difference is more than chance, the greatest ratio of their medians, infinite where A's is
  /// no time; nothing: there is none.
  std::optional<double> surestSlowdown() const;
  Repeats repeatsOf(std::size_t side) const;  ///< whatever was launched
  /// How much longer it takes on the second side in all. Of two runs that repeated it not as often: by the totals'
  /// share of one call, over as many calls as both have.
  Duration difference() const;
  /// Of the totals' difference, what comes of the number of calls, were each as long as on both sides in the middle;
  /// the rest comes of how long one is.
  Duration differenceOfCounts() const;
  /// In self time; nothing: it is not told.
  std::optional<Duration> differenceOfSelf() const;
  /// As shown; "cudaLaunchKernel / hipLaunchKernel", "model.py(20/24): forward" where the sides call it differently;
  /// "naive …", "ProfilerStep" where they do, or where several names match on a side.
  std::string label() const;

 private:
  double ofEach(const std::array<Duration, 2>& sum, std::size_t side) const {
    return static_cast<double>(sum[side].ns) / static_cast<double>(count[side]);
  }
  std::optional<bool> anyApart(bool WeighedLaunch::*known) const;
};

}  // namespace strata::inline facts
