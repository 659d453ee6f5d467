#include "app/facts/compared_name.h"

#include <algorithm>
#include <cmath>

#include "app/facts/matched_names.h"
#include "app/facts/short_name.h"

namespace strata::inline facts {
namespace {

bool enoughToWeigh(const Repeats& a, const Repeats& b) {
  constexpr std::uint64_t kLeast = 5;
  return a.count >= kLeast && b.count >= kLeast;
}

/// Welch's t test.
bool meansMayBeChance(const Repeats& a, const Repeats& b, const std::array<Duration, 2>& step) {
  const auto freedom = [](const Repeats& of) { return static_cast<double>(of.count - 1); };
  const double ofA = std::pow(a.errorOfMean(step[0]), 2), ofB = std::pow(b.errorOfMean(step[1]), 2), both = ofA + ofB;
  const double degrees = both * both / (ofA * ofA / freedom(a) + ofB * ofB / freedom(b));  // Welch and Satterthwaite
  return std::abs(b.mean - a.mean) <= threeSigmaOfT(degrees) * std::sqrt(both);
}

/// A time is known to less than a step of its clock, up and down.
bool timesMeet(const Repeats& a, const Repeats& b, Duration known) {
  return a.fastest < b.slowest + known && b.fastest < a.slowest + known;
}

bool mayBeChance(const Repeats& a, const Repeats& b, const std::array<Duration, 2>& step) {
  if (enoughToWeigh(a, b)) return meansMayBeChance(a, b, step);
  return a.count > 1 && b.count > 1 && timesMeet(a, b, step[0] + step[1]);
}

/// Whether both sides had the same launches, and this is so of each.
template <class Holds>
bool ofEachLaunch(const std::array<RepeatsByLaunch, 2>& repeats, Holds holds) {
  return std::ranges::equal(repeats[0], repeats[1], [&](const auto& one, const auto& two) {
    return one.first == two.first && holds(one.second, two.second);
  });
}

}  // namespace

void Repeats::add(const Repeats& others) {
  if (others.count == 0) return;
  const auto before = static_cast<double>(count), more = static_cast<double>(others.count);
  const double apart = others.mean - mean, part = more / (before + more);
  variation += others.variation + apart * apart * before * part;
  mean += apart * part;
  fastest = count == 0 ? others.fastest : std::min(fastest, others.fastest);
  slowest = std::max(slowest, others.slowest);
  count += others.count;
}

double Repeats::errorOfMean() const {
  const auto all = static_cast<double>(count);
  return std::sqrt(variation / (all - 1) / all);
}

double Repeats::errorOfMean(Duration step) const {
  const auto clock = static_cast<double>(step.ns);
  const bool averagesOut = std::sqrt(variation / static_cast<double>(count - 1)) >= clock / 2;
  return std::max({errorOfMean(), 1., averagesOut ? 0 : clock / std::sqrt(6)});
}

double threeSigmaOfT(double degrees) {
  const double part = 1 / degrees;
  return 3 + part * (7.5 + part * (17.25 + part * (30.1875 + part * 38.6016)));
}

std::optional<double> ComparedName::ratio() const {
  if (!onBoth() || total[0].ns == 0 || total[1].ns == 0) return std::nullopt;
  return mean(1) / mean(0);
}

bool ComparedName::sameLaunches() const {
  return ofEachLaunch(repeats, [](const Repeats&, const Repeats&) { return true; });
}

bool ComparedName::withinSpread() const {
  return ofEachLaunch(repeats, [&](const Repeats& a, const Repeats& b) { return mayBeChance(a, b, step); });
}

std::optional<bool> ComparedName::moreThanChance() const {
  if (!onBoth() || !sameLaunches()) return std::nullopt;
  bool known = true;
  for (const auto& [launched, a] : repeats[0]) {
    const Repeats& b = repeats[1].at(launched);
    const bool repeated = a.count > 1 && b.count > 1;
    if (repeated && !mayBeChance(a, b, step)) return true;
    known &= repeated;
  }
  return known ? std::optional(false) : std::nullopt;
}

bool ComparedName::weighsMeans() const {
  return ofEachLaunch(repeats, enoughToWeigh);
}

Repeats ComparedName::repeatsOf(std::size_t side) const {
  Repeats all;
  for (const auto& [launched, some] : repeats[side]) all.add(some);
  return all;
}

Duration ComparedName::difference() const {
  if (!ofRuns || !onBoth() || sameCount()) return total[1] - total[0];
  const auto calls = static_cast<double>(std::min(count[0], count[1]));
  return {std::llround((mean(1) - mean(0)) * calls)};
}

Duration ComparedName::differenceOfCounts() const {
  if (!onBoth()) return total[1] - total[0];
  const double more = static_cast<double>(count[1]) - static_cast<double>(count[0]);
  return {std::llround(more * (mean(0) + mean(1)) / 2)};
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
