#include "app/facts/clock_step.h"

#include <numeric>

namespace strata::inline facts {
namespace {

constexpr std::size_t kEnoughTimes = 10;  // that all are even by chance has one case in a thousand

}  // namespace

void ClockStep::Common::add(std::int64_t ns) {
  if (divisor == 1 || ns == 0) return;
  divisor = std::gcd(divisor, ns);
  if (different.size() < kEnoughTimes) different.insert(ns);
}

bool ClockStep::Common::tells() const {
  return divisor == 1 || different.size() >= kEnoughTimes;
}

void ClockStep::add(HostTime begin, Duration length) {
  if (!m_first) m_first = begin;
  m_lengths.add(length.ns);
  m_all.add(length.ns);
  m_all.add((begin - *m_first).ns);
}

std::optional<Duration> ClockStep::step() const {
  for (const Common* common : {&m_lengths, &m_all})
    if (common->tells()) return Duration{common->divisor};
  return std::nullopt;
}

}  // namespace strata::inline facts
