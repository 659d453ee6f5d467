#include "app/facts/clock_step.h"

#include <algorithm>

namespace strata::inline facts {
namespace {

constexpr std::size_t kEnoughTimes = 10;  // that all fit to some step by chance has one case in ten thousand
constexpr std::size_t kSomeTimes = 64;
constexpr std::int64_t kLeastStep = 8, kMostStep = 1'000'000;  // ns

/// Both ends are rounded.
bool fitsStep(std::int64_t ns, std::int64_t step) {
  const std::int64_t beyond = ns % step;
  return beyond <= 1 || step - beyond <= 1;
}

std::vector<std::int64_t> stepsThatFit(const std::set<std::int64_t>& times) {
  std::vector<std::int64_t> steps;
  for (std::int64_t step = kLeastStep; step <= std::min(*times.begin() + 1, kMostStep); ++step)
    if (std::ranges::all_of(times, [&](std::int64_t ns) { return fitsStep(ns, step); })) steps.push_back(step);
  return steps;
}

}  // namespace

void ClockStep::Common::add(std::int64_t ns) {
  if (ns <= 1) return;
  if (m_steps) {
    std::erase_if(*m_steps, [&](std::int64_t step) { return !fitsStep(ns, step); });
    return;
  }
  m_some.insert(ns);
  if (m_some.size() == kSomeTimes) m_steps = stepsThatFit(m_some);
}

std::optional<Duration> ClockStep::Common::step() const {
  if (m_some.size() < kEnoughTimes) return std::nullopt;
  const std::vector<std::int64_t> steps = m_steps ? *m_steps : stepsThatFit(m_some);
  return Duration{steps.empty() ? 1 : steps.back()};
}

void ClockStep::add(HostTime begin, Duration length) {
  if (!m_first) m_first = begin;
  const std::int64_t apart = (begin - *m_first).ns;
  m_lengths.add(length.ns);
  m_all.add(length.ns);
  m_all.add(std::max(apart, -apart));
}

std::optional<Duration> ClockStep::step() const {
  const auto step = m_lengths.step();
  return step ? step : m_all.step();
}

}  // namespace strata::inline facts
