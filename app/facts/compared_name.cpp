#include "app/facts/compared_name.h"

#include <algorithm>
#include <cmath>

#include "app/facts/matched_names.h"
#include "app/facts/rank_test.h"
#include "app/facts/short_name.h"
#include "engine/base/median.h"

namespace strata::inline facts {
namespace {

constexpr double kDeviations = 3;  ///< chance alone brings as much in 0.27 % of all cases, on either side

/// Of fewer, chance alone too often sets all times of one side above all of the other's.
bool enoughForAVerdict(const Repeats& a, const Repeats& b) {
  return a.count > 1 && b.count > 1 && chanceOfAllAbove(a.count, b.count) < std::erfc(kDeviations / std::sqrt(2));
}

/// How far the middle of times may be from what the clock says: step/√6, as each is the difference of two readings,
/// step/√12 each (JCGM 100:2008, F.2.2.1). Where the middle half of them varies by half a step and
/// more it averages out.
double leftOpen(const Repeats& of, Duration step) {
  constexpr std::size_t kQuarter = 250, kThreeQuarters = 750;
  const std::int64_t lower = of.times[rankPlace(of.times.size(), kQuarter)],
                     upper = of.times[rankPlace(of.times.size(), kThreeQuarters)];
  return 2 * (upper - lower) >= step.ns ? 0 : static_cast<double>(step.ns) / std::sqrt(6);
}

bool ranksMayBeChance(const Repeats& a, const Repeats& b, const std::array<Duration, 2>& step) {
  const double open = kDeviations * std::hypot(leftOpen(a, step[0]), leftOpen(b, step[1]));
  const auto nearer = static_cast<std::int64_t>(open);
  return ranksAbove(a.times, b.times, -nearer) <= kDeviations && ranksAbove(a.times, b.times, nearer) >= -kDeviations;
}

/// A time is known to less than a step of its clock, up and down.
bool timesMeet(const Repeats& a, const Repeats& b, Duration known) {
  return a.fastest < b.slowest + known && b.fastest < a.slowest + known;
}

std::int64_t medianTime(const Repeats& of) {
  return of.times[medianPlace(of.times.size())];
}

WeighedLaunch weighedLaunch(const Repeats& a, const Repeats& b, const std::array<Duration, 2>& step) {
  WeighedLaunch weighed;
  const std::int64_t ofA = medianTime(a), ofB = medianTime(b);
  if (ofB > 0)
    weighed.ratio = ofA > 0 ? static_cast<double>(ofB) / static_cast<double>(ofA) : WeighedLaunch::kFromNothing;
  weighed.enough = enoughForAVerdict(a, b);
  weighed.repeated = a.count > 1 && b.count > 1;
  weighed.mayBeChance =
      weighed.repeated && timesMeet(a, b, step[0] + step[1]) && !(weighed.enough && !ranksMayBeChance(a, b, step));
  return weighed;
}

bool isSameLaunch(const RepeatsByLaunch::value_type& a, const RepeatsByLaunch::value_type& b) {
  return a.first == b.first;
}

}  // namespace

void Repeats::add(std::span<const std::int64_t> more) {
  if (more.empty()) return;
  const auto [least, most] = std::ranges::minmax_element(more);
  fastest = count == 0 ? Duration{*least} : std::min(fastest, Duration{*least});
  slowest = std::max(slowest, Duration{*most});
  count += more.size();
  times.insert(times.end(), more.begin(), more.end());
}

void ComparedName::weigh() {
  for (RepeatsByLaunch& side : repeats)
    for (auto& [launched, of] : side) std::ranges::sort(of.times);
  for (const auto& [launched, a] : repeats[0])
    if (const auto b = repeats[1].find(launched); b != repeats[1].end())
      weighed[launched] = weighedLaunch(a, b->second, step);
  for (RepeatsByLaunch& side : repeats)
    for (auto& [launched, of] : side) of.times = {};
}

std::optional<double> ComparedName::ratio() const {
  if (ratioIsOfMeans()) return meanRatio();
  if (untimed || !onBoth() || !median[0] || !median[1] || median[0]->ns <= 0 || median[1]->ns <= 0) return std::nullopt;
  return static_cast<double>(median[1]->ns) / static_cast<double>(median[0]->ns);
}

std::optional<double> ComparedName::meanRatio() const {
  if (untimed || !onBoth() || whole[0].ns == 0 || whole[1].ns == 0) return std::nullopt;
  return mean(1) / mean(0);
}

bool ComparedName::sameLaunches() const {
  return std::ranges::equal(repeats[0], repeats[1], isSameLaunch);
}

bool ComparedName::withinSpread() const {
  return sameLaunches() && std::ranges::all_of(weighed, [](const auto& of) { return of.second.mayBeChance; });
}

std::optional<bool> ComparedName::anyApart(bool WeighedLaunch::*known) const {
  if (otherWork() || !onBoth() || !sameLaunches()) return std::nullopt;
  const auto isApart = [known](const auto& of) { return of.second.*known && !of.second.mayBeChance; };
  if (std::ranges::any_of(weighed, isApart)) return true;
  const bool all = std::ranges::all_of(weighed, [known](const auto& of) { return of.second.*known; });
  return all ? std::optional(false) : std::nullopt;
}

bool ComparedName::hasTooFew() const {
  return !otherWork() && onBoth() && sameLaunches() && !moreThanChance();
}

std::optional<double> ComparedName::surestSlowdown() const {
  std::optional<double> greatest;
  if (!moreThanChance().value_or(false)) return greatest;
  for (const auto& [launched, of] : weighed)
    if (of.enough && !of.mayBeChance && of.ratio) greatest = std::max(greatest.value_or(0), *of.ratio);
  return greatest;
}

Repeats ComparedName::repeatsOf(std::size_t side) const {
  Repeats all;
  for (const auto& [launched, some] : repeats[side]) {
    all.fastest = all.count == 0 ? some.fastest : std::min(all.fastest, some.fastest);
    all.slowest = std::max(all.slowest, some.slowest);
    all.count += some.count;
  }
  return all;
}

Duration ComparedName::difference() const {
  if (!ofRuns || !onBoth() || sameCount()) return total[1] - total[0];
  const auto calls = static_cast<double>(std::min(count[0], count[1]));
  return {std::llround((ofEach(total, 1) - ofEach(total, 0)) * calls)};
}

Duration ComparedName::differenceOfCounts() const {
  if (!onBoth()) return total[1] - total[0];
  const double more = static_cast<double>(count[1]) - static_cast<double>(count[0]);
  return {std::llround(more * (ofEach(total, 0) + ofEach(total, 1)) / 2)};
}

std::optional<Duration> ComparedName::differenceOfSelf() const {
  if (!self[0] && !self[1]) return std::nullopt;
  return self[1].value_or(Duration{}) - self[0].value_or(Duration{});
}

std::string ComparedName::label() const {
  const std::size_t side = names[0].empty() ? 1 : 0;
  std::string call = callName(names[side]);
  const bool oneCall = !onBoth() || call == callName(names[1]);
  if (several && oneCall) return call;
  if (!onBoth() || names[0] == names[1]) return shown[side];
  if (std::string both = withBothNumbers(names[0], names[1]); !both.empty()) return both;
  return oneCall ? call : shown[0] + " / " + shown[1];
}

}  // namespace strata::inline facts
