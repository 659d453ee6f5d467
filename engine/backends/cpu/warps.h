#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/backends/cpu/cpu_thread.h"

namespace strata::cpu {

struct Fiber;

/// The warps of the block that runs, and the lanes that wait for others of their warp.
///
/// A warp function completes when all living lanes of its mask have come with the same mask and service. Lanes of one
/// warp may wait in several such groups at a time: the halves of a branch. Lanes that may go on are run before anybody
/// else, so they all belong to one warp.
class Warps {
 public:
  static constexpr unsigned kMaxLanes = 64;

  /// A new block: nobody has met yet.
  void close() { m_open = false; }
  /// Whether a thread of this block has met others. Until then threads that end need not be told.
  bool isOpen() const { return m_open; }
  /// The first meeting of a block: no thread lives until said so.
  void open(std::uint32_t threads, std::uint32_t lanesPerWarp);
  void addLiving(std::uint32_t thread);

  /// The bit of a thread's lane in masks.
  std::uint64_t laneBit(std::uint32_t thread) const { return bit(laneOf(thread)); }
  /// A thread comes to a warp function whose mask names it. Returns whether it may go on at once, because it was the
  /// last.
  bool arrive(std::uint32_t thread, Fiber& fiber, std::uint64_t mask, void* operand, WarpService serve);
  /// A thread has ended: nobody waits for it any more.
  void end(std::uint32_t thread);
  struct Group {
    std::uint32_t warp = 0;
    std::uint64_t lanes = 0;
  };
  /// Lets one group that waits for lanes that never come go on without. Somebody must wait.
  Group giveUp();

  /// Whether a fiber waits here or could go on.
  bool holdsAny() const { return m_held > 0; }
  /// The next fiber that may go on, nullptr if there is none.
  Fiber* takeReady();
  bool hasReady() const { return m_ready != 0; }

 private:
  struct Lane {
    Fiber* fiber = nullptr;
    std::uint64_t mask = 0;
    WarpService serve = nullptr;
  };
  struct Warp {
    std::uint64_t living = 0, waiting = 0;
    std::array<Lane, kMaxLanes> lanes;
    std::array<void*, kMaxLanes> operands;
  };

  static std::uint64_t bit(unsigned lane) { return std::uint64_t{1} << lane; }
  Warp& warpOf(std::uint32_t thread) { return m_warps[thread >> m_shift]; }
  unsigned laneOf(std::uint32_t thread) const { return thread & ((1u << m_shift) - 1); }
  static std::uint64_t group(const Warp& warp, const Lane& like, std::uint64_t among);
  void release(Warp& warp, std::uint64_t group);

  std::vector<Warp> m_warps;
  unsigned m_shift = 5;
  std::uint64_t m_lanes = 0;  ///< all of a warp
  bool m_open = false;
  std::uint32_t m_held = 0;
  std::uint64_t m_ready = 0;  ///< lanes of m_readyWarp that may go on
  Warp* m_readyWarp = nullptr;
};

}  // namespace strata::cpu
