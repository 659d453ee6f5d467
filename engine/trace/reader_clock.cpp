#include "engine/trace/reader_clock.h"

#include <algorithm>
#include <utility>

#include "engine/base/how_many.h"
#include "engine/trace/perfetto_fields.h"
#include "engine/trace/reader_pbf.h"

namespace strata::inline trace {

namespace {

constexpr std::uint32_t kIsIncremental = 3, kUnitMultiplier = 4;
constexpr std::size_t kMostApart = 64;
constexpr std::int64_t kLatest = std::int64_t{1} << 62;

}  // namespace

std::uint64_t ClockTable::keyOf(std::uint32_t clock, std::uint32_t sequence) {
  const bool ofSequence = clock >= 64 && clock < 128;
  return (ofSequence ? std::uint64_t{sequence} << 32 : 0) | clock;
}

ClockTable::Reading ClockTable::readReading(std::string_view message) {
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

void ClockTable::addSnapshot(std::string_view message, std::uint32_t sequence) {
  namespace c = perfetto::clock_snapshot;
  Snapshot snapshot{sequence, {}};
  for (auto reader = readerOf(message); reader.next();) {
    switch (reader.tag_and_type()) {
      case bytesField(c::kClocks): snapshot.readings.push_back(readReading(textOf(reader))); break;
      case varintField(c::kPrimaryTraceClock): m_primary = reader.get_uint32(); break;
      default: reader.skip();
    }
  }
  if (m_primary == 0) m_primary = c::kBoottime;
  for (const Reading& reading : snapshot.readings) {
    Clock& clock = m_clocks[keyOf(reading.clock, sequence)];
    clock.nsPerTick = reading.nsPerTick;
    clock.incremental = reading.incremental;
    clock.last = reading.ticks;
  }
  const std::optional<std::uint64_t> time = traceTime(snapshot);
  if (!time) {
    m_apart.push_back(std::move(snapshot));
    if (m_apart.size() > kMostApart) m_apart.pop_front();
  } else if (join(snapshot, *time, false)) {
    joinApart();
  }
}

/// When it was taken, in the primary clock, by any of its clocks that is joined with that one.
std::optional<std::uint64_t> ClockTable::traceTime(const Snapshot& snapshot) const {
  std::optional<std::uint64_t> time;
  for (const Reading& reading : snapshot.readings) {
    if (reading.clock == m_primary) return reading.ns();
    const auto clock = m_clocks.find(keyOf(reading.clock, snapshot.sequence));
    if (!time && clock != m_clocks.end() && clock->second.joined) time = reading.ns() + clock->second.offset;
  }
  return time;
}

/// Joins its clocks with the primary one, which shows `time` then; of an older snapshot those that newer ones do not.
/// Whether one of them was not joined before.
bool ClockTable::join(const Snapshot& snapshot, std::uint64_t time, bool older) {
  bool more = false;
  for (const Reading& reading : snapshot.readings) {
    Clock& clock = m_clocks[keyOf(reading.clock, snapshot.sequence)];
    if (older && clock.joined) continue;
    clock.offset = time - reading.ns();
    if (reading.clock == perfetto::clock_snapshot::kRealtime) m_wallClock = sane(reading.ns()).ns - sane(time).ns;
    more = !std::exchange(clock.joined, true) || more;
  }
  return more;
}

void ClockTable::joinApart() {
  for (bool more = true; std::exchange(more, false);)
    for (const Snapshot& apart : m_apart)
      if (const auto time = traceTime(apart)) more = join(apart, *time, true) || more;
  std::erase_if(m_apart, [this](const Snapshot& apart) { return traceTime(apart).has_value(); });
}

std::optional<HostTime> ClockTable::toTrace(std::uint64_t timestamp, std::uint32_t clockId, std::uint32_t sequence) {
  if (clockId == 0 || clockId == m_primary) {
    m_anyJoined = true;
    return timeInRange(timestamp);
  }
  const auto found = m_clocks.find(keyOf(clockId, sequence));
  if (found == m_clocks.end()) {
    ++m_unjoined[clockId];
    return timeInRange(timestamp);
  }
  Clock& clock = found->second;
  if (clock.incremental) timestamp = clock.last += timestamp;
  if (clock.joined)
    m_anyJoined = true;
  else
    ++m_unjoined[clockId];
  return timeInRange(timestamp * clock.nsPerTick + clock.offset);
}

std::string ClockTable::unjoinedSentence() const {
  std::map<std::uint32_t, std::uint64_t> apart = m_unjoined;
  const bool anyJoined = apart.erase(m_primary) > 0 || m_anyJoined;
  if (apart.size() + (anyJoined ? 1 : 0) < 2) return {};
  std::uint64_t times = 0;
  std::string clocks;
  for (const auto& [clock, count] : apart) {
    times += count;
    clocks += (clocks.empty() ? "" : ", ") + std::to_string(clock);
  }
  return howMany(times, "time is", "times are") + " of " + (apart.size() == 1 ? "clock " : "clocks ") + clocks +
         ", which no snapshot of clocks before joins with the others. Their events stand at the numbers that they "
         "state.";
}

std::optional<HostTime> timeInRange(std::uint64_t ns) {
  return ns <= static_cast<std::uint64_t>(kLatest) ? std::optional(HostTime{static_cast<std::int64_t>(ns)})
                                                   : std::nullopt;
}

HostTime sane(std::uint64_t ns) {
  return {std::clamp<std::int64_t>(static_cast<std::int64_t>(ns), 0, kLatest)};
}

Duration saneLength(HostTime begin, std::uint64_t ns) {
  return {static_cast<std::int64_t>(std::min<std::uint64_t>(ns, static_cast<std::uint64_t>(kLatest - begin.ns)))};
}

}  // namespace strata::inline trace
