#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "engine/device/kernel.h"

namespace strata::inline backends {

/// A launch that is watched closely, as the CPU device runs it.
struct ObservedLaunch {
  std::string_view kernel;  ///< KernelEntry::name
  LaunchShape shape;
  std::uint32_t waveSize = 32;
  std::vector<std::span<const std::byte>> deviceMemory;  ///< all pieces in use, by address
};

/// Watches the blocks of a launch on the CPU device (KernelEntry::blocks): they run one after the other on one thread.
/// While it watches, a GPU thread may be left where it stands (cpu_thread.h).
class BlockObserver {
 public:
  virtual ~BlockObserver() = default;
  virtual void launchBegins(const ObservedLaunch& launch) = 0;
  /// Whether the block is to run; blockEnds() is told of those only. `block`: its number in the grid, x fastest.
  virtual bool blockBegins(std::uint64_t block) = 0;
  virtual void blockEnds() = 0;
  /// By the GPU thread itself, at its end or where it was left; not where it threw.
  virtual void threadEnds() {}
  /// Lanes of a warp wait in a warp function for others that never come; they go on without.
  virtual void lanesWaitInVain(std::uint32_t warp, std::uint64_t lanes) { (void)warp, (void)lanes; }
};

}  // namespace strata::inline backends

namespace strata::cpu {

/// Whether an address lies on the stack of the GPU thread that asks, in a launch that is watched.
bool isOnStack(std::uintptr_t address);

}  // namespace strata::cpu
