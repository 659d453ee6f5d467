#include "engine/trace/trace_snapshot.h"

#include <algorithm>
#include <limits>

#include "engine/trace/snapshot_data.h"

namespace strata::inline trace {

bool TraceSnapshot::holds(EventRef ref) const {
  if (ref == kNoEvent) return false;
  const auto& rows = *m_data->rows[ref.track];
  return (ref.row < rows.size() && ref.index < rows[ref.row].size()) || openAt(ref) != nullptr;
}

const TraceEvent* TraceSnapshot::openAt(EventRef ref) const {
  for (const OpenEvent& open : m_data->open)
    if (open.event.track == ref.track && open.row == ref.row) return &open.event;
  return nullptr;
}

std::span<const TrackInfo> TraceSnapshot::tracks() const {
  return *m_data->tracks;
}
std::size_t TraceSnapshot::rowCount(std::uint32_t track) const {
  return m_data->rows[track]->size();
}
const RowView& TraceSnapshot::row(std::uint32_t track, std::uint32_t row) const {
  return (*m_data->rows[track])[row];
}

const TraceEvent& TraceSnapshot::event(EventRef ref) const {
  const auto& rows = *m_data->rows[ref.track];
  if (ref.row < rows.size() && ref.index < rows[ref.row].size()) return rows[ref.row][ref.index];
  static constexpr TraceEvent kNothing{};
  const TraceEvent* open = openAt(ref);
  return open ? *open : kNothing;
}

const ChunkedView<EventRef>& TraceSnapshot::copies(std::uint32_t track) const {
  return m_data->copies[track];
}

std::span<const TraceSnapshot::OpenEvent> TraceSnapshot::openEvents() const {
  return m_data->open;
}

std::string_view TraceSnapshot::name(NameId id) const {
  return m_data->names[id];
}
std::size_t TraceSnapshot::nameCount() const {
  return m_data->names.texts.size();
}
std::span<const Arg> TraceSnapshot::args(const TraceEvent& event) const {
  return m_data->args[event.args];
}

std::optional<ArgValue> TraceSnapshot::arg(const TraceEvent& event, std::string_view key) const {
  for (const Arg& arg : args(event))
    if (name(arg.key) == key) return arg.value;
  return std::nullopt;
}

std::optional<double> TraceSnapshot::number(const TraceEvent& event, std::string_view key) const {
  const std::optional<ArgValue> value = arg(event, key);
  return value ? numberIn(*value) : std::nullopt;
}

std::string_view TraceSnapshot::text(const TraceEvent& event, std::string_view key) const {
  const std::optional<ArgValue> value = arg(event, key);
  const auto* id = value ? std::get_if<NameId>(&*value) : nullptr;
  return id ? name(*id) : std::string_view{};
}

std::optional<TimeRange> TraceSnapshot::bounds() const {
  return m_data->bounds;
}
std::optional<TimeRange> TraceSnapshot::lastingBounds() const {
  return m_data->lasting;
}

std::optional<std::int64_t> TraceSnapshot::recordedAt() const {
  constexpr std::int64_t kLatest = std::numeric_limits<std::int64_t>::max();
  if (!m_data->bounds || !m_data->wallClock) return std::nullopt;
  const std::int64_t begin = m_data->bounds->begin.ns, zero = *m_data->wallClock;
  if (zero > kLatest - begin || zero + begin < 0) return std::nullopt;
  return zero + begin;
}

std::size_t TraceSnapshot::callCount() const {
  return m_data->calls.size();
}

std::optional<CallInfo> TraceSnapshot::call(CallId id) const {
  const auto i = static_cast<std::size_t>(id);
  if (i == 0 || i > m_data->calls.size()) return std::nullopt;
  const CallRecord& call = m_data->calls[i - 1];
  if (!call.known()) return std::nullopt;
  return CallInfo{call.begin, call.end, call.top};
}

std::vector<std::uint32_t> TraceSnapshot::tracksOfCall(CallId id) const {
  std::vector<std::uint32_t> tracks;
  if (!call(id)) return tracks;
  const ChunkedView<TrackLink>& links = m_data->trackLinks;
  for (std::uint32_t i = m_data->calls[static_cast<std::size_t>(id) - 1].tracks; i != kNoMore; i = links[i].older)
    tracks.push_back(links[i].track);
  std::sort(tracks.begin(), tracks.end());
  tracks.erase(std::unique(tracks.begin(), tracks.end()), tracks.end());
  return tracks;
}

std::size_t TraceSnapshot::correlationCount() const {
  return m_data->flows.size();
}

std::optional<EventRef> TraceSnapshot::launchOf(CorrelationId id) const {
  const auto i = static_cast<std::size_t>(id);
  if (i == 0 || i > m_data->flows.size() || !holds(m_data->flows[i - 1].launch)) return std::nullopt;
  return m_data->flows[i - 1].launch;
}

std::optional<EventRef> TraceSnapshot::workOf(CorrelationId id) const {
  const auto i = static_cast<std::size_t>(id);
  if (i == 0 || i > m_data->flows.size() || !holds(m_data->flows[i - 1].work)) return std::nullopt;
  return m_data->flows[i - 1].work;
}

std::span<const SessionMessage> TraceSnapshot::messages() const {
  return m_data->messages.span();
}
std::span<const std::string> TraceSnapshot::problems() const {
  return m_data->problems.span();
}
const TraceSnapshot::Totals& TraceSnapshot::totals() const {
  return m_data->totals;
}
bool TraceSnapshot::complete() const {
  return m_data->complete;
}
SnapshotState TraceSnapshot::state() const {
  return m_data->state;
}

}  // namespace strata::inline trace
