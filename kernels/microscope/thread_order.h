#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace strata::inline microscope {

/// When a GPU thread did something, as far as the order between threads goes.
struct Moment {
  std::uint32_t launch = 0;  ///< from 1; 0: never
  std::uint32_t block = 0;
  std::uint32_t thread = 0;  ///< in its block
  std::uint32_t phase = 0;   ///< barriers of the block it had passed
  std::uint32_t tick = 0;    ///< meetings of the warp it had passed
  std::uint32_t step = 0;    ///< of the thread, counted
};

/// What happened before what, as CUDA's memory model has it: launches follow each other; __syncthreads() orders a
/// block,
/// __syncwarp() the lanes that meet; an atomic update after a __threadfence() hands what its thread knows to whoever
/// updates the same address later; an mbarrier's arrivals hand it to whoever waits there later. Shuffles and votes
/// order nothing.
class ThreadOrder {
 public:
  void launchBegins();
  void blockBegins(std::uint32_t block, std::uint32_t threads, std::uint32_t waveSize);

  Moment now(std::uint32_t thread);
  void passesBarrier(std::uint32_t thread);
  void lanesMeet(std::uint32_t warp, std::uint64_t lanes);
  void fences(std::uint32_t thread) { m_threads[thread].fenced = true; }
  void writes(std::uint32_t thread) { m_threads[thread].fenced = false; }
  void updates(std::uint32_t thread, std::uintptr_t address);
  void arrivesAt(std::uint32_t thread, std::uintptr_t barrier);
  void hasWaitedAt(std::uint32_t thread, std::uintptr_t barrier);

  /// Whether what happened then is over and seen for the thread, now.
  bool isBefore(const Moment& then, std::uint32_t thread) const;
  bool inOneWarp(const Moment& then, std::uint32_t thread) const;
  std::uint32_t block() const { return m_block; }

 private:
  static constexpr std::uint32_t kMostLanes = 64;
  /// What is known of other threads: of a block all before a phase, of a thread all up to a step.
  struct Knowledge {
    std::unordered_map<std::uint64_t, std::uint32_t> threads;
    std::unordered_map<std::uint32_t, std::uint32_t> phases;  ///< by block
    void add(const Knowledge& other);
    bool has(const Moment& then) const;
  };
  struct Thread {
    std::uint32_t phase = 0, tick = 0, step = 0;
    bool fenced = false;
    std::array<std::uint32_t, kMostLanes> ticksKnown{};  ///< of each lane of the warp: those before are over
    Knowledge learnt;                                    ///< from atomic updates
  };
  void handOver(std::uint32_t thread, std::uint32_t step, Knowledge& to) const;
  static std::uint64_t key(std::uint32_t block, std::uint32_t thread) { return std::uint64_t{block} << 32 | thread; }

  std::uint32_t m_launch = 0, m_block = 0, m_waveSize = 32;
  std::vector<Thread> m_threads;
  Knowledge m_ofBlock;                                         ///< what a thread knew when it came to a barrier
  std::unordered_map<std::uintptr_t, Knowledge> m_arrived;     ///< by the block's mbarrier
  std::unordered_map<std::uintptr_t, Knowledge> m_handedOver;  ///< by the address that was updated
};

}  // namespace strata::inline microscope
