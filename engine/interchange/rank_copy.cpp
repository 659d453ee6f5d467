#include "engine/interchange/rank_copy.h"

#include <algorithm>
#include <span>
#include <utility>

#include "engine/interchange/track_steps.h"
#include "engine/trace/merged_events.h"

namespace strata::inline interchange {

namespace {

constexpr std::uint64_t kRankUuid = std::uint64_t{0x524B} << 48;

}  // namespace

RankCopy::RankCopy(const TraceSnapshot& rank, std::string label, std::int64_t shiftNs, TakenIds& ids, TraceStore& store)
    : m_rank(rank),
      m_label(std::move(label)),
      m_shift(shiftNs),
      m_ids(ids),
      m_before(ids),
      m_store(store),
      m_names(rank.nameCount()),
      m_nameCopied(rank.nameCount()) {}

std::uint64_t RankCopy::copy() {
  for (std::uint32_t i = 1; i <= m_rank.correlationCount(); ++i)
    for (const auto& end : {m_rank.launchOf(CorrelationId{i}), m_rank.workOf(CorrelationId{i})})
      if (end) m_copiedEnds.emplace(*end, kNoEvent);
  for (const bool work : {false, true})  // launches before their work
    for (std::uint32_t index = 0; index < m_rank.tracks().size(); ++index) {
      if (isDeviceTrack(m_rank.tracks()[index].kind) == work) copyEvents(index);
    }
  linkArrows();
  ++m_ids.ranks;
  m_ids.calls += static_cast<std::uint32_t>(m_rank.callCount());
  m_ids.correlations += static_cast<std::uint32_t>(m_rank.correlationCount());
  const auto isOpenWork = [](const TraceSnapshot::OpenEvent& open) { return isOnDevice(open.event.kind); };
  return static_cast<std::uint64_t>(std::ranges::count_if(m_rank.openEvents(), isOpenWork));
}

/// Of the ranks of several machines two may have the same.
std::int64_t RankCopy::pidInAll(std::int64_t own) {
  const auto [found, isNew] = m_pids.try_emplace(own, own);
  if (isNew)
    while (!m_ids.pids.insert(found->second).second) ++found->second;
  return found->second;
}

/// Several queues may be of one stream.
std::uint32_t RankCopy::streamInAll(std::uint32_t own) {
  if (own == 0) return 0;
  const auto [found, isNew] = m_streams.try_emplace(own, 0);
  if (isNew) found->second = ++m_ids.streams;
  return found->second;
}

/// Each rank has its own.
std::int64_t RankCopy::deviceInAll(std::int64_t own) {
  const auto [found, isNew] = m_devices.try_emplace(own, 0);
  if (isNew) found->second = ++m_ids.devices;
  return found->second;
}

std::uint32_t RankCopy::addTrack(std::uint32_t index) {
  TrackInfo info = m_rank.tracks()[index];
  info.uuid = kRankUuid | std::uint64_t{m_before.ranks + 1} << 32 | index;
  const bool ofThread = info.kind == TrackKind::Host || info.kind == TrackKind::TracingCost;
  if (isDeviceTrack(info.kind))
    info.pid = deviceInAll(info.pid);
  else if (ofThread || info.pid != 0)
    info.pid = pidInAll(info.pid);
  info.stream = streamInAll(info.stream);
  std::string& name = ofThread ? info.thread : info.name;
  name = name.empty() ? m_label : m_label + " · " + name;
  return m_store.track(info);
}

void RankCopy::copyEvents(std::uint32_t index) {
  MergedEvents events(m_rank, std::span(&index, 1), kNever);
  if (events.empty() && m_rank.tracks()[index].dropped == 0) return;
  const std::uint32_t to = addTrack(index);
  for (; !events.empty(); events.pop()) {
    const MergedEvents::Head& head = events.front();
    const TraceEvent event = translated(*head.event, to);
    const EventRef ref = event.open() ? m_store.begin(event) : m_store.add(event);
    if (event.cutOff()) m_store.cutOff(ref, event.seenEnd(event.begin));
    if (const auto end = m_copiedEnds.find(head.ref); end != m_copiedEnds.end()) end->second = ref;
  }
}

/// Those that the events bear themselves are there; the store keeps the ends that it has.
void RankCopy::linkArrows() {
  for (std::uint32_t i = 1; i <= m_rank.correlationCount(); ++i) {
    const auto from = m_rank.launchOf(CorrelationId{i}), to = m_rank.workOf(CorrelationId{i});
    if (from && to)
      m_store.link(CorrelationId{m_before.correlations + i}, m_copiedEnds.at(*from), m_copiedEnds.at(*to));
  }
}

TraceEvent RankCopy::translated(const TraceEvent& own, std::uint32_t track) {
  TraceEvent event = own;
  event.begin.ns += m_shift;
  event.track = track;
  event.name = internName(own.name);
  event.args = keepArgs(own);
  if (own.call != CallId::None) event.call = CallId{m_before.calls + static_cast<std::uint32_t>(own.call)};
  if (own.correlation != CorrelationId::None)
    event.correlation = CorrelationId{m_before.correlations + static_cast<std::uint32_t>(own.correlation)};
  return event;
}

NameId RankCopy::internName(NameId own) {
  const auto index = static_cast<std::size_t>(own);
  if (index >= m_names.size()) return NameId::None;
  if (!m_nameCopied[index]) m_names[index] = m_store.intern(m_rank.name(own));
  m_nameCopied[index] = true;
  return m_names[index];
}

std::uint32_t RankCopy::keepArgs(const TraceEvent& event) {
  if (event.args == 0) return 0;
  const auto [found, isNew] = m_args.try_emplace(event.args, 0);
  if (!isNew) return found->second;
  std::vector<Arg> copied;
  for (Arg arg : m_rank.args(event)) {
    arg.key = internName(arg.key);
    if (const NameId* text = std::get_if<NameId>(&arg.value)) arg.value = internName(*text);
    copied.push_back(arg);
  }
  return found->second = m_store.keepArgs(copied);
}

}  // namespace strata::inline interchange
