#pragma once

// Meetings of the threads of a block on HIP-CPU (tests only). There they are fibers of one thread of the host; its own
// barrier hands on to the next one, whatever that one is doing, and a fiber whose kernel has ended begins it again.
// Here a thread hands on until all that it waits for are there, and until the whole block has ended.

#include <cstdint>

namespace strata::cpu {

struct HipCpuWarp {
  std::uint64_t alive, arrived;
  void* operands[::warpSize];
};

struct HipCpuBlock {
  unsigned alive, arrived, round;
  bool over;
  HipCpuWarp warps[1024 / ::warpSize];
};
inline constinit thread_local HipCpuBlock block{};

inline unsigned threadOfBlock() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

inline void handOn() {
  ::__syncthreads();
}

inline void endRoundIfAllAreThere() {
  if (block.arrived < block.alive) return;
  block.arrived = 0;
  ++block.round;
}

/// Returns when every thread of the block that still lives has called it.
inline void barrier() {
  const unsigned round = block.round;
  ++block.arrived;
  endRoundIfAllAreThere();
  while (block.round == round) handOn();
}

/// As on the CPU device (engine/backends/cpu/cpu_thread.h): the last lane of the mask serves all.
inline void meet(std::uint64_t mask, void* operand, void (*serve)(std::uint64_t lanes, void* const* operands)) {
  HipCpuWarp& warp = block.warps[threadOfBlock() / ::warpSize];
  const unsigned lane = threadOfBlock() % ::warpSize;
  const std::uint64_t own = std::uint64_t{1} << lane;
  warp.operands[lane] = operand;
  warp.arrived |= own;
  while ((warp.arrived & own) != 0) {
    const std::uint64_t wanted = mask & warp.alive;
    if ((warp.arrived & wanted) != wanted) {
      handOn();
      continue;
    }
    serve(wanted, warp.operands);
    warp.arrived &= ~wanted;
  }
}

/// The first thread is the first to run.
inline void beginThread() {
  if (threadOfBlock() != 0) return;
  block.alive = blockDim.x * blockDim.y * blockDim.z;
  block.arrived = 0;
  block.over = false;
  for (HipCpuWarp& warp : block.warps) warp.alive = warp.arrived = 0;
  for (unsigned t = 0; t < block.alive; ++t) block.warps[t / ::warpSize].alive |= std::uint64_t{1} << t % ::warpSize;
}

/// Returns when all have ended, in the first thread first: that is where HIP-CPU goes on.
inline void endThread() {
  const unsigned thread = threadOfBlock();
  block.warps[thread / ::warpSize].alive &= ~(std::uint64_t{1} << thread % ::warpSize);
  --block.alive;
  endRoundIfAllAreThere();
  if (thread == 0) {
    while (block.alive > 0) handOn();
    block.over = true;
  }
  while (!block.over) handOn();
}

}  // namespace strata::cpu

#define STRATA_OF_DEVICE
#define __syncthreads strata::cpu::barrier
