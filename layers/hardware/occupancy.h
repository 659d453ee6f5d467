#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "layers/hardware/device_limits.h"

namespace strata::inline hardware {

/// What a launch asks of a compute unit.
struct BlockNeeds {
  std::uint32_t threads = 0;      ///< of a block
  std::uint32_t registers = 0;    ///< per thread, as the compiler says
  std::uint64_t sharedBytes = 0;  ///< static and dynamic, per block
};

enum class OccupancyLimit : std::uint8_t { Waves, Registers, Shared, Blocks };
std::string_view occupancyLimitKey(OccupancyLimit limit);

/// How many blocks a unit holds at once, by the vendor's published rules. Kind: modelled. It says how much work is
/// there to hide waiting behind, not how fast the kernel is.
struct Occupancy {
  std::string_view unit;               ///< "SM", "CU", "WGP"
  std::uint32_t blocks = 0;            ///< resident per unit; 0: such a block cannot be launched
  std::uint32_t waves = 0;             ///< of those blocks
  std::uint32_t maxWaves = 0;          ///< that the unit could hold
  std::vector<OccupancyLimit> limits;  ///< all that allow no further block, in the order of the enum
  static constexpr std::uint32_t kNoLimit = ~0u;
  std::array<std::uint32_t, 4> blocksBy{};  ///< each limit of the enum alone would allow; kNoLimit: any number

  double share() const { return static_cast<double>(waves) / maxWaves; }
};

/// The shared memory carve-out is taken at its largest. Left out: scalar registers of AMD (they can take a wave away
/// above 80 a wave), and clusters.
Occupancy occupancy(const DeviceLimits& limits, const BlockNeeds& needs);

/// "8 blocks, 64 of 64 warps (100 %) per SM, limited by warps and registers"
std::string describe(const Occupancy& occupancy);

}  // namespace strata::inline hardware
