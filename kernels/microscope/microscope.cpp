#include "kernels/microscope/microscope.h"

#include <algorithm>
#include <utility>

#include "engine/backends/cpu/cpu_thread.h"
#include "kernels/microscope/compiled_accesses.h"
#include "kernels/microscope/loaded_object.h"
#include "kernels/microscope/memory_counts.h"

namespace strata::inline microscope {
PlaceCounts& PlaceCounts::operator+=(const PlaceCounts& other) {
  what = other.what;
  space = other.space;
  compiled = other.compiled;
  requests += other.requests;
  lanes += other.lanes;
  askedBytes += other.askedBytes;
  sectors += other.sectors;
  lines += other.lines;
  usedBytes += other.usedBytes;
  wavefronts += other.wavefronts;
  phases += other.phases;
  worstWays = std::max(worstWays, other.worstWays);
  for (const auto& [shape, pattern] : other.patterns) {
    RequestPattern& mine = patterns[shape];
    if (mine.requests == 0) mine.offsets = pattern.offsets;
    mine.requests += pattern.requests;
  }
  return *this;
}

std::vector<RequestPattern> PlaceCounts::typicalPatterns(std::size_t most) const {
  std::vector<RequestPattern> all;
  for (const auto& [shape, pattern] : patterns) all.push_back(pattern);
  std::ranges::stable_sort(all, std::greater(), &RequestPattern::requests);
  all.resize(std::min(all.size(), most));
  return all;
}

Microscope::Microscope(const AccessWidths& widths)
    : m_widths(widths), m_loadsInPairs(!widths.architecture.starts_with("gfx")) {}

Microscope::~Microscope() {
  watchThread(nullptr);
}

void Microscope::launchBegins(const ObservedLaunch& launch) {
  if (launch.kernel != m_launch.kernel) m_compiled.clear();
  m_launch = launch;
  m_launches.push_back({std::string(launch.kernel), launch.shape, {}});
  if (m_choose) m_sample = m_choose(launch);
  m_deviceBegin = m_deviceBytes = 0;
  if (launch.deviceMemory.empty()) return;
  const std::span<const std::byte> last = launch.deviceMemory.back();
  m_deviceBegin = reinterpret_cast<std::uintptr_t>(launch.deviceMemory.front().data());
  m_deviceBytes = reinterpret_cast<std::uintptr_t>(last.data() + last.size()) - m_deviceBegin;
}

bool Microscope::blockBegins(std::uint64_t block) {
  if (m_choose) {
    const auto chosen = m_sample.blocks.find(block);
    if (chosen == m_sample.blocks.end()) return false;
    m_weight = chosen->second;
  }
  m_threads.resize(m_launch.shape.block.count());
  for (ThreadLog& thread : m_threads) thread.begin();
  WatchedLaunch& launch = m_launches.back();
  ++launch.watched;
  if (m_sample.tape) launch.tape.blocks.emplace_back((m_threads.size() + m_launch.waveSize - 1) / m_launch.waveSize);
  m_threadMemory = ThreadMemory::ofCaller();
  watchThread(this, !m_sample.tape);
  return true;
}

void Microscope::blockEnds() {
  watchThread(nullptr);
}

Microscope::ThreadLog& Microscope::log() {
  return m_threads[numberOfThread()];
}

void Microscope::enterFunction(std::uintptr_t) {
  ++log().depth;
}

void Microscope::leaveFunction() {
  --log().depth;
}

inline bool Microscope::inDevice(std::uintptr_t address) const {
  if (address - m_deviceBegin >= m_deviceBytes) return false;
  return std::ranges::any_of(m_launch.deviceMemory, [&](std::span<const std::byte> piece) {
    return address - reinterpret_cast<std::uintptr_t>(piece.data()) < piece.size();
  });
}

inline bool Microscope::isShared(std::uintptr_t address) const {
  return m_threadMemory.holds(address) ? !m_threadMemory.belongsToTheDevice(address) : isSharedOfObject(address);
}

/// Counts an access of a thread.
inline bool Microscope::hasSeenEnough(ThreadLog& log, bool global) const {
  ++log.all;
  if (global) ++log.global;
  return (m_sample.globalAccesses > 0 && log.global >= m_sample.globalAccesses) ||
         (m_sample.accesses > 0 && log.all >= m_sample.accesses);
}

void Microscope::record(const Access& access) {
  const bool touches = access.address != 0, global = touches && inDevice(access.address);
  if (touches && !global && !isShared(access.address)) return;
  ThreadLog& mine = log();
  // No cache serves shared memory.
  if (m_sample.tape && !global && access.kind != Access::Kind::Barrier) {
    if (touches && hasSeenEnough(mine, false)) cpu::leaveThread();
    return;
  }
  if (mine.accesses.capacity() == 0) takeRoom(mine.accesses);
  Access& kept = mine.accesses.emplace_back(access);
  kept.depth = mine.depth;
  kept.shared = touches && !global;
  if (touches && hasSeenEnough(mine, global)) cpu::leaveThread();
  if (access.kind != Access::Kind::Barrier) return;
  ++mine.barriers;
  analyseWhatCanBeRead();
}

void Microscope::threadEnds() {
  log().ended = true;
  analyseWhatCanBeRead();
}

/// Logs are read up to a barrier as soon as all of a warp have come to it, so that they stay short, and few.
void Microscope::analyseWhatCanBeRead() {
  const std::size_t number = numberOfThread() / m_launch.waveSize, first = number * m_launch.waveSize;
  const std::size_t end = std::min<std::size_t>(first + m_launch.waveSize, m_threads.size());
  const auto warp = std::span(m_threads).subspan(first, end - first);
  const auto isLeft = [](const ThreadLog& thread) { return !thread.accesses.empty(); };
  while (std::ranges::all_of(warp, &ThreadLog::canBeRead) && std::ranges::any_of(warp, isLeft))
    analyseWarp(warp, number);
}

/// Takes what stands up to the first barrier, with it; without one, all.
std::vector<Access> Microscope::takeToBarrier(ThreadLog& log) {
  std::vector<Access> taken = std::exchange(log.accesses, {});
  if (log.barriers == 0) return taken;
  --log.barriers;
  const auto behind = std::ranges::find(taken, Access::Kind::Barrier, &Access::kind) + 1;
  if (behind == taken.end()) return taken;
  takeRoom(log.accesses);
  log.accesses.assign(behind, taken.end());
  taken.erase(behind, taken.end());
  return taken;
}

void Microscope::takeRoom(std::vector<Access>& accesses) {
  constexpr std::size_t kUsual = 128;
  if (m_room.empty()) return accesses.reserve(kUsual);
  accesses = std::move(m_room.back());
  m_room.pop_back();
}

/// How the running kernel's statement was compiled.
const CompiledAccess* Microscope::compiled(const Access& access) {
  const bool store = access.kind == Access::Kind::Store;
  const std::uintptr_t key = access.pc * 4 + (access.shared ? 2 : 0) + (store ? 1 : 0);
  if (const CompiledAccess* const* known = m_compiled.find(key)) return *known;
  const SourceLine line = m_lines.ofFiber(access.pc);
  return m_compiled.keep(key, m_widths.find(m_launch.kernel, line.file, line.line, access.shared, store));
}

void Microscope::analyseWarp(std::span<ThreadLog> warp, std::size_t number) {
  std::vector<std::vector<Access>> logs;
  for (ThreadLog& thread : warp) {
    logs.push_back(takeToBarrier(thread));
    widenAsCompiled(logs.back(), [this](const Access& access) { return compiled(access); });
  }
  const std::vector<std::span<const Access>> lanes(logs.begin(), logs.end());
  if (m_sample.tape) {
    WarpTape& tape = m_launches.back().tape.blocks.back()[number];
    mergeWarp(lanes, [&](const WarpStep& step) { write(step, tape); });
  } else {
    mergeWarp(lanes, [this](const WarpStep& step) { count(step); });
  }
  for (std::vector<Access>& log : logs) {
    log.clear();
    if (log.capacity() > 0) m_room.push_back(std::move(log));
  }
}

void Microscope::count(const WarpStep& step) {
  const Access& access = step.lanes.front();
  if (access.kind == Access::Kind::Barrier) return;
  PlaceCounts& place = m_launches.back().places[{access.pc, access.bytes}];
  place.requests += m_weight;
  place.lanes += m_weight * step.lanes.size();
  PlaceCounts::Shape shape{step.lanes.size()};
  if (access.kind != Access::Kind::Block) {
    place.what = access.kind == Access::Kind::Load ? PlaceCounts::What::Load : PlaceCounts::What::Store;
    place.askedBytes += m_weight * step.lanes.size() * access.bytes;
    const CompiledAccess* how = compiled(access);
    place.compiled = how && (how->widths & access.bytes);
    if (!access.shared) {
      place.space = PlaceCounts::Space::Global;
      const GlobalRequest request = globalRequest(step);
      place.sectors += m_weight * request.sectors;
      place.lines += m_weight * request.lines;
      place.usedBytes += m_weight * request.usedBytes;
      shape = {step.lanes.size(), request.sectors, request.usedBytes};
    } else {
      place.space = PlaceCounts::Space::Shared;
      const SharedRequest request = sharedRequest(step, m_loadsInPairs);
      place.wavefronts += m_weight * request.wavefronts;
      place.phases += m_weight * request.phases;
      place.worstWays = std::max(place.worstWays, request.ways);
      shape = {step.lanes.size(), request.wavefronts, request.phases, request.ways};
    }
  }
  RequestPattern& pattern = place.patterns[shape];
  if (pattern.requests == 0) pattern.offsets = laneOffsets(step, m_launch.waveSize);
  pattern.requests += m_weight;
}

void Microscope::write(const WarpStep& step, WarpTape& tape) {
  const Access& access = step.lanes.front();
  if (access.kind == Access::Kind::Barrier) return tape.entries.push_back({WarpTape::Entry::kBarrier, 0});
  // A thread that was stopped in the middle of a wide access has left pieces of it.
  if (const CompiledAccess* how = compiled(access); how && (how->widths & access.bytes) == 0) return;
  std::vector<LaunchTape::Place>& places = m_launches.back().tape.places;
  const bool store = access.kind == Access::Kind::Store;
  auto place = std::ranges::find_if(places, [&](const LaunchTape::Place& known) {
    return known.pc == access.pc && known.bytes == access.bytes && known.store == store;
  });
  if (place == places.end()) place = places.insert(places.end(), {access.pc, access.bytes, store});
  const std::size_t before = tape.sectors.size();
  for (const std::uintptr_t sector : sectorsOf(step))
    tape.sectors.push_back(static_cast<std::uint32_t>(sector - m_deviceBegin / kSectorBytes));
  tape.entries.push_back(
      {static_cast<std::uint16_t>(place - places.begin()), static_cast<std::uint16_t>(tape.sectors.size() - before)});
}

std::map<Place, PlaceCounts> Microscope::places() const {
  std::map<Place, PlaceCounts> all;
  for (const WatchedLaunch& launch : m_launches)
    for (const auto& [place, counts] : launch.places) all[place] += counts;
  return all;
}

}  // namespace strata::inline microscope
