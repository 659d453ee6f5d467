#include "engine/trace/reader_clock.h"

#include <algorithm>
#include <vector>

#include "engine/trace/perfetto_fields.h"
#include "engine/trace/reader_pbf.h"

namespace strata::inline trace {

namespace {

constexpr std::uint32_t kIsIncremental = 3, kUnitMultiplier = 4;
constexpr std::int64_t kLatest = std::int64_t{1} << 62;

struct Reading {
  std::uint32_t clock = 0;
  std::uint64_t ticks = 0, nsPerTick = 1;
  bool incremental = false;

  std::uint64_t ns() const { return ticks * nsPerTick; }
};

Reading readReading(std::string_view message) {
  namespace c = perfetto::clock_snapshot;
  Reading reading;
  for (auto reader = readerOf(message); reader.next();) {
    switch (reader.tag_and_type()) {
      case varintField(c::kClockId): reading.clock = reader.get_uint32(); break;
      case varintField(c::kTimestamp): reading.ticks = reader.get_uint64(); break;
      case varintField(kIsIncremental): reading.incremental = reader.get_bool(); break;
      case varintField(kUnitMultiplier): reading.nsPerTick = std::max<std::uint64_t>(reader.get_uint64(), 1); break;
      default: reader.skip();
    }
  }
  return reading;
}

}  // namespace

std::uint64_t ClockTable::keyOf(std::uint32_t clock, std::uint32_t sequence) {
  const bool ofSequence = clock >= 64 && clock < 128;
  return (ofSequence ? std::uint64_t{sequence} << 32 : 0) | clock;
}

void ClockTable::addSnapshot(std::string_view message, std::uint32_t sequence) {
  namespace c = perfetto::clock_snapshot;
  std::vector<Reading> readings;
  for (auto reader = readerOf(message); reader.next();) {
    switch (reader.tag_and_type()) {
      case bytesField(c::kClocks): readings.push_back(readReading(textOf(reader))); break;
      case varintField(c::kPrimaryTraceClock): m_primary = reader.get_uint32(); break;
      default: reader.skip();
    }
  }
  if (m_primary == 0) m_primary = c::kBoottime;
  const auto primary = std::find_if(readings.begin(), readings.end(),
                                    [this](const Reading& reading) { return reading.clock == m_primary; });
  for (const Reading& reading : readings) {
    Clock& clock = m_clocks[keyOf(reading.clock, sequence)];
    if (primary != readings.end()) clock.offset = primary->ns() - reading.ns();
    clock.nsPerTick = reading.nsPerTick;
    clock.incremental = reading.incremental;
    clock.last = reading.ticks;
    if (reading.clock == c::kRealtime && primary != readings.end())
      m_wallClock = sane(reading.ns()).ns - sane(primary->ns()).ns;
  }
}

HostTime ClockTable::toTrace(std::uint64_t timestamp, std::uint32_t clockId, std::uint32_t sequence) {
  if (clockId == 0 || clockId == m_primary) return sane(timestamp);
  const auto found = m_clocks.find(keyOf(clockId, sequence));
  if (found == m_clocks.end()) return sane(timestamp);
  Clock& clock = found->second;
  if (clock.incremental) timestamp = clock.last += timestamp;
  return sane(timestamp * clock.nsPerTick + clock.offset);
}

HostTime sane(std::uint64_t ns) {
  return {std::clamp<std::int64_t>(static_cast<std::int64_t>(ns), 0, kLatest)};
}

Duration saneLength(HostTime begin, std::uint64_t ns) {
  return {static_cast<std::int64_t>(std::min<std::uint64_t>(ns, static_cast<std::uint64_t>(kLatest - begin.ns)))};
}

}  // namespace strata::inline trace
