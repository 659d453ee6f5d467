#include "engine/trace/clock_sync.h"

#include <algorithm>
#include <cmath>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace strata::inline trace {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kBaseline = 4 * kSecond;
constexpr std::int64_t kFirstBaseline = 2'000'000;
constexpr std::int64_t kShortest = 2'000'000;  ///< between refreshes
constexpr std::int64_t kAhead = 500'000;       ///< a new line begins so far ahead that no reader has been there
constexpr std::int64_t kJump = kSecond / 10;   ///< beyond this the clock was set or the machine slept: follow at once

}  // namespace

bool HostClockSync::tscIsInvariant() {
#if defined(__x86_64__)
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid(0x80000007, &a, &b, &c, &d) != 0 && (d & (1u << 8)) != 0;
#else
  return false;
#endif
}

std::int64_t HostClockSync::Line::at(std::uint64_t t) const {
  return ns + std::llrint(static_cast<double>(static_cast<std::int64_t>(t - ticks)) * nsPerTick);
}

/// The tightest of several readings of the clock between two readings of the ticks.
HostClockSync::Reading HostClockSync::read() {
  Reading best;
  std::uint64_t width = ~std::uint64_t{0};
  for (int i = 0; i < 32; ++i) {
    const std::uint64_t before = hostTicks().ticks;
    const std::int64_t ns = hostNow().ns;
    const std::uint64_t after = hostTicks().ticks;
    if (after - before >= width) continue;
    width = after - before;
    best = {before + width / 2, ns, static_cast<std::int64_t>(width / 2)};
  }
  return best;
}

HostClockSync::HostClockSync() {
  m_far = read();
  if (!usesTsc()) {
    append({m_far.ticks, m_far.ns, 1.0});
    return;
  }
  while (hostNow().ns - m_far.ns < kFirstBaseline) {
  }
  m_near = read();
  const double slope = static_cast<double>(m_near.ns - m_far.ns) / static_cast<double>(m_near.ticks - m_far.ticks);
  append({m_far.ticks, m_far.ns, slope});
  m_last = m_near.ns;
  m_near = m_far;
  m_errorNs.store(std::llround(static_cast<double>(m_far.halfWidth) * slope) + 1, std::memory_order_relaxed);
}

void HostClockSync::append(Line line) {
  const std::uint64_t version = m_version.load(std::memory_order_relaxed);
  const std::size_t count = m_count.load(std::memory_order_relaxed);
  SharedLine& slot = m_lines[count % kLines];
  m_version.store(version + 1, std::memory_order_relaxed);
  slot.ticks.store(line.ticks, std::memory_order_release);
  slot.ns.store(line.ns, std::memory_order_release);
  slot.nsPerTick.store(line.nsPerTick, std::memory_order_release);
  m_count.store(count + 1, std::memory_order_release);
  m_version.store(version + 2, std::memory_order_release);
}

HostClockSync::Line HostClockSync::lineOf(std::uint64_t ticks) const {
  for (;;) {
    const std::uint64_t version = m_version.load(std::memory_order_acquire);
    const std::size_t count = m_count.load(std::memory_order_acquire);
    const std::size_t oldest = count > kLines ? count - kLines : 0;
    Line line;
    for (std::size_t i = count; i-- > oldest;) {
      const SharedLine& slot = m_lines[i % kLines];
      line = {slot.ticks.load(std::memory_order_acquire), slot.ns.load(std::memory_order_acquire),
              slot.nsPerTick.load(std::memory_order_acquire)};
      if (static_cast<std::int64_t>(ticks - line.ticks) >= 0) break;
    }
    if (version % 2 == 0 && m_version.load(std::memory_order_relaxed) == version) return line;
  }
}

HostTime HostClockSync::toHostTime(HostTicks ticks) const {
  if (!usesTsc()) return {static_cast<std::int64_t>(ticks.ticks)};
  return {lineOf(ticks.ticks).at(ticks.ticks)};
}

void HostClockSync::refresh() {
  if (!usesTsc()) return;
  const Reading now = read();
  if (now.ns - m_last < kShortest || now.ticks <= m_far.ticks) return;
  m_last = now.ns;
  const double rate = static_cast<double>(now.ns - m_far.ns) / static_cast<double>(now.ticks - m_far.ticks);
  const std::int64_t residual = now.ns - lineOf(now.ticks).at(now.ticks);
  const double lean = std::clamp(static_cast<double>(residual) / static_cast<double>(kSecond), -0.5, 0.5);
  const bool jump = residual > kJump;
  const std::uint64_t start = now.ticks + static_cast<std::uint64_t>(static_cast<double>(kAhead) / rate);
  append({start, jump ? now.ns + kAhead : lineOf(start).at(start), rate * (1.0 + (jump ? 0.0 : lean))});
  m_errorNs.store(std::llround(static_cast<double>(now.halfWidth) * rate) + std::abs(residual) + 1,
                  std::memory_order_relaxed);
  if (now.ns - m_near.ns > kBaseline) {
    m_far = m_near;
    m_near = now;
  }
}

}  // namespace strata::inline trace
