#include "kernels/microscope/microscope.h"

#include <algorithm>

#include "engine/backends/cpu/cpu_thread.h"
#include "kernels/microscope/call_outs.h"
#include "kernels/microscope/compiled_accesses.h"
#include "kernels/microscope/memory_counts.h"

namespace strata::inline microscope {
namespace {

std::size_t linearThread() {
  return cpu::threadIdx.x + std::size_t{cpu::blockDim.x} * (cpu::threadIdx.y + cpu::blockDim.y * cpu::threadIdx.z);
}

template <class Value>
bool lies(std::uintptr_t address, const Value& value) {
  const auto begin = reinterpret_cast<std::uintptr_t>(&value);
  return address >= begin && address < begin + sizeof(value);
}

/// What the device itself keeps for a thread: read by kernels, but no memory of theirs.
bool belongsToTheDevice(std::uintptr_t address) {
  return lies(address, cpu::threadIdx) || lies(address, cpu::blockIdx) || lies(address, cpu::blockDim) ||
         lies(address, cpu::gridDim) || lies(address, cpu::warpSize) || lies(address, cpu::barrier) ||
         lies(address, cpu::meet);
}

}  // namespace

std::vector<RequestPattern> PlaceCounts::typicalPatterns(std::size_t most) const {
  std::vector<RequestPattern> all;
  for (const auto& [shape, pattern] : patterns) all.push_back(pattern);
  std::ranges::stable_sort(all, std::greater(), &RequestPattern::requests);
  all.resize(std::min(all.size(), most));
  return all;
}

Microscope::Microscope(const AccessWidths& widths) : m_widths(widths) {}

Microscope::~Microscope() {
  watchThread(nullptr);
}

void Microscope::launchBegins(const ObservedLaunch& launch) {
  if (launch.kernel != m_launch.kernel) m_compiled.clear();
  m_launch = launch;
}

void Microscope::blockBegins() {
  m_threads.assign(m_launch.shape.block.count(), {});
  watchThread(this);
}

void Microscope::blockEnds() {
  watchThread(nullptr);
  for (std::size_t first = 0; first < m_threads.size(); first += m_launch.waveSize) analyseWarp(first);
}

Microscope::ThreadLog& Microscope::log() {
  return m_threads[linearThread()];
}

void Microscope::enterFunction() {
  ++log().depth;
}

void Microscope::leaveFunction() {
  --log().depth;
}

void Microscope::record(const Access& access) {
  if (access.address != 0 &&
      (belongsToTheDevice(access.address) || (!inDevice(access.address) && !isSharedMemory(access.address))))
    return;
  ThreadLog& mine = log();
  mine.accesses.push_back(access);
  mine.accesses.back().depth = mine.depth;
  mine.atBarrier = access.kind == Access::Kind::Barrier;
  if (!mine.atBarrier) return;
  // Logs are read as soon as a whole warp stands at a barrier, so that they stay short.
  const std::size_t first = linearThread() / m_launch.waveSize * m_launch.waveSize;
  const std::size_t end = std::min<std::size_t>(first + m_launch.waveSize, m_threads.size());
  const auto warp = std::span(m_threads).subspan(first, end - first);
  if (std::ranges::all_of(warp, &ThreadLog::atBarrier)) analyseWarp(first);
}

bool Microscope::inDevice(std::uintptr_t address) const {
  return std::ranges::any_of(m_launch.deviceMemory, [&](std::span<const std::byte> piece) {
    const auto begin = reinterpret_cast<std::uintptr_t>(piece.data());
    return address >= begin && address < begin + piece.size();
  });
}

/// How the running kernel's statement was compiled.
const CompiledAccess* Microscope::compiled(const Access& access) {
  const bool shared = !inDevice(access.address), store = access.kind == Access::Kind::Store;
  const auto [at, fresh] = m_compiled.try_emplace(access.pc * 4 + (shared ? 2 : 0) + (store ? 1 : 0), nullptr);
  if (!fresh) return at->second;
  const SourceLine line = m_lines.of(access.pc);
  return at->second = m_widths.find(m_launch.kernel, line.file, line.line, shared, store);
}

void Microscope::analyseWarp(std::size_t first) {
  const std::size_t end = std::min<std::size_t>(first + m_launch.waveSize, m_threads.size());
  std::vector<std::vector<Access>> logs;
  for (std::size_t t = first; t < end; ++t) {
    logs.push_back(asCompiled(m_threads[t].accesses, [this](const Access& access) { return compiled(access); }));
    m_threads[t].accesses.clear();
    m_threads[t].atBarrier = false;
  }
  const std::vector<std::span<const Access>> lanes(logs.begin(), logs.end());
  mergeWarp(lanes, [this](const WarpStep& step) { count(step); });
}

void Microscope::count(const WarpStep& step) {
  const Access& access = step.lanes.front();
  if (access.kind == Access::Kind::Barrier) return;
  PlaceCounts& place = m_places[{access.pc, access.bytes}];
  ++place.requests;
  place.lanes += step.lanes.size();
  PlaceCounts::Shape shape{step.lanes.size()};
  if (access.kind != Access::Kind::Block) {
    place.what = access.kind == Access::Kind::Load ? PlaceCounts::What::Load : PlaceCounts::What::Store;
    place.askedBytes += step.lanes.size() * access.bytes;
    const CompiledAccess* how = compiled(access);
    place.compiled = how && (how->widths & access.bytes);
    if (inDevice(access.address)) {
      place.space = PlaceCounts::Space::Global;
      const GlobalRequest request = globalRequest(step);
      place.sectors += request.sectors;
      place.usedBytes += request.usedBytes;
      shape = {step.lanes.size(), request.sectors, request.usedBytes};
    } else {
      place.space = PlaceCounts::Space::Shared;
      const SharedRequest request = sharedRequest(step);
      place.wavefronts += request.wavefronts;
      place.phases += request.phases;
      place.worstWays = std::max(place.worstWays, request.ways);
      shape = {step.lanes.size(), request.wavefronts, request.phases, request.ways};
    }
  }
  RequestPattern& pattern = place.patterns[shape];
  if (++pattern.requests == 1) pattern.offsets = laneOffsets(step, m_launch.waveSize);
}

}  // namespace strata::inline microscope
