#pragma once

#include <cstdint>
#include <vector>

#include "engine/backends/cpu/cpu_thread.h"
#include "kernels/microscope/access.h"

namespace strata::inline microscope {

/// What hears of a GPU thread's every step in the instrumented build, while it runs.
class ThreadWatch {
 public:
  virtual ~ThreadWatch() = default;
  virtual void record(const Access& access) = 0;
  /// A load or store that a unit beside the threads does for it later: one that copies boxes, or multiplies matrices.
  virtual void recordUnit(const Access& access) { (void)access; }
  /// `caller`: where it was called.
  virtual void enterFunction(std::uintptr_t caller) { (void)caller; }
  virtual void leaveFunction() {}
  /// It has made what it wrote so far visible to all (__threadfence).
  virtual void fence() {}
  /// It comes to an mbarrier, and hands on what it did so far to whoever waits there; it has waited at one.
  virtual void arrivesAt(std::uintptr_t barrier) { (void)barrier; }
  virtual void hasWaitedAt(std::uintptr_t barrier) { (void)barrier; }
  /// It comes to a warp function with this mask.
  virtual void comesToMeeting(std::uintptr_t pc, std::uint64_t mask) { (void)pc, (void)mask; }
  /// It is the last of these lanes to come to a __syncwarp.
  virtual void lanesMet(std::uint64_t lanes) { (void)lanes; }
  /// It asked for the value of a lane that was not there.
  virtual void missesLane(std::uintptr_t pc, int lane) { (void)pc, (void)lane; }
};

/// Whom the calling thread's kernels tell what they do; nullptr: nobody. `blocks`: also of each basic block, which is
/// most of what there is to tell.
void watchThread(ThreadWatch* watch, bool blocks = true);

/// The program's own memory of a thread, where __shared__ of kernels that came with it is on the CPU device.
class ThreadMemory {
 public:
  ThreadMemory() = default;  ///< nobody's
  static ThreadMemory ofCaller();

  bool holds(std::uintptr_t address) const { return m_all.has(address); }
  std::uintptr_t begin() const { return m_all.begin; }
  /// What the device itself keeps for a thread: read by kernels, but no memory of theirs.
  bool belongsToTheDevice(std::uintptr_t address) const {
    for (const Piece& piece : m_ofDevice)
      if (piece.has(address)) return true;
    return false;
  }

 private:
  struct Piece {
    std::uintptr_t begin = 0, bytes = 0;
    bool has(std::uintptr_t address) const { return address - begin < bytes; }
  };
  Piece m_all;
  std::vector<Piece> m_ofDevice;
};

/// The number of the GPU thread that runs, in its block, x fastest.
inline std::uint32_t numberOfThread() {
  return cpu::threadIdx.x + cpu::blockDim.x * (cpu::threadIdx.y + cpu::blockDim.y * cpu::threadIdx.z);
}

}  // namespace strata::inline microscope
