#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/microscope/request_tape.h"
#include "layers/hardware/gpu_model/sector_cache.h"

namespace strata::inline hardware {

/// Where blocks of a launch run, and what serves them.
struct ReplayMachine {
  std::uint32_t units = 1;          ///< each with a cache of its own
  std::uint32_t blocksPerUnit = 1;  ///< that run together on one
  CacheShape first;                 ///< of a unit
  CacheShape second;                ///< of all
  CacheShape last;                  ///< behind it, of all; mostly there is none
  bool secondHoldsAll = false;      ///< all that the launch asks for is there from before
  bool lastHoldsAll = false;        ///< likewise
};

/// Who serves a request: the nearest that has all of it.
enum class MemoryLevel : std::uint8_t { First, Second, Last, Memory };
inline constexpr int kMemoryLevels = 4;

/// What requests of one place of the tape came to, in sectors.
struct PlaceTraffic {
  std::uint64_t sectors = 0;                             ///< asked of the first cache
  std::uint64_t toSecond = 0, toLast = 0, toMemory = 0;  ///< that had to go on
};

/// What caches make of a tape.
struct ReplayedTraffic {
  std::vector<PlaceTraffic> places;          ///< as the tape's
  std::uint64_t requests = 0;                ///< of loads
  std::uint64_t rounds[kMemoryLevels] = {};  ///< by who served the slowest load of a round; see replay()
  std::uint64_t warps = 0, waiting = 0;      ///< on the tape, and those of them that load
};

/// Plays a tape's blocks as a machine would run them: each unit takes the next `blocksPerUnit`, all warps go at the
/// same pace. A warp issues loads until it comes by one for the second time (`copies[place]`-th: where the compiler
/// unrolled a loop there are so many of it in machine code) or to a barrier; then it waits for all of them: a round.
/// What others ask for in the same round is not there yet, so the wait is for whoever served the first of them. Stores
/// go on to the second cache and nobody waits for them; what was written there goes to memory once, also where it had
/// been loaded. Kind: modelled.
ReplayedTraffic replay(const LaunchTape& tape, const ReplayMachine& machine, std::span<const std::uint32_t> copies);

}  // namespace strata::inline hardware
