#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "layers/hardware/occupancy.h"

// How long a launch takes on a GPU, from what it asks of the GPU. Pure functions: the same numbers in give the same
// numbers out, at once, so a slider may call them.

namespace strata::inline hardware {

/// What a GPU can do. Warps are of 32 lanes: a wave of 64 counts as two.
struct GpuRates {
  double units = 0;         ///< SMs, CUs or WGPs
  double clock = 0;         ///< Hz
  double memoryBytes = 0;   ///< per second, of all
  double lastBytes = 0;     ///< per second, of all, of the cache between memory and the second; 0: there is none
  double secondBytes = 0;   ///< per clock, of all
  double lineBytes = 0;     ///< per clock, that a unit's first cache reads of its lines; 0: not known, then one a clock
  double firstBytes = 0;    ///< per clock, that it hands to lanes; 0: not known
  double sharedBytes = 0;   ///< per clock, of a unit's shared memory; 0: not known, then as of the first cache
  double multiplyAdds = 0;  ///< per clock, of a unit: fp32, of single lanes
  double specials = 0;      ///< per clock, of a unit: exponentials, roots, reciprocals, of single lanes; 0: not known
  double matrixFlops = 0;   ///< per second, of all, for the type at hand; 0: no matrix units
  double instructions = 0;  ///< per clock, of a unit: of warps
  std::array<double, 4> wait{};  ///< clocks from a load to its value, by who serves it (MemoryLevel)
};

/// What a launch asks for, of all its warps together. Kind: counted, but for what caches let through: modelled.
struct LaunchDemand {
  double blocks = 0;
  double warpsPerBlock = 0;
  double instructions = 0;  ///< executed, of warps
  double scalars = 0;       ///< of these, such as are issued beside other warps' instructions
  double multiplyAdds = 0;  ///< executed fp32 instructions of warps
  double specials = 0;      ///< likewise, of special functions
  double matrixFlop = 0;    ///< multiply and add count one each
  double firstLines = 0;    ///< 128-byte lines that requests to global memory touch
  double firstBytes = 0;    ///< that all lanes' loads ask for, each lane's own, also where lanes read the same
  double sharedWavefronts = 0;
  double secondSectors = 0;        ///< of 32 bytes, that the first cache lets through
  double partialWrites = 0;        ///< of these, written in part
  double lastSectors = 0;          ///< that the second lets through
  double memorySectors = 0;        ///< that reach memory
  std::array<double, 4> rounds{};  ///< waits of warps for loads, by who serves the slowest (MemoryLevel)
  double waitingWarps = 0;         ///< of all, those that wait for loads; 0: not known, then all
  double barriers = 0;             ///< waits of warps for their block
};

/// What can keep a launch from being done sooner; kBoundKeys has them in this order.
enum class Bound : std::uint8_t {
  Memory,
  LastCache,
  SecondCache,
  LoadUnit,
  Arithmetic,
  Matrix,
  Issue,
  Latency,
  Launch,
  Alone
};
inline constexpr int kBounds = 10;
std::string_view boundKey(Bound bound);  ///< "memory", "l2"

/// What no data sheet says. Fitted once for a vendor: docs/gpu-model.md says on what.
struct ModelConstants {
  double memoryShare = 0;    ///< of the data sheet's bandwidth that a kernel can reach
  double partialWrite = 0;   ///< accesses of the second cache that a write of less than a sector costs
  double issueClocks = 0;    ///< between two instructions of one warp, on average
  double barrierClocks = 0;  ///< that a barrier costs a warp
  double overlap = 0;        ///< how well different bounds hide behind each other: the exponent of their sum
  double launchSeconds = 0;  ///< before the first block begins and after the last has ended
};
const ModelConstants& nvidiaConstants();
const ModelConstants& amdConstants();

/// How far off the model was, over the published measurements that none of its constants was fitted on: as
/// `strata bench model` computes it, which fails where it has become worse.
struct ModelAccuracy {
  int rows = 0, ofAmd = 0;   ///< of AMD's GPUs among them
  double medianError = 0;    ///< 0.1: modelled speed was 0.9 or 1.1 × the published
  double largestFactor = 0;  ///< that it was too fast or too slow by
};
const ModelAccuracy& modelAccuracy();

/// How long a launch would take if only one thing took time, in seconds, and how long it takes.
struct ModelledTime {
  std::array<double, kBounds> only{};
  double seconds = 0;
  Bound bound = Bound::Memory;  ///< the longest
};

/// `blocksPerUnit`: resident together; 0: such a block cannot run, and no time is given.
ModelledTime modelTime(const LaunchDemand& demand, const GpuRates& gpu, std::uint32_t blocksPerUnit,
                       const ModelConstants& constants);

}  // namespace strata::inline hardware
