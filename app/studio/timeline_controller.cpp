#include "app/studio/timeline_controller.h"

#include <algorithm>
#include <cmath>

namespace strata::inline studio {
namespace {

TimeRange withAir(TimeRange part) {
  const Duration air{std::max<std::int64_t>(part.length().ns / 40, 1)};
  return {part.begin - air, part.end + air};
}

Duration scaled(Duration d, double factor) {
  return {static_cast<std::int64_t>(std::llround(d.ns * factor))};
}

}  // namespace

TimeRange shownOfRun(TimeRange run, const std::optional<TimeRange>& measured) {
  constexpr Duration kLong{1'000'000'000};
  if (!measured || !run.covers(*measured)) return run;
  if (measured->begin - run.begin > std::max(kLong, measured->length())) run.begin = measured->begin;
  return run;
}

void TimelineController::setContent(TimeRange all, TimeRange newest, bool running) {
  m_all = all;
  m_newest = newest;
  m_running = running;
  if (m_following) m_range = followed();
}

TimeRange TimelineController::followed() const {
  TimeRange part = m_newest;
  if (m_running) part.begin = std::max(part.begin, part.end - kFollowSpan);
  return withAir(part);
}

void TimelineController::follow() {
  m_following = true;
  m_range = followed();
}

void TimelineController::zoom(HostTime anchor, double factor) {
  const auto span = static_cast<double>(std::max<std::int64_t>(m_range.length().ns, 1));
  const auto longest = static_cast<double>(std::max(withAir(m_all).length(), kMinSpan).ns);
  factor = std::clamp(factor, kMinSpan.ns / span, longest / span);
  set({anchor - scaled(anchor - m_range.begin, factor), anchor + scaled(m_range.end - anchor, factor)});
}

void TimelineController::pan(double share) {
  const Duration step = scaled(m_range.length(), share);
  set({m_range.begin + step, m_range.end + step});
}

void TimelineController::show(TimeRange part) {
  set(withAir(part));
}

void TimelineController::fit(std::optional<TimeRange> part) {
  m_scroll = kGroupsFitted;
  const TimeRange fitted = withAir(part.value_or(m_newest));
  set(m_range == fitted ? withAir(m_all) : fitted);
}

void TimelineController::reveal(TimeRange part) {
  if (part.begin >= m_range.begin && part.end <= m_range.end) return;
  if (part.length() >= m_range.length()) return show(part);
  const Duration span = m_range.length();
  const HostTime begin = part.begin + Duration{(part.length().ns - span.ns) / 2};
  set({begin, begin + span});
}

/// Keeps the range at a span that can be drawn and where at least a little of the session stays visible.
void TimelineController::set(TimeRange range) {
  m_following = false;
  const TimeRange limit = withAir(m_all);
  const std::int64_t maxSpan = std::max(limit.length().ns, kMinSpan.ns);
  const std::int64_t span = std::clamp(range.length().ns, kMinSpan.ns, maxSpan);
  const std::int64_t centre = range.begin.ns + range.length().ns / 2;
  std::int64_t begin = span == range.length().ns ? range.begin.ns : centre - span / 2;
  begin = span == maxSpan ? limit.begin.ns : std::clamp(begin, limit.begin.ns - span / 2, limit.end.ns - span / 2);
  m_range = {{begin}, {begin + span}};
}

void TimelineController::scrollBy(float pixels, float contentHeight, float visibleHeight) {
  if (m_scroll == kGroupsFitted && pixels == 0) return;
  m_scroll = std::clamp(std::max(m_scroll, 0.0f) + pixels, 0.0f, std::max(0.0f, contentHeight - visibleHeight));
}

}  // namespace strata::inline studio
