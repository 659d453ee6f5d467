#include "app/facts/memory_allocations.h"

#include <algorithm>

#include "app/facts/counter_line.h"

namespace strata::inline facts {
namespace {

struct Step {
  double bytes = 0;
  std::size_t index = 0;  ///< in the counter's row
};

/// Larger first, of equal ones the earlier.
bool larger(const Step& a, const Step& b) {
  return a.bytes != b.bytes ? a.bytes > b.bytes : a.index < b.index;
}

std::size_t firstRead(const RowView& row) {
  return row.size() - std::min(row.size(), kMostChanges);
}

/// Of a counter's first value: what was there already, where the change says how large it is.
double valueBefore(const TraceSnapshot& snapshot, const TraceEvent& change) {
  const auto bytes = snapshot.number(change, arg::kBytes);
  return bytes ? change.value() - *bytes : 0;
}

/// The largest steps up in order of time; fills in peak and counts.
std::vector<Step> largestSteps(const TraceSnapshot& snapshot, const RowView& row, AllocationMap& map) {
  std::vector<Step> heap;
  const std::size_t first = firstRead(row);
  if (first == 0) map.before = valueBefore(snapshot, row[first]);
  double before = first > 0 ? row[first - 1].value() : map.before;
  for (std::size_t i = first; i < row.size(); ++i) {
    const double value = row[i].value();
    const Step step{value - before, i};
    before = value;
    if (i == first || value > map.peak) map.peak = value, map.peakAt = row[i].begin;
    if (step.bytes <= 0) continue;
    if (heap.size() == kMostAllocations) ++map.folded;
    if (heap.size() == kMostAllocations && !larger(step, heap.front())) continue;
    if (heap.size() == kMostAllocations) {
      std::ranges::pop_heap(heap, larger);
      heap.pop_back();
    }
    heap.push_back(step);
    std::ranges::push_heap(heap, larger);
  }
  std::ranges::sort(heap, {}, &Step::index);
  return heap;
}

std::optional<std::int64_t> addressOf(const TraceSnapshot& snapshot, const TraceEvent& change) {
  const auto value = snapshot.arg(change, arg::kAddress);
  const auto* address = value ? std::get_if<std::int64_t>(&*value) : nullptr;
  return address ? std::optional(*address) : std::nullopt;
}

struct Live {
  std::size_t allocation;
  double bytes;
  std::optional<std::int64_t> address;
};

/// Walks through the counter once more and finds the end of each allocation.
void findEnds(const TraceSnapshot& snapshot, const RowView& row, const std::vector<Step>& steps, AllocationMap& map) {
  std::vector<Live> live;
  std::size_t next = 0;
  for (std::size_t i = steps.empty() ? row.size() : steps.front().index; i < row.size(); ++i) {
    if (next < steps.size() && steps[next].index == i) {
      live.push_back({next, steps[next].bytes, addressOf(snapshot, row[i])});
      map.bySize |= !live.back().address;
      ++next;
      continue;
    }
    if (live.empty() && next == steps.size()) return;
    const double freed = row[i - 1].value() - row[i].value();
    if (freed <= 0 || std::ranges::find(live, freed, &Live::bytes) == live.end()) continue;
    const auto address = addressOf(snapshot, row[i]);
    const auto which = std::ranges::find_if(
        live, [&](const Live& one) { return one.bytes == freed && (!address || one.address == address); });
    if (which == live.end()) continue;
    map.largest[which->allocation].end = row[i].begin;
    live.erase(which);
  }
}

/// The innermost slice of a row's track that holds this time.
std::optional<EventRef> sliceAt(const TraceSnapshot& snapshot, std::uint32_t track, HostTime time) {
  for (auto r = static_cast<std::uint32_t>(snapshot.rowCount(track)); r-- > 0;) {
    const RowView& row = snapshot.row(track, r);
    const auto index = counterAt(row, time);
    if (index && row[*index].kind == EventKind::Slice && row[*index].end() >= time) return EventRef{track, r, *index};
  }
  return std::nullopt;
}

std::vector<std::uint32_t> ownerTracks(const TraceSnapshot& snapshot) {
  std::vector<std::uint32_t> tracks;
  for (std::uint32_t i = 0; i < snapshot.tracks().size(); ++i) {
    const TrackInfo& info = snapshot.tracks()[i];
    if (info.kind == TrackKind::Host && info.storey <= Storey::Library) tracks.push_back(i);
  }
  // The lower storey knows best what the memory is for.
  std::ranges::stable_sort(tracks, std::ranges::greater{},
                           [&](std::uint32_t t) { return snapshot.tracks()[t].storey; });
  return tracks;
}

void findOwners(const TraceSnapshot& snapshot, AllocationMap& map) {
  const std::vector<std::uint32_t> tracks = ownerTracks(snapshot);
  for (Allocation& one : map.largest)
    for (std::size_t i = 0; i < tracks.size() && !one.owner; ++i) one.owner = sliceAt(snapshot, tracks[i], one.begin);
}

}  // namespace

AllocationMap allocationMap(const TraceSnapshot& snapshot, std::uint32_t track, HostTime end) {
  AllocationMap map;
  map.track = track;
  const RowView& row = snapshot.row(track, 0);
  map.unread = firstRead(row);
  const std::vector<Step> steps = largestSteps(snapshot, row, map);
  for (const Step& step : steps) map.largest.push_back({step.bytes, row[step.index].begin, {}, {}});
  findEnds(snapshot, row, steps, map);
  if (const auto ended = snapshot.tracks()[track].ended; ended && *ended <= end)
    for (Allocation& one : map.largest) one.end = one.end.value_or(*ended);
  findOwners(snapshot, map);
  const auto life = [&](const Allocation& one) { return (one.end.value_or(end) - one.begin).ns; };
  std::ranges::stable_sort(map.largest, std::ranges::greater{}, life);
  return map;
}

}  // namespace strata::inline facts
