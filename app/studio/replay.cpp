#include "app/studio/replay.h"

#include <algorithm>
#include <array>
#include <utility>

#include "app/facts/set_back.h"

namespace strata::inline studio {
namespace {

constexpr int kReplayFrameMs = 16;
constexpr Duration kLeastSpeed{100}, kMostSpeed{1'000'000'000};  ///< in a second

constexpr auto kSpeeds = [] {
  std::array<Duration, 8> speeds;
  Duration next = kMostSpeed;
  for (Duration& speed : speeds) speed = std::exchange(next, Duration{next.ns / 10});
  return speeds;
}();
static_assert(kSpeeds.back() == kLeastSpeed);

}  // namespace

std::optional<HostTime> nextMoment(const TraceSnapshot& snapshot, HostTime time, int by) {
  std::optional<HostTime> best;
  const auto offer = [&](HostTime at) {
    if (by > 0 ? at <= time : at >= time) return;
    if (!best || (by > 0 ? at < *best : at > *best)) best = at;
  };
  for (std::uint32_t track = 0; track < snapshot.tracks().size(); ++track) {
    if (snapshot.tracks()[track].kind == TrackKind::Counter) continue;
    for (std::uint32_t r = 0; r < snapshot.rowCount(track); ++r) {
      const RowView& row = snapshot.row(track, r);
      const std::size_t after = row.firstNot([&](const TraceEvent& e) { return e.begin <= time; });
      // Rows do not overlap: what is nearest stands within two of here.
      for (std::size_t i = after > 1 ? after - 2 : 0; i < std::min(after + 1, row.size()); ++i) {
        offer(row[i].begin);
        offer(row[i].end());
      }
    }
  }
  for (const TraceSnapshot::OpenEvent& open : snapshot.openEvents()) {
    offer(open.event.begin);
    if (open.event.cutOff()) offer(open.event.seenEnd(time));
  }
  return best;
}

HostTime firstToBeSeen(const TraceSnapshot& session, TimeRange range) {
  const TraceSnapshot then = session.until(range.begin);
  if (!std::ranges::all_of(then.openEvents(), [](const auto& open) { return open.event.cutOff(); })) return range.begin;
  const auto first = nextMoment(session, range.begin, 1);
  return first && *first < range.end ? *first : range.begin;
}

std::span<const Duration> Replay::speeds() {
  return kSpeeds;
}

Replay::Replay(QObject* parent) : QObject(parent) {
  m_tick.setInterval(kReplayFrameMs);
  connect(&m_tick, &QTimer::timeout, this, &Replay::advance);
}

void Replay::start(std::shared_ptr<const TraceSnapshot> session, TimeRange range) {
  m_session = std::move(session);
  m_range = range;
  moveTo(range.begin);
  emit changed();
}

void Replay::leave() {
  if (!active()) return;
  m_tick.stop();
  m_session.reset();
  m_seen.reset();
  emit moved();
  emit changed();
}

void Replay::play() {
  if (!active() || playing()) return;
  if (m_now >= m_range.end) moveTo(m_range.begin);
  playFromHere();
  m_tick.start();
  emit changed();
}

void Replay::pause() {
  if (!playing()) return;
  m_tick.stop();
  emit changed();
}

void Replay::playFromHere() {
  m_playedFrom = m_now;
  m_clock.start();
}

void Replay::advance() {
  const double seconds = static_cast<double>(m_clock.nsecsElapsed()) * 1e-9;
  moveTo(m_playedFrom + Duration{static_cast<std::int64_t>(seconds * static_cast<double>(speed().ns))});
  if (m_now >= m_range.end) pause();
}

void Replay::step(int by) {
  if (!active()) return;
  pause();
  if (const auto moment = nextMoment(*m_session, m_now, by)) moveTo(*moment);
}

void Replay::moveTo(HostTime time) {
  if (!active()) return;
  m_now = std::clamp(time, m_range.begin, m_range.end);
  m_seen = std::make_shared<const TraceSnapshot>(m_session->until(m_now));
  emit moved();
}

void Replay::setSpeed(std::optional<Duration> perSecond) {
  m_speed = perSecond;
  playFromHere();
  emit changed();
}

Duration Replay::speed() const {
  return m_speed.value_or(fittingSpeed(m_range.length()));
}

}  // namespace strata::inline studio
