#include "layers/hardware/occupancy.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace strata::inline hardware {
namespace {

constexpr std::uint32_t kMostThreads = 1024;  ///< of a block, on every architecture of the table
constexpr std::uint32_t kNoLimit = Occupancy::kNoLimit;

constexpr std::uint64_t divideUp(std::uint64_t value, std::uint64_t by) {
  return (value + by - 1) / by;
}

constexpr std::uint64_t roundUp(std::uint64_t value, std::uint64_t to) {
  return divideUp(value, to) * to;
}

/// A block's waves are spread over the schedulers, so each must have room for its part of one block.
std::uint32_t blocksByRegisters(const DeviceLimits& limits, std::uint32_t registers, std::uint32_t wavesPerBlock) {
  if (registers > limits.registersPerThread) return 0;
  if (registers == 0) return kNoLimit;
  const auto perScheduler = static_cast<std::uint32_t>(limits.registers / roundUp(registers, limits.registerGranule));
  if (divideUp(wavesPerBlock, limits.schedulers) > perScheduler) return 0;
  return perScheduler * limits.schedulers / wavesPerBlock;
}

std::uint32_t blocksByShared(const DeviceLimits& limits, std::uint64_t bytes) {
  if (bytes > limits.sharedPerBlock) return 0;
  const std::uint64_t taken = roundUp(bytes + limits.sharedReserved, limits.sharedGranule);
  return taken == 0 ? kNoLimit : static_cast<std::uint32_t>(limits.sharedBytes / taken);
}

std::string waveWord(std::string_view unit) {
  return unit == "SM" ? "warps" : "waves";
}

std::string limitWords(const Occupancy& occupancy) {
  std::string text;
  for (const OccupancyLimit limit : occupancy.limits) {
    if (!text.empty()) text += limit == occupancy.limits.back() ? " and " : ", ";
    text += limit == OccupancyLimit::Waves ? waveWord(occupancy.unit) : occupancyLimitKey(limit);
  }
  return text;
}

}  // namespace

std::string_view occupancyLimitKey(OccupancyLimit limit) {
  switch (limit) {
    case OccupancyLimit::Waves: return "waves";
    case OccupancyLimit::Registers: return "registers";
    case OccupancyLimit::Shared: return "shared memory";
    case OccupancyLimit::Blocks: return "blocks";
  }
  return {};
}

Occupancy occupancy(const DeviceLimits& limits, const BlockNeeds& needs) {
  const auto wavesPerBlock =
      static_cast<std::uint32_t>(divideUp(std::max<std::uint32_t>(1, needs.threads), limits.waveSize));
  const bool free = limits.loneWavesAreFree && wavesPerBlock == 1;
  const std::array<std::uint32_t, 4> blocks = {
      needs.threads > kMostThreads ? 0 : limits.waves() / wavesPerBlock,
      blocksByRegisters(limits, needs.registers, wavesPerBlock),
      blocksByShared(limits, needs.sharedBytes),
      free ? kNoLimit : limits.blocks,
  };
  Occupancy result;
  result.unit = limits.unit;
  result.maxWaves = limits.waves();
  result.blocksBy = blocks;
  result.blocks = *std::min_element(blocks.begin(), blocks.end());
  result.waves = result.blocks * wavesPerBlock;
  for (std::size_t i = 0; i < blocks.size(); ++i)
    if (blocks[i] == result.blocks) result.limits.push_back(static_cast<OccupancyLimit>(i));
  return result;
}

std::string describe(const Occupancy& occupancy) {
  if (occupancy.blocks == 0) return fmt::format("cannot be launched: too many {}", limitWords(occupancy));
  return fmt::format("{} block{}, {} of {} {} ({:g} %) per {}, limited by {}", occupancy.blocks,
                     occupancy.blocks == 1 ? "" : "s", occupancy.waves, occupancy.maxWaves, waveWord(occupancy.unit),
                     std::round(1000 * occupancy.share()) / 10, occupancy.unit, limitWords(occupancy));
}

}  // namespace strata::inline hardware
