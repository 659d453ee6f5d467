#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/device/kernel.h"
#include "engine/device/work_control.h"

namespace strata::inline backends {

/// A launch that is watched closely, as the CPU device runs it.
struct ObservedLaunch {
  std::string_view kernel;  ///< KernelEntry::name
  LaunchShape shape;
  std::uint32_t waveSize = 32;
  std::vector<std::span<const std::byte>> deviceMemory;  ///< all pieces in use, by address
  WorkControl* control = nullptr;                        ///< to be told that a block moves; nullptr for nobody
};

/// Watches blocks of a launch on the CPU device: they run one after the other on one thread, which calls all of this.
/// While it watches, a GPU thread may be left where it stands (cpu_thread.h).
class BlockObserver {
 public:
  virtual ~BlockObserver() = default;
  /// The first block from `from` on that is to run, which begins now; nullopt: there is none. By their numbers in the
  /// grid, x fastest.
  virtual std::optional<std::uint64_t> nextBlock(std::uint64_t from) = 0;
  virtual void blockEnds() = 0;
  /// By the GPU thread itself, at its end or where it was left; not where it threw.
  virtual void threadEnds() {}
  /// Lanes of a warp wait in a warp function for others that never come; they go on without.
  virtual void lanesWaitInVain(std::uint32_t warp, std::uint64_t lanes) { (void)warp, (void)lanes; }
};

/// Watches launches (KernelEntry::observer).
class LaunchObserver {
 public:
  virtual ~LaunchObserver() = default;
  /// Who watches the launch's blocks: one or more, at most `threads`, all at once and each on a thread of its own.
  virtual std::vector<BlockObserver*> launchBegins(const ObservedLaunch& launch, std::size_t threads) = 0;
  /// They have watched all of them.
  virtual void launchEnds() {}
};

}  // namespace strata::inline backends

namespace strata::cpu {

/// Whether an address lies on the stack of the GPU thread that asks, in a launch that is watched.
bool isOnStack(std::uintptr_t address);

}  // namespace strata::cpu
