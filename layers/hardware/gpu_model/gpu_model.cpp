#include "layers/hardware/gpu_model/gpu_model.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/protocol/modelled_run.h"

namespace strata::inline hardware {
namespace {

constexpr double kFetched = 32;     ///< bytes of a sector
constexpr double kWavefront = 128;  ///< bytes of a pass through shared memory's banks
constexpr double kLine = 128;       ///< bytes of a line of the first cache
constexpr double kLanesOfWarp = 32;

static_assert(kBoundKeys.size() == kBounds);
double over(double work, double rate) {
  return work > 0 && rate > 0 ? work / rate : 0;
}

/// How much longer the busiest unit works than it would if blocks could be divided.
double unevenness(double blocks, double units) {
  return blocks > 0 ? std::ceil(blocks / units) * units / blocks : 1;
}

/// Clocks of the unit that serves loads and stores of both memories, of all.
double loadClocks(const LaunchDemand& demand, const GpuRates& gpu) {
  const double shared = gpu.sharedBytes > 0 ? gpu.sharedBytes : gpu.firstBytes > 0 ? gpu.firstBytes : kWavefront;
  const double line = gpu.lineBytes > 0 ? kLine / gpu.lineBytes : 1;
  return std::max(demand.firstLines * line, over(demand.firstBytes, gpu.firstBytes)) +
         demand.sharedWavefronts * kWavefront / shared;
}

double secondAccesses(const LaunchDemand& demand, const ModelConstants& constants) {
  return demand.secondSectors + demand.partialWrites * (constants.partialWrite - 1);
}

/// Whether blocks load ahead, and multiply what came before meanwhile: taken to be so where they come to fewer barriers
/// than they wait for loads. That is a guess: a block that asks several times between two barriers is one, too.
bool loadsAhead(const LaunchDemand& demand) {
  const double rounds = std::accumulate(demand.rounds.begin(), demand.rounds.end(), 0.0);
  return demand.barriers > 0 && demand.barriers < rounds;
}

/// How long warps take one after the other, of which a unit holds its share of blocks so many at a time; each takes
/// `clocks`.
double inTurns(double clocks, const LaunchDemand& demand, const GpuRates& gpu, std::uint32_t together) {
  const double perUnit = std::ceil(demand.blocks / gpu.units);
  return std::ceil(perUnit / together) * clocks / gpu.clock;
}

/// A warp's instructions one after the other.
double issueOfOne(const LaunchDemand& demand, const GpuRates& gpu, std::uint32_t together,
                  const ModelConstants& constants) {
  const double warps = demand.blocks * demand.warpsPerBlock;
  return warps > 0 ? inTurns(demand.instructions * constants.issueClocks / warps, demand, gpu, together) : 0;
}

/// What a warp waits for loads and at barriers; blocks that run together hide each other's waits.
double latency(const LaunchDemand& demand, const GpuRates& gpu, std::uint32_t together,
               const ModelConstants& constants) {
  const double warps = demand.blocks * demand.warpsPerBlock;
  if (warps <= 0) return 0;
  double loads = 0;
  for (std::size_t level = 0; level < demand.rounds.size(); ++level) loads += demand.rounds[level] * gpu.wait[level];
  const double ofOne = loads / (demand.waitingWarps > 0 ? demand.waitingWarps : warps) +
                       demand.barriers * constants.barrierClocks / warps;
  return inTurns(ofOne, demand, gpu, together);
}

/// A block alone on its unit, all of whose warps stand at a barrier together.
bool hasNobodyToHideBehind(const LaunchDemand& demand, std::uint32_t together) {
  return together == 1 && demand.barriers > 0 && !loadsAhead(demand);
}

}  // namespace

std::string_view boundKey(Bound bound) {
  return kBoundKeys[static_cast<std::size_t>(bound)];
}

ModelledTime modelTime(const LaunchDemand& demand, const GpuRates& gpu, std::uint32_t blocksPerUnit,
                       const ModelConstants& constants) {
  ModelledTime time;
  if (blocksPerUnit == 0 || gpu.units <= 0 || gpu.clock <= 0) return time;
  const double perUnit = gpu.units * gpu.clock / unevenness(demand.blocks, gpu.units);
  const auto only = [&](Bound bound) -> double& { return time.only[static_cast<std::size_t>(bound)]; };
  only(Bound::Memory) = over(demand.memorySectors * kFetched, gpu.memoryBytes * constants.memoryShare);
  only(Bound::LastCache) = over(demand.lastSectors * kFetched, gpu.lastBytes * constants.memoryShare);
  only(Bound::SecondCache) = over(secondAccesses(demand, constants) * kFetched, gpu.secondBytes * gpu.clock);
  only(Bound::LoadUnit) = over(loadClocks(demand, gpu), perUnit);
  only(Bound::Arithmetic) = std::max(over(demand.multiplyAdds * kLanesOfWarp, gpu.multiplyAdds * perUnit),
                                     over(demand.specials * kLanesOfWarp, gpu.specials * perUnit));
  only(Bound::Matrix) = over(demand.matrixFlop, gpu.matrixFlops / unevenness(demand.blocks, gpu.units));
  const double ofOne = issueOfOne(demand, gpu, blocksPerUnit, constants);
  // Of the schedulers' slots, or of one warp, where too few others stand beside it.
  only(Bound::Issue) = std::max(over(demand.instructions - demand.scalars, gpu.instructions * perUnit), ofOne);
  only(Bound::Latency) = latency(demand, gpu, blocksPerUnit, constants);
  // A multiply-add takes its slot and its lanes at once, and what comes from memory streams through the caches: of each
  // of these, only the longest takes time.
  const double lanes = std::max(only(Bound::Arithmetic), only(Bound::Issue));
  const double memory = std::max({only(Bound::Memory), only(Bound::LastCache), only(Bound::SecondCache)});
  double sum = 0;
  for (const double seconds : {memory, only(Bound::LoadUnit), lanes, only(Bound::Matrix), only(Bound::Latency)})
    sum += std::pow(seconds, constants.overlap);
  only(Bound::Launch) = constants.launchSeconds;
  only(Bound::Alone) = hasNobodyToHideBehind(demand, blocksPerUnit) ? ofOne + only(Bound::Latency) : 0;
  time.seconds = std::pow(sum, 1 / constants.overlap) + only(Bound::Launch) + only(Bound::Alone);
  time.bound = static_cast<Bound>(std::ranges::max_element(time.only) - time.only.begin());
  return time;
}

}  // namespace strata::inline hardware
