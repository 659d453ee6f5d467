#include "engine/trace/timed_part.h"

#include <algorithm>
#include <iterator>

namespace strata::inline trace {

namespace {

CallId callNumbered(std::size_t number) {
  return CallId{static_cast<std::uint32_t>(number)};
}

bool flushesCaches(const TraceSnapshot& snapshot, std::size_t call) {
  const auto info = snapshot.call(callNumbered(call));
  return info && snapshot.name(snapshot.event(info->top).name) == kCachesFlushed;
}

/// Adds what of these calls the session has.
void addPart(std::size_t first, std::size_t last, const TraceSnapshot& snapshot, std::vector<TimedPart>& parts) {
  std::optional<CallInfo> begun, ended;
  for (std::size_t call = first; !begun && call <= last; ++call) begun = snapshot.call(callNumbered(call));
  if (!begun) return;
  for (std::size_t call = last; !ended; --call) ended = snapshot.call(callNumbered(call));
  parts.push_back({callNumbered(first), callNumbered(last), {begun->begin, std::max(begun->end, ended->end)}});
}

}  // namespace

std::vector<TimedPart> timedPartsOf(std::size_t first, std::size_t last, const TraceSnapshot& snapshot) {
  last = std::min(std::max(first, last), snapshot.callCount());
  std::vector<TimedPart> parts;
  if (flushesCaches(snapshot, first - 1))
    for (std::size_t call = first; call <= last; ++call) {
      if (!flushesCaches(snapshot, call)) continue;
      addPart(first, call - 1, snapshot, parts);
      first = call + 1;
    }
  addPart(first, last, snapshot, parts);
  return parts;
}

std::vector<TimedPart> joinedParts(std::vector<TimedPart> parts) {
  std::ranges::sort(parts, {}, &TimedPart::first);
  std::vector<TimedPart> apart;
  apart.reserve(parts.size());
  for (const TimedPart& part : parts) {
    TimedPart* before = apart.empty() ? nullptr : &apart.back();
    if (!before || (part.first > before->last && part.range.begin >= before->range.end)) {
      apart.push_back(part);
      continue;
    }
    before->last = std::max(before->last, part.last);
    before->range.begin = std::min(before->range.begin, part.range.begin);
    before->range.end = std::max(before->range.end, part.range.end);
  }
  return apart;
}

TimedCalls::TimedCalls(std::span<const TimedPart> parts) : m_parts(parts.begin(), parts.end()) {
  std::vector<std::pair<CallId, CallId>> all;
  all.reserve(m_parts.size());
  for (const TimedPart& part : m_parts) all.emplace_back(part.first, part.last);
  std::ranges::sort(all);
  m_calls.reserve(all.size());
  for (const auto& [first, last] : all) {
    if (m_calls.empty() || first > m_calls.back().second)
      m_calls.emplace_back(first, last);
    else
      m_calls.back().second = std::max(m_calls.back().second, last);
  }
}

bool TimedCalls::holds(CallId call) const {
  const auto after = std::ranges::upper_bound(m_calls, call, {}, &std::pair<CallId, CallId>::first);
  return after != m_calls.begin() && call <= std::prev(after)->second;
}

bool TimedCalls::holds(const LevelCall& call) const {
  return all() || std::ranges::any_of(call.calls, [&](CallId id) { return holds(id); });
}

bool TimedCalls::inAnyPart(const TraceEvent& event) const {
  if (event.call != CallId::None) return holds(event.call);
  return std::ranges::any_of(m_parts, [&](const TimedPart& part) { return part.holds(event); });
}

}  // namespace strata::inline trace
