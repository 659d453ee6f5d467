#include "engine/trace/store_links.h"

#include <algorithm>

namespace strata::inline trace {

namespace {

/// Slices before device work, higher storeys before lower, and of what begins together outer rows before inner.
std::uint32_t rankOf(const TraceEvent& event, std::uint32_t row) {
  const std::uint32_t work = event.kind == EventKind::Slice ? 0 : 1;
  return work << 31 | static_cast<std::uint32_t>(event.storey) << 24 | std::min(row, 0xFFFFFEu);
}

template <class T>
void growTo(ChunkedVector<T>& records, std::uint32_t id) {
  while (records.size() < id) records.append({});
}

}  // namespace

bool EventSet::insert(EventRef event) {
  std::vector<bool>& in = m_in[{event.track, event.row}];
  if (event.index >= in.size()) in.resize(event.index + std::size_t{1});
  if (in[event.index]) return false;
  in[event.index] = true;
  return true;
}

void LinkIndex::note(const TraceEvent& event, EventRef ref, HostTime end) {
  if (event.call != CallId::None) noteCall(event, ref, end);
  if (event.correlation == CorrelationId::None) return;
  const bool arrives = isWork(event.kind) || (event.flags & kEndsFlow) != 0;
  link(event.correlation, arrives ? kNoEvent : ref, arrives ? ref : kNoEvent, isWork(event.kind));
}

void LinkIndex::noteCall(const TraceEvent& event, EventRef ref, HostTime end) {
  const auto id = static_cast<std::uint32_t>(event.call);
  growTo(m_calls, id);
  CallRecord& call = m_calls.modify(id - 1);
  const std::uint32_t rank = rankOf(event, ref.row);
  // Where slices overlap, what lies within one may stand on a row above it.
  const bool besideTop = rank >> 24 == call.topRank >> 24;
  const bool outer = besideTop && event.begin != call.topBegin ? event.begin < call.topBegin : rank < call.topRank;
  call.begin = call.known() ? std::min(call.begin, event.begin) : event.begin;
  call.end = call.known() ? std::max(call.end, end) : end;
  noteTrack(call, ref.track);
  if (!outer) return;
  call.topRank = rank;
  call.topBegin = event.begin;
  call.top = ref;
}

/// Calls mostly go to and fro between a few tracks: those are not linked again.
void LinkIndex::noteTrack(CallRecord& call, std::uint32_t track) {
  constexpr int kLookedAt = 8;
  std::uint32_t link = call.tracks;
  for (int i = 0; i < kLookedAt && link != kNoMore; ++i, link = m_trackLinks[link].older)
    if (m_trackLinks[link].track == track) return;
  m_trackLinks.append({track, call.tracks});
  call.tracks = static_cast<std::uint32_t>(m_trackLinks.size() - 1);
}

void LinkIndex::noteEnd(CallId call, HostTime end) {
  if (call == CallId::None) return;
  CallRecord& record = m_calls.modify(static_cast<std::uint32_t>(call) - 1);
  record.end = std::max(record.end, end);
}

void LinkIndex::announce(CallId call) {
  growTo(m_calls, static_cast<std::uint32_t>(call));
}

bool LinkIndex::link(CorrelationId correlation, EventRef launch, EventRef work, bool toWork) {
  const auto id = static_cast<std::uint32_t>(correlation);
  growTo(m_flowRecords, id);
  FlowRecord& flow = m_flowRecords.modify(id - 1);
  const bool wasWhole = flow.launch != kNoEvent && flow.work != kNoEvent;
  if (flow.launch == kNoEvent) flow.launch = launch;
  if (m_toWork.size() < id) m_toWork.resize(id);
  if (flow.work == kNoEvent && work != kNoEvent) {
    flow.work = work;
    m_toWork[id - 1] = toWork;
  }
  if (!wasWhole && flow.launch != kNoEvent && flow.work != kNoEvent) {
    ++m_flows;
    if (m_toWork[id - 1] && m_launched.insert(flow.launch)) ++m_launches;
  }
  return flow.work == work;
}

FlowRecord LinkIndex::flow(CorrelationId id) const {
  const auto i = static_cast<std::size_t>(id);
  return i != 0 && i <= m_flowRecords.size() ? m_flowRecords[i - 1] : FlowRecord{};
}

}  // namespace strata::inline trace
