#include "layers/runtime/activity_clock.h"

#include <cstdlib>
#include <utility>

namespace strata::inline runtime {
namespace {

constexpr int kReadings = 16;

struct Reading {
  std::int64_t offset = 0;
  std::int64_t halfWidth = INT64_MAX;
};

Reading bracket(const std::function<std::uint64_t()>& read) {
  const HostTime before = hostNow();
  const auto ticks = static_cast<std::int64_t>(read());
  const HostTime after = hostNow();
  const std::int64_t half = (after - before).ns / 2;
  return {before.ns + half - ticks, half + 1};
}

}  // namespace

ClockMap::ClockMap(std::function<std::uint64_t()> read) : m_read(std::move(read)) {}

void ClockMap::refresh() {
  Reading best;
  for (int i = 0; i < kReadings; ++i) {
    const Reading reading = bracket(m_read);
    if (reading.halfWidth < best.halfWidth) best = reading;
  }
  const Lock lock(m_mutex);
  const std::int64_t moved = m_known ? std::llabs(best.offset - m_offset) : 0;
  m_offset = best.offset;
  m_error = best.halfWidth + moved;
  m_known = true;
}

HostTime ClockMap::toHostTime(std::uint64_t ticks) const {
  const Lock lock(m_mutex);
  return {static_cast<std::int64_t>(ticks) + m_offset};
}

Duration ClockMap::error() const {
  const Lock lock(m_mutex);
  return {m_error};
}

}  // namespace strata::inline runtime
