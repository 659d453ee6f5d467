#include "layers/workloads/ladder/launch_demand.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "layers/compiler/line_executions.h"
#include "layers/hardware/gpu_model/gpu_machine.h"

namespace strata::inline workloads {
namespace {

constexpr double kTapedAccesses = 2e6;
constexpr std::uint32_t kLeastTaped = 16, kMostTaped = 1024;  ///< of a thread, to global memory
constexpr std::uint32_t kSharedPerTaped = 8;                  ///< accesses to shared memory that come along with one
constexpr double kLanes = 32;                                 ///< of the model's warps

double warpsOf(const LaunchShape& shape, double lanes) {
  return std::ceil(static_cast<double>(shape.block.count()) / lanes);
}

std::vector<LineExecutions> executionsOf(const std::vector<ObservedPlace>& places) {
  std::vector<LineExecutions> lines = lineExecutions(places);
  addWhatTextsSay(lines);
  return lines;
}

using LinePlace = std::tuple<std::string, int, bool>;  ///< file, line, store

/// How many of a place's instruction stand in machine code.
std::vector<std::uint32_t> copiesOf(const AskedLaunch& launch, const CountedLaunch& taped) {
  std::map<SourceLine, std::uint32_t> placesAt;
  for (std::size_t i = 0; i < taped.tapeLines.size(); ++i)
    if (!taped.tape.places[i].store) ++placesAt[taped.tapeLines[i]];
  std::vector<std::uint32_t> copies;
  for (const SourceLine& line : taped.tapeLines) {
    std::uint32_t loads = 0;
    for (const CompiledLine& compiled : launch.compiled->lines)
      if (compiled.covers(line.file, line.line))
        for (const auto& [use, count] : compiled.uses)
          if (use.kind == InstructionKind::GlobalLoad || use.kind == InstructionKind::AsyncCopy)
            loads = std::max(loads, count);
    copies.push_back(std::max(1u, loads / std::max(1u, placesAt[line])));
  }
  return copies;
}

double partOf(std::uint64_t some, std::uint64_t all) {
  return all > 0 ? static_cast<double>(some) / static_cast<double>(all) : 1;
}

PlaceTraffic& operator+=(PlaceTraffic& sum, const PlaceTraffic& more) {
  sum.sectors += more.sectors;
  sum.toSecond += more.toSecond;
  sum.toLast += more.toLast;
  sum.toMemory += more.toMemory;
  return sum;
}

/// Counted sectors go on to the next caches as the taped ones of the same line did. Where the tape did not come by a
/// line, each byte is read once, from whichever cache served the taped loads, or written once, into the nearest that
/// has room for all. `warpsPerWave`: of the model's, in one that was counted.
void addTraffic(LaunchDemand& demand, const CountedLaunch& counted, const CountedLaunch& taped,
                const ReplayedTraffic& replayed, const ReplayMachine& machine, double warpsPerWave) {
  std::map<LinePlace, PlaceTraffic> byLine;
  PlaceTraffic allLoads;
  for (std::size_t i = 0; i < taped.tapeLines.size(); ++i) {
    const bool store = taped.tape.places[i].store;
    byLine[{taped.tapeLines[i].file, taped.tapeLines[i].line, store}] += replayed.places[i];
    if (!store) allLoads += replayed.places[i];
  }
  double loads = 0;
  for (const ObservedPlace& place : counted.places) {
    if (place.space != "global") continue;
    const bool store = place.what == "store";
    demand.firstLines += static_cast<double>(place.lines);
    if (!store) demand.firstBytes += static_cast<double>(place.lanes) * place.example.bytes;
    if (!store) loads += static_cast<double>(place.requests);
    const auto sectors = static_cast<double>(place.sectors);
    if (store && place.usedBytes < place.sectors * kSectorBytes) demand.partialWrites += sectors;
    const auto found = byLine.find({place.file, place.line, store});
    if (found != byLine.end() && found->second.sectors > 0) {
      const PlaceTraffic& line = found->second;
      demand.secondSectors += sectors * partOf(line.toSecond, line.sectors);
      demand.lastSectors += sectors * partOf(line.toLast, line.sectors);
      demand.memorySectors += sectors * partOf(line.toMemory, line.sectors);
    } else {
      const double once = static_cast<double>(place.usedBytes) / kSectorBytes;
      demand.secondSectors += store ? sectors : once;
      const bool staysInSecond = store && machine.secondHoldsAll, staysInLast = store && machine.lastHoldsAll;
      demand.lastSectors += staysInSecond ? 0 : once * (store ? 1 : partOf(allLoads.toLast, allLoads.toSecond));
      demand.memorySectors +=
          staysInSecond || staysInLast ? 0 : once * (store ? 1 : partOf(allLoads.toMemory, allLoads.toSecond));
    }
  }
  if (replayed.requests == 0) return;
  demand.waitingWarps = demand.blocks * demand.warpsPerBlock * partOf(replayed.waiting, replayed.warps);
  const double share = warpsPerWave * loads / static_cast<double>(replayed.requests);
  for (std::size_t level = 0; level < demand.rounds.size(); ++level)
    demand.rounds[level] = static_cast<double>(replayed.rounds[level]) * share;
}

}  // namespace

Sample tapingSample(const ObservedLaunch& launch, const GpuFigures& gpu, std::uint32_t blocksPerUnit) {
  const double together = gpu.units.value * blocksPerUnit;
  const double blocks = std::min(together, static_cast<double>(launch.shape.grid.count()));
  const double each = kTapedAccesses / (blocks * static_cast<double>(launch.shape.block.count()));
  const auto global = static_cast<std::uint32_t>(std::clamp<double>(each, kLeastTaped, kMostTaped));
  return firstBlocks(launch.shape.grid, static_cast<std::uint64_t>(together), global, global * kSharedPerTaped);
}

bool usesMatrixUnits(const CompiledKernel& kernel) {
  return std::ranges::any_of(kernel.lines, [](const CompiledLine& line) {
    return std::ranges::any_of(line.uses, [](const auto& use) { return use.first.kind == InstructionKind::Matrix; });
  });
}

LaunchDemand demandOf(const GpuFigures& gpu, const AskedLaunch& launch, const CountedLaunch& taped, double bytesInAll,
                      bool warm) {
  LaunchDemand demand;
  demand.blocks = static_cast<double>(launch.counted.shape.grid.count());
  demand.warpsPerBlock = warpsOf(launch.counted.shape, kLanes);
  const double wavesPerBlock = warpsOf(launch.counted.shape, launch.counted.waveSize);
  const double warpsPerWave = demand.warpsPerBlock / wavesPerBlock;
  const ExecutedInstructions executed = executedInstructions(*launch.compiled, executionsOf(launch.counted.places),
                                                             static_cast<std::uint64_t>(demand.blocks * wavesPerBlock));
  demand.instructions = executed.total * warpsPerWave;
  demand.scalars = executed.of(InstructionKind::Scalar) * warpsPerWave;
  demand.multiplyAdds = executed.of(InstructionKind::Fp32) * warpsPerWave;
  demand.specials = executed.of(InstructionKind::Special) * warpsPerWave;
  demand.barriers = executed.of(InstructionKind::Barrier) * warpsPerWave;
  for (const ObservedPlace& place : launch.counted.places)
    demand.sharedWavefronts += static_cast<double>(place.wavefronts);
  const ReplayMachine machine = machineOf(gpu, launch.blocksPerUnit, launch.sharedBytes, bytesInAll, warm);
  addTraffic(demand, launch.counted, taped, replay(taped.tape, machine, copiesOf(launch, taped)), machine,
             warpsPerWave);
  return demand;
}

}  // namespace strata::inline workloads
