#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "engine/base/result.h"

namespace strata::inline hardware {

/// How much one compute unit of an architecture can hold at once. A unit is what the threads of a block share: an SM, a
/// CU, or on RDNA a WGP (two CUs). The vendors' rules differ in these numbers only. Kind: spec.
struct DeviceLimits {
  std::string_view architecture;         ///< "sm_90", "gfx90a"
  std::string_view unit;                 ///< "SM", "CU", "WGP"
  std::uint32_t waveSize = 32;           ///< lanes of a warp or wave as the vendor's compiler makes them here
  std::uint32_t schedulers = 4;          ///< sub-partitions (NVIDIA) or SIMDs (AMD) of a unit
  std::uint32_t wavesPerScheduler = 0;   ///< resident at most
  std::uint32_t blocks = 0;              ///< resident at most
  bool loneWavesAreFree = false;         ///< blocks of one wave do not count against `blocks`
  std::uint32_t registers = 512;         ///< 32-bit registers a lane slot of a scheduler has for all its waves together
  std::uint32_t registerGranule = 8;     ///< a wave takes its registers per lane in steps of this
  std::uint32_t registersPerThread = 0;  ///< at most
  std::uint32_t sharedBytes = 0;         ///< of a unit
  std::uint32_t sharedPerBlock = 0;      ///< at most, opted into where the vendor wants that
  std::uint32_t sharedReserved = 0;      ///< what the driver takes for itself from each block
  std::uint32_t sharedGranule = 128;
  std::uint32_t fp32PerClock = 0;  ///< fp32 multiply-adds a unit does per clock; 0: not stated by a primary source

  std::uint32_t waves() const { return schedulers * wavesPerScheduler; }
};

/// The architectures whose limits are known.
std::span<const DeviceLimits> deviceLimits();

/// Limits of "sm_90", "sm_90a" (as sm_90), "gfx90a" or "gfx90a:xnack-" (as gfx90a). Unsupported for any other: nothing
/// is guessed from a neighbour.
Result<DeviceLimits> deviceLimits(std::string_view architecture);

}  // namespace strata::inline hardware
