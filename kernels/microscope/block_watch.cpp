#include "kernels/microscope/block_watch.h"

#include <algorithm>
#include <utility>

#include "engine/backends/cpu/cpu_thread.h"
#include "kernels/microscope/loaded_object.h"
#include "kernels/microscope/memory_counts.h"

namespace strata::inline microscope {

BlockWatch::BlockWatch(const AccessWidths& widths, const SourceLines& lines, const ArrayNames& tensors)
    : m_widths(widths), m_loadsInPairs(!widths.architecture.starts_with("gfx")), m_lines(lines), m_tensors(tensors) {}

void BlockWatch::begin(const ObservedLaunch& launch, const Sample* sample, std::uint64_t first, std::uint64_t end) {
  if (launch.kernel != m_launch.kernel) m_compiled.clear(), m_order.clear();
  m_launch = launch;
  m_sample = sample;
  m_first = first;
  m_end = end;
  m_weight = 1;
  m_seen = {std::string(launch.kernel), launch.shape, {}};
  m_seen.waveSize = launch.waveSize;
  m_deviceBegin = m_deviceBytes = 0;
  if (launch.deviceMemory.empty()) return;
  const std::span<const std::byte> last = launch.deviceMemory.back();
  m_deviceBegin = reinterpret_cast<std::uintptr_t>(launch.deviceMemory.front().data());
  m_deviceBytes = reinterpret_cast<std::uintptr_t>(last.data() + last.size()) - m_deviceBegin;
}

WatchedLaunch BlockWatch::take() {
  return std::exchange(m_seen, {});
}

/// And how many it stands for.
std::optional<std::uint64_t> BlockWatch::chosen(std::uint64_t from) {
  std::uint64_t block = std::max(from, m_first);
  if (m_sample) {
    const auto next = m_sample->blocks.lower_bound(block);
    if (next == m_sample->blocks.end()) return std::nullopt;
    block = next->first;
    m_weight = next->second;
  }
  return block < m_end ? std::optional(block) : std::nullopt;
}

std::optional<std::uint64_t> BlockWatch::nextBlock(std::uint64_t from) {
  const auto block = chosen(from);
  if (!block) return std::nullopt;
  m_threads.resize(m_launch.shape.block.count());
  for (ThreadLog& thread : m_threads) thread.begin();
  ++m_seen.watched;
  if (tapes()) m_seen.tape.blocks.emplace_back((m_threads.size() + m_launch.waveSize - 1) / m_launch.waveSize);
  m_threadMemory = ThreadMemory::ofCaller();
  watchThread(this, !tapes());
  return block;
}

void BlockWatch::blockEnds() {
  watchThread(nullptr);
}

BlockWatch::ThreadLog& BlockWatch::log() {
  return m_threads[numberOfThread()];
}

void BlockWatch::enterFunction(std::uintptr_t) {
  ++log().depth;
}

void BlockWatch::leaveFunction() {
  --log().depth;
}

inline bool BlockWatch::inDevice(std::uintptr_t address) const {
  if (address - m_deviceBegin >= m_deviceBytes) return false;
  return std::ranges::any_of(m_launch.deviceMemory, [&](std::span<const std::byte> piece) {
    return address - reinterpret_cast<std::uintptr_t>(piece.data()) < piece.size();
  });
}

inline bool BlockWatch::isShared(std::uintptr_t address) const {
  return m_threadMemory.holds(address) ? !m_threadMemory.belongsToTheDevice(address) : isSharedOfObject(address);
}

/// Counts an access of a thread.
inline bool BlockWatch::hasSeenEnough(ThreadLog& log, bool global) const {
  ++log.all;
  if (global) ++log.global;
  return m_sample && ((m_sample->globalAccesses > 0 && log.global >= m_sample->globalAccesses) ||
                      (m_sample->accesses > 0 && log.all >= m_sample->accesses));
}

void BlockWatch::record(const Access& access) {
  const bool touches = access.address != 0, global = touches && inDevice(access.address);
  if (touches && !global && !isShared(access.address)) return;
  ThreadLog& mine = log();
  // No cache serves shared memory.
  if (tapes() && !global && access.kind != Access::Kind::Barrier) {
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

void BlockWatch::threadEnds() {
  log().ended = true;
  analyseWhatCanBeRead();
}

/// Logs are read up to a barrier as soon as all of a warp have come to it, so that they stay short, and few.
void BlockWatch::analyseWhatCanBeRead() {
  const std::size_t number = numberOfThread() / m_launch.waveSize, first = number * m_launch.waveSize;
  const std::size_t end = std::min<std::size_t>(first + m_launch.waveSize, m_threads.size());
  const auto warp = std::span(m_threads).subspan(first, end - first);
  const auto isLeft = [](const ThreadLog& thread) { return !thread.accesses.empty(); };
  while (std::ranges::all_of(warp, &ThreadLog::canBeRead) && std::ranges::any_of(warp, isLeft))
    analyseWarp(warp, number);
}

/// Takes what stands up to the first barrier, with it; without one, all.
std::vector<Access> BlockWatch::takeToBarrier(ThreadLog& log) {
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

void BlockWatch::takeRoom(std::vector<Access>& accesses) {
  constexpr std::size_t kUsual = 128;
  if (m_room.empty()) return accesses.reserve(kUsual);
  accesses = std::move(m_room.back());
  m_room.pop_back();
}

/// How the running kernel's statement was compiled.
const CompiledAccess* BlockWatch::compiled(const Access& access) {
  const bool store = access.kind == Access::Kind::Store;
  const std::uintptr_t key = access.pc * 4 + (access.shared ? 2 : 0) + (store ? 1 : 0);
  if (const CompiledAccess* const* known = m_compiled.find(key)) return *known;
  const SourceLine line = m_lines.ofFiber(access.pc);
  return m_compiled.keep(key, m_widths.find(m_launch.kernel, line.file, line.line, access.shared, store));
}

void BlockWatch::analyseWarp(std::span<ThreadLog> warp, std::size_t number) {
  std::vector<std::vector<Access>> logs;
  for (ThreadLog& thread : warp) logs.push_back(takeToBarrier(thread));
  widenAsCompiled(logs, [this](const Access& access) { return compiled(access); });
  const std::vector<std::span<const Access>> lanes(logs.begin(), logs.end());
  if (tapes()) {
    WarpTape& tape = m_seen.tape.blocks.back()[number];
    mergeWarp(lanes, m_order, [&](const WarpStep& step) { write(step, tape); });
  } else {
    mergeWarp(lanes, m_order, [&](const WarpStep& step) { count(step, warp.size()); });
  }
  for (std::vector<Access>& log : logs) {
    log.clear();
    if (log.capacity() > 0) m_room.push_back(std::move(log));
  }
}

void BlockWatch::count(const WarpStep& step, std::size_t threads) {
  const Access& access = step.lanes.front();
  if (access.kind == Access::Kind::Barrier) return;
  PlaceCounts& place = m_seen.places[{access.pc, access.bytes}];
  place.requests += m_weight;
  place.lanes += m_weight * step.lanes.size();
  if (step.lanes.size() < threads) place.partial += m_weight;
  PlaceCounts::Shape shape{step.lanes.size()};
  if (access.kind != Access::Kind::Block) {
    place.what = access.kind == Access::Kind::Load ? PlaceCounts::What::Load : PlaceCounts::What::Store;
    place.askedBytes += m_weight * step.lanes.size() * access.bytes;
    if (place.what == PlaceCounts::What::Store && access.atomic != Access::Atomic::No) countTurns(step, place);
    nameArrays(step, place);
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

NamedArray BlockWatch::arrayOf(const Access& access) const {
  if (!access.shared) return m_tensors.at(access.address);
  return m_threadMemory.holds(access.address) ? sharedArrayOfProgram(access.address, m_threadMemory.begin())
                                              : sharedArrayOfObject(access.address);
}

void BlockWatch::countTurns(const WarpStep& step, PlaceCounts& place) const {
  const std::uint32_t lanes = lanesOnOneAddress(step);
  place.sameAddress = std::max(place.sameAddress, lanes);
  place.turns += m_weight * lanes;
}

void BlockWatch::nameArrays(const WarpStep& step, PlaceCounts& place) const {
  NamedArray array;
  for (const Access& access : step.lanes) {
    if (array.has(access.address)) continue;
    array = arrayOf(access);
    if (array.name && !place.arrays.contains(*array.name)) place.arrays.insert(*array.name);
  }
}

void BlockWatch::write(const WarpStep& step, WarpTape& tape) {
  const Access& access = step.lanes.front();
  if (access.kind == Access::Kind::Barrier) return tape.entries.push_back({WarpTape::Entry::kBarrier, 0});
  // A thread that was stopped in the middle of a wide access has left pieces of it.
  if (const CompiledAccess* how = compiled(access); how && (how->widths & access.bytes) == 0) return;
  const std::uint16_t place = m_seen.tape.numberOf({access.pc, access.bytes, access.kind == Access::Kind::Store});
  const std::size_t before = tape.sectors.size();
  for (const std::uintptr_t sector : sectorsOf(step))
    tape.sectors.push_back(static_cast<std::uint32_t>(sector - m_deviceBegin / kSectorBytes));
  tape.entries.push_back({place, static_cast<std::uint16_t>(tape.sectors.size() - before)});
}

}  // namespace strata::inline microscope
