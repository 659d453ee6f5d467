#include "engine/trace/event_sorter.h"

#include <algorithm>
#include <utility>

namespace strata::inline trace {

namespace {

/// A freed chunk has room for two of the store's, with what malloc adds to each.
constexpr std::size_t kChunk = 2 * 1024 + 4;
constexpr std::size_t kRunsLookedAt = 64;

bool isWhole(const TraceEvent& event) {
  return eventStep(event) == EventStep::Add && event.kind != EventKind::Counter && event.kind != EventKind::Instant;
}

bool before(const TraceEvent& a, const TraceEvent& b) {
  if (a.begin != b.begin) return a.begin < b.begin;
  const bool wholeA = isWhole(a), wholeB = isWhole(b);
  if (wholeA != wholeB) return wholeB;
  return wholeA && a.payload > b.payload;
}

}  // namespace

void EventSorter::push(const TraceEvent& event) {
  if (m_filling.size() == kChunk) finishChunk();
  if (m_filling.size() == m_filling.capacity())
    m_filling.reserve(std::min(kChunk, std::max<std::size_t>(32, m_filling.capacity() * 4)));
  m_sorted = m_sorted && (m_filling.empty() || !before(event, m_filling.back()));
  m_filling.push_back(event);
}

void EventSorter::finishChunk() {
  if (m_filling.empty()) return;
  if (!m_sorted) std::stable_sort(m_filling.begin(), m_filling.end(), before);
  const std::size_t first = m_runs.size() - std::min(m_runs.size(), kRunsLookedAt);
  auto run = std::find_if(m_runs.begin() + static_cast<std::ptrdiff_t>(first), m_runs.end(),
                          [&](const Run& r) { return !before(m_filling.front(), r.chunks.back().back()); });
  if (run == m_runs.end()) run = m_runs.emplace(run);
  run->chunks.push_back(std::exchange(m_filling, {}));
  run->serials.push_back(m_chunks++);
  m_sorted = true;
}

bool EventSorter::later(std::uint32_t a, std::uint32_t b) const {
  const TraceEvent &headA = m_runs[a].head(), &headB = m_runs[b].head();
  if (before(headB, headA)) return true;
  return !before(headA, headB) && m_runs[a].serial() > m_runs[b].serial();
}

void EventSorter::start() {
  m_started = true;
  finishChunk();
  for (std::uint32_t i = 0; i < m_runs.size(); ++i) m_heap.push_back(i);
  std::make_heap(m_heap.begin(), m_heap.end(), [this](auto a, auto b) { return later(a, b); });
}

void EventSorter::advance(Run& run) {
  if (++run.at < run.chunks[run.chunk].size()) return;
  Chunk().swap(run.chunks[run.chunk]);  // to assign {} would keep the memory
  ++run.chunk;
  run.at = 0;
}

bool EventSorter::next(TraceEvent& event) {
  if (!m_started) start();
  if (m_heap.empty()) return false;
  const auto order = [this](auto a, auto b) { return later(a, b); };
  Run& run = m_runs[m_heap.front()];
  event = run.head();
  const bool alone = m_heap.size() == 1;
  if (!alone) std::pop_heap(m_heap.begin(), m_heap.end(), order);
  advance(run);
  if (run.chunk == run.chunks.size())
    m_heap.pop_back();
  else if (!alone)
    std::push_heap(m_heap.begin(), m_heap.end(), order);
  return true;
}

}  // namespace strata::inline trace
