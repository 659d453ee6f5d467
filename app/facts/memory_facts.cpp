#include "app/facts/memory_facts.h"

#include <algorithm>
#include <span>
#include <utility>

#include "app/facts/counter_line.h"
#include "app/facts/event_text.h"
#include "app/facts/short_name.h"
#include "app/facts/variant_facts.h"
#include "engine/trace/copy_facts.h"
#include "engine/trace/timed_part.h"
#include "engine/trace/trace_query.h"

namespace strata::inline facts {
namespace {

constexpr std::size_t kMostLaunches = 64;  ///< of a row, looked at for the newest

bool names(std::string_view text, std::string_view word) {
  return text.find(word) != std::string_view::npos;
}

const TraceEvent* valueAt(const RowView& row, std::optional<HostTime> time) {
  const auto index = time ? counterAt(row, *time) : std::optional(static_cast<std::uint32_t>(row.size() - 1));
  return index ? &row[*index] : nullptr;
}

/// What stands in brackets at the end of a counter's name.
std::string sourceIn(std::string_view name) {
  const std::size_t open = name.rfind('(');
  return name.ends_with(')') && open != name.npos ? std::string(name.substr(open + 1, name.size() - open - 2)) : "";
}

const TraceEvent* selectedEvent(const ViewState& state) {
  const auto& event = state.sight.selection.event;
  return event && state.session.snapshot ? findEvent(*state.session.snapshot, *event) : nullptr;
}

/// What peaks and the launch are looked for in.
struct SpokenOf {
  std::span<const TimedPart> parts;  ///< empty: all
  TimedCalls calls;
};

/// A selection outside the timed calls is spoken of within the session.
SpokenOf spokenOf(const ViewState& state) {
  const std::span<const TimedPart> parts = state.session.timed;
  TimedCalls calls(parts);
  const TraceEvent* selected = selectedEvent(state);
  return selected && !calls.holds(*selected) ? SpokenOf{} : SpokenOf{parts, std::move(calls)};
}

/// From what was in use when a part began.
double peakIn(const RowView& row, const TrackInfo& info, TimeRange range) {
  if (info.goneAt(range.begin)) return 0;
  double peak = 0;
  const auto last = counterAt(row, range.end);
  for (std::size_t i = last ? *last + 1 : 0, seen = 0; i-- > 0 && seen < kMostChanges; ++seen) {
    peak = std::max(peak, row[i].value());
    if (row[i].begin <= range.begin) break;
  }
  return peak;
}

/// Whether the agent that counted had ended by then, or has by the end of what is recorded.
bool isGone(const TraceSnapshot& snapshot, const TrackInfo& info, std::optional<HostTime> time) {
  return time ? info.goneAt(*time) : info.ended && *info.ended <= snapshot.bounds()->end;
}

MemoryUse memoryUse(const TraceSnapshot& snapshot, std::uint32_t track, std::optional<HostTime> time,
                    std::span<const TimedPart> parts) {
  const RowView& row = snapshot.row(track, 0);
  const TrackInfo& info = snapshot.tracks()[track];
  MemoryUse use;
  use.track = track;
  use.source = sourceIn(info.name);
  if (const TraceEvent* value = valueAt(row, time)) {
    use.now = Fact{value->value(), value->provenance};
    use.since = value->begin;
  }
  if (use.now && isGone(snapshot, info, time)) {
    use.now->value = 0;
    use.since = *info.ended;
  }
  for (std::size_t i = row.size() - std::min(row.size(), kMostChanges); i < row.size(); ++i)
    use.highest = std::max(use.highest, row[i].value());
  use.peak = parts.empty() ? use.highest : 0;
  for (const TimedPart& part : parts) use.peak = std::max(use.peak, peakIn(row, info, part.range));
  return use;
}

std::optional<MemoryUse>* useOf(MemoryFacts& facts, const TraceSnapshot& snapshot, std::uint32_t track) {
  const TrackInfo& info = snapshot.tracks()[track];
  if (info.unit != "bytes" || snapshot.rowCount(track) == 0 || snapshot.row(track, 0).empty()) return nullptr;
  return names(info.name, "device memory reserved") ? &facts.reserved
         : names(info.name, "device")               ? &facts.device
         : names(info.name, "pinned")               ? &facts.pinned
         : names(info.name, "pageable")             ? &facts.pageable
                                                    : nullptr;
}

/// What another agent has counted, too, or other tools under the same name.
void addPeak(MemoryUse& use, const MemoryUse& other) {
  if (use.source != other.source) return;
  use.ofSeveral = true;
  use.peak = std::max(use.peak, other.peak);
  use.highest = std::max(use.highest, other.highest);
}

/// Each agent of a session counts on a track of its own; the one that spoke last before the time tells what is in use.
void keepNewest(std::optional<MemoryUse>& kept, MemoryUse use) {
  if (!kept) {
    kept = std::move(use);
    return;
  }
  if (use.since >= kept->since) std::swap(*kept, use);
  addPeak(*kept, use);
}

std::string nameInTracks(const DeviceInfo& device) {
  return deviceInTracks(device.backend, device.index, device.name);
}

/// The device whose memory is shown: the selected event's, else the session's newest; empty: not known.
std::string shownDevice(const ViewState& state) {
  const TraceEvent* selected = selectedEvent(state);
  const std::string device = selected ? state.session.snapshot->tracks()[selected->track].device : "";
  return device.empty() && state.session.hello ? nameInTracks(state.session.hello->device) : device;
}

/// What is known of that device: nothing where none of the session's agents had it.
const DeviceInfo* infoOf(const ViewState& state, std::string_view device) {
  const SessionFacts& session = state.session;
  if (!session.hello) return session.foreignGpu ? &*session.foreignGpu : nullptr;
  if (nameInTracks(session.hello->device) == device) return &session.hello->device;
  const auto known = std::ranges::find(session.devices, device, nameInTracks);
  return known == session.devices.end() ? nullptr : &*known;
}

void readCopies(MemoryFacts& facts, const TraceSnapshot& snapshot, std::optional<HostTime> time) {
  eachNewCopy(facts, snapshot, [&](const TraceEvent& copy, EventRef ref) {
    const std::string_view direction = copyDirection(snapshot, copy);
    if (direction != facts.down.direction && direction != facts.up.direction) return;
    LinkUse& link = direction == facts.down.direction ? facts.down : facts.up;
    ++link.copies;
    link.took += copy.duration();
    const auto bytes = snapshot.number(copy, arg::kBytes);
    const bool cached = staysInCache(facts, bytes);
    const auto speed = copySpeed(snapshot, copy);
    link.tooSmall += bytes && *bytes < kLeastBytesOfSpeed;
    if (auto& best = cached ? link.inCache : link.best; speed) best = std::max(best.value_or(0), *speed);
    if (time && copy.begin > *time) return;
    const TraceEvent* last = link.lastCopy ? findEvent(snapshot, *link.lastCopy) : nullptr;
    if (last && last->begin >= copy.begin) return;
    link.last = cached ? std::nullopt : speed;  // none where the last tells none
    link.lastCopy = ref;
  });
}

bool takeLaunch(MemoryFacts& facts, const TraceSnapshot& snapshot, EventRef ref) {
  const TraceEvent& event = snapshot.event(ref);
  const auto x = snapshot.number(event, arg::kGridX);
  if (!x) return false;
  const double others =
      snapshot.number(event, arg::kGridY).value_or(1) * snapshot.number(event, arg::kGridZ).value_or(1);
  facts.launch = {ref, shortName(snapshot.name(event.name)), *x * others,
                  shapeText(snapshot, event, arg::kBlockX, arg::kBlockY, arg::kBlockZ)};
  return true;
}

/// The selected kernel, else the first of the selected call; whether there is a kernel in the selection.
bool takeSelectedLaunch(MemoryFacts& facts, const ViewState& state) {
  const TraceSnapshot& snapshot = *state.session.snapshot;
  if (state.sight.selection.event && findEvent(snapshot, *state.sight.selection.event) &&
      takeLaunch(facts, snapshot, *state.sight.selection.event))
    return true;
  if (state.sight.selection.call == CallId::None) return false;
  const auto events = eventsOfCall(snapshot, state.sight.selection.call);
  if (std::ranges::any_of(events, [&](EventRef ref) { return takeLaunch(facts, snapshot, ref); })) return true;
  facts.withoutGrid =
      std::ranges::any_of(events, [&](EventRef ref) { return snapshot.event(ref).kind == EventKind::Kernel; });
  return facts.withoutGrid;
}

/// Behind the last that is looked at: work of timed calls may begin a little after them.
std::size_t endOfLook(const RowView& row, const SpokenOf& of) {
  const auto last = of.parts.empty() ? std::nullopt : counterAt(row, of.parts.back().range.end);
  return of.parts.empty() ? row.size() : std::min(row.size(), (last ? *last + 1 : 0) + kMostLaunches);
}

void readNewestLaunch(MemoryFacts& facts, const TraceSnapshot& snapshot, std::uint32_t track, const SpokenOf& of) {
  for (std::uint32_t r = 0; r < snapshot.rowCount(track); ++r) {
    const RowView& row = snapshot.row(track, r);
    for (std::size_t i = endOfLook(row, of), seen = 0; i-- > 0 && seen < 2 * kMostLaunches; ++seen) {
      const TraceEvent* before = facts.launch ? findEvent(snapshot, facts.launch->ref) : nullptr;
      if (before && before->begin > row[i].begin) break;
      if (!of.calls.holds(row[i])) continue;
      if (takeLaunch(facts, snapshot, {track, r, static_cast<std::uint32_t>(i)})) break;
      facts.withoutGrid |= !of.calls.all() && row[i].kind == EventKind::Kernel;
    }
  }
}

void readTracks(MemoryFacts& facts, const ViewState& state) {
  const TraceSnapshot& snapshot = *state.session.snapshot;
  const TraceEvent* selected = selectedEvent(state);
  const auto time = selected ? std::optional(selected->begin) : std::nullopt;
  const TrackInfo* where = selected ? &snapshot.tracks()[selected->track] : nullptr;
  facts.launchedNothing = launchedNothing(state.session);
  const bool launchKnown = takeSelectedLaunch(facts, state) || facts.launchedNothing;
  const SpokenOf of = spokenOf(state);
  facts.ofTimed = !of.calls.all();
  std::vector<std::uint32_t> others;  // counters of agents that do not tell what is in use
  for (std::uint32_t i = 0; i < snapshot.tracks().size(); ++i) {
    const TrackInfo& info = snapshot.tracks()[i];
    if (!isOfShownDevice(facts, info)) continue;
    if (info.kind == TrackKind::Queue && !launchKnown) readNewestLaunch(facts, snapshot, i, of);
    std::optional<MemoryUse>* const use = info.kind == TrackKind::Counter ? useOf(facts, snapshot, i) : nullptr;
    if (!use) continue;
    if (where && !info.device.empty() && info.run() != where->run())
      others.push_back(i);
    else
      keepNewest(*use, memoryUse(snapshot, i, time, of.parts));
  }
  for (const std::uint32_t track : others)
    if (auto& use = *useOf(facts, snapshot, track)) addPeak(*use, memoryUse(snapshot, track, time, of.parts));
  if (facts.launch) {
    facts.withoutGrid = false;
    facts.launch->otherRun = otherRunOf(state.session, snapshot.event(facts.launch->ref).call);
  }
  readCopies(facts, snapshot, time);
}

// Data sheets and probes say GB/s.
std::optional<double> specRate(const DeviceInfo& device, std::string_view word) {
  for (const DeviceFact& fact : device.facts)
    if (names(fact.key, word) && fact.unit == "GB/s" && fact.provenance == Provenance::Spec) return fact.value * 1e9;
  return std::nullopt;
}

void readDevice(MemoryFacts& facts, const DeviceInfo& device) {
  facts.sameRam = device.isProcessor();
  const auto cache = std::ranges::find(device.facts, "L2 cache", &DeviceFact::key);  // a core's own
  if (facts.sameRam && cache != device.facts.end()) facts.cachedCopy = cache->value / 2;
  if (device.memoryBytes > 0) facts.deviceBytes = static_cast<double>(device.memoryBytes);
  facts.units = device.computeUnits;
  facts.unitName = device.computeUnitName;
  facts.linkSpec = specRate(device, "link");
  facts.bandwidthSpec = specRate(device, "memory bandwidth");
}

}  // namespace

bool isOfShownDevice(const MemoryFacts& facts, const TrackInfo& track) {
  return track.device.empty() || facts.ofDevice.empty() || track.device == facts.ofDevice;
}

bool staysInCache(const MemoryFacts& facts, std::optional<double> bytes) {
  return facts.cachedCopy && bytes && *bytes <= *facts.cachedCopy;
}

std::optional<double> copySpeed(const TraceSnapshot& snapshot, const TraceEvent& copy) {
  const auto bytes = snapshot.number(copy, arg::kBytes);
  const double seconds = copy.duration().seconds();
  return bytes && *bytes >= kLeastBytesOfSpeed && seconds > 0 ? std::optional(*bytes / seconds) : std::nullopt;
}

void eachNewCopy(const MemoryFacts& facts, const TraceSnapshot& snapshot,
                 const std::function<void(const TraceEvent&, EventRef)>& use) {
  for (std::uint32_t track = 0; track < snapshot.tracks().size(); ++track) {
    if (!isOfShownDevice(facts, snapshot.tracks()[track])) continue;
    const ChunkedView<EventRef>& copies = snapshot.copies(track);
    for (std::size_t i = copies.size(); i > copies.size() - std::min(copies.size(), kMostCopies); --i)
      if (const TraceEvent& copy = snapshot.event(copies[i - 1]); copy.kind == EventKind::Copy && !copy.open())
        use(copy, copies[i - 1]);
  }
}

MemoryFacts memoryFacts(const ViewState& state) {
  MemoryFacts facts;
  facts.ofDevice = shownDevice(state);
  if (const DeviceInfo* device = infoOf(state, facts.ofDevice))
    readDevice(facts, *device);
  else
    facts.sameRam = facts.ofDevice.starts_with("cpu:");
  if (state.session.snapshot) readTracks(facts, state);
  for (const RunResult& result : state.session.results) {
    if (!result.gbytesPerSecond) continue;
    const auto kind = result.kinds.find("gbytes_per_s");
    facts.traffic.push_back(
        {result.variant,
         {*result.gbytesPerSecond * 1e9, kind == result.kinds.end() ? Provenance::Measured : kind->second}});
  }
  return facts;
}

}  // namespace strata::inline facts
