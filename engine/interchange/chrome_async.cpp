#include "engine/interchange/chrome_async.h"

#include <algorithm>
#include <utility>

namespace strata::inline interchange {

namespace {

EventStep asyncStep(char phase) {
  if (phase == 'b' || phase == 'S') return EventStep::Begin;
  return phase == 'e' || phase == 'F' ? EventStep::End : EventStep::Add;
}

}  // namespace

std::uint32_t ChromeAsync::originOf(const ChromeRecord& record, NameId category, std::int64_t pid) {
  std::string key(record.category);
  key.append(1, '\0').append(record.id.text);
  if (record.idIsLocal) key.append(1, '\0').append(std::to_string(pid));
  const std::uint32_t match = m_matches.try_emplace(std::move(key), m_matches.size()).first->second;
  const auto [origin, isNew] = m_originOf.try_emplace({match, pid}, m_origins.size());
  if (isNew) m_origins.push_back({match, category, pid});
  return origin->second;
}

void ChromeAsync::take(const ChromeRecord& record, TraceEvent event, NameId category, std::int64_t pid,
                       std::uint64_t offset) {
  const EventStep step = asyncStep(record.phase);
  if (step == EventStep::Add) event.kind = EventKind::Instant;
  if (step == EventStep::End && record.args.empty()) event.args = 0;
  setEventStep(event, step);
  event.track = originOf(record, category, pid);
  event.payload = static_cast<std::int64_t>(offset);
  m_events.push(event);
}

void ChromeAsync::finish() {
  std::vector<std::vector<Open>> openOf(m_matches.size());
  for (TraceEvent event; m_events.next(event);) {
    std::vector<Open>& open = openOf[m_origins[event.track].match];
    switch (eventStep(event)) {
      case EventStep::Begin: begin(event, open); break;
      case EventStep::End: end(event, open); break;
      case EventStep::Add: add(event, groupOf(event, open), 0); break;
    }
  }
  for (const std::vector<Open>& open : openOf)
    for (const Open& slice : open) add(slice.event, slice.group, kOpen.ns);
}

/// What the outermost slice that its own process has open is called, else its own name.
std::string ChromeAsync::groupOf(const TraceEvent& event, const std::vector<Open>& open) const {
  const auto outermost = std::ranges::find(open, event.track, [](const Open& slice) { return slice.event.track; });
  return outermost == open.end() ? std::string(m_store.name(event.name)) : outermost->group;
}

void ChromeAsync::begin(const TraceEvent& event, std::vector<Open>& open) {
  std::string group = groupOf(event, open);
  open.push_back({event, std::move(group)});
}

/// Of several begins that fit, the last of the end's own process is meant, else the last of all.
void ChromeAsync::end(const TraceEvent& event, std::vector<Open>& open) {
  const auto fits = [&](const Open& slice) { return event.name == NameId::None || slice.event.name == event.name; };
  const auto isNear = [&](const Open& slice) { return fits(slice) && slice.event.track == event.track; };
  auto found = std::find_if(open.rbegin(), open.rend(), isNear);
  if (found == open.rend()) found = std::find_if(open.rbegin(), open.rend(), fits);
  if (found == open.rend()) return m_facts.skip("without a begin", static_cast<std::uint64_t>(event.payload));
  Open slice = std::move(*found);
  open.erase(std::next(found).base());
  slice.event.args = m_store.keepArgs(slice.event.args, m_store.keptArgs(event.args));
  setEventStep(slice.event, EventStep::Add);
  add(slice.event, slice.group, (event.begin - slice.event.begin).ns);
}

void ChromeAsync::add(const TraceEvent& event, const std::string& group, std::int64_t length) {
  const Origin& origin = m_origins[event.track];
  TraceEvent placed = event;
  placed.payload = length;
  m_trace.readsAt({.at = static_cast<std::uint64_t>(event.payload)});
  m_trace.add(m_trace.named(origin.pid, group), placed, origin.category);
}

}  // namespace strata::inline interchange
