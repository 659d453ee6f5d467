#include "app/studio/replay.h"

#include <algorithm>
#include <array>

namespace strata {
namespace {

constexpr int kFrameMs = 16;
constexpr std::array kSlowdowns{1, 10, 100, 1000, 10'000, 100'000, 1'000'000};

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
  return best;
}

std::span<const int> Replay::slowdowns() {
  return kSlowdowns;
}

Replay::Replay(QObject* parent) : QObject(parent) {
  m_tick.setInterval(kFrameMs);
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
  m_clock.start();
  m_tick.start();
  emit changed();
}

void Replay::pause() {
  if (!playing()) return;
  m_tick.stop();
  emit changed();
}

void Replay::advance() {
  const std::int64_t passed = m_clock.nsecsElapsed();
  m_clock.start();
  moveTo(m_now + Duration{std::max<std::int64_t>(1, passed / m_slowdown)});
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

void Replay::setSlowdown(int slowdown) {
  m_slowdown = slowdown;
}

}  // namespace strata
