#pragma once

#include <cstdint>
#include <deque>
#include <exception>
#include <utility>
#include <vector>

#include "engine/backends/cpu/block_observer.h"
#include "engine/backends/cpu/fiber.h"
#include "engine/backends/cpu/printed_lines.h"
#include "engine/backends/cpu/warps.h"
#include "engine/device/kernel.h"
#include "engine/device/work_control.h"

namespace strata::cpu {

/// What a launch runs on every thread of every block.
struct Grid {
  CpuThreadFunction function = nullptr;
  void** arguments = nullptr;
  LaunchShape shape;
  std::uint32_t waveSize = 32;        ///< lanes of a warp: 32 or 64
  WorkControl* control = nullptr;     ///< asked before each block; nullptr for nobody
  BlockObserver* observer = nullptr;  ///< whose threads may call leaveThread
  PrintedLines* printed = nullptr;    ///< where threads print; nullptr: nowhere
};

/// Runs the GPU threads of one block at a time on the thread that calls it.
///
/// A fiber takes the next thread that has not started, runs it to its end, and takes the next. Only when a thread waits
/// does another fiber go on taking threads: a kernel without barriers is one plain loop on the caller's stack, and
/// nothing needs to know beforehand which kind a kernel is.
/// Fibers that wait at a barrier stand in a ring in the order they arrived. Each goes on up to the next barrier or its
/// end, so when the ring has gone round, every living thread has arrived: the order is the barrier, nothing is counted,
/// and a thread that returned early has left the ring and is no longer waited for.
/// A fiber that waits for lanes of its warp is not in the ring but held by m_warps, and goes on before all others once
/// the lanes have met. It joins the ring again at the next barrier, behind those who have arrived there. So does one
/// that waits for something else (waitUntil), which is held by m_waiting and asked for in turn.
class BlockExecutor {
 public:
  BlockExecutor() = default;
  BlockExecutor(const BlockExecutor&) = delete;
  BlockExecutor& operator=(const BlockExecutor&) = delete;

  /// Runs blocks begin … end−1 (x fastest) of the grid, fewer where its control says so. The first exception out of a
  /// kernel is kept for takeError().
  void run(const Grid& grid, std::uint64_t begin, std::uint64_t end);
  std::exception_ptr takeError() { return std::exchange(m_error, nullptr); }

 private:
  friend void* strata_fiber_after_barrier(void*);
  friend void* strata_fiber_after_meet(std::uint64_t, void*, WarpService, void*);
  friend void* strata_fiber_after_wait(ReadyFunction, void*, void*);
  friend void* strata_fiber_after_leave(void*);
  friend void strata_fiber_switched();
  static void fiberMain();
  void runBlock();
  void startThreads();
  void runThread();
  static void leaveThread();
  friend bool isOnStack(std::uintptr_t);
  static void printLine(const char* text, std::size_t bytes);
  void leave();
  void* arriveAtBarrier(void* stackPointer);
  void* meetLanes(std::uint64_t mask, void* operand, WarpService serve, void* stackPointer);
  void* wait(ReadyFunction ready, void* operand, void* stackPointer);
  Fiber* takeWaiting();
  bool holdsAny() const { return m_warps.holdsAny() || !m_waiting.empty(); }
  void openWarps();
  std::uint32_t numberOf(const Fiber& fiber) const;
  Fiber& nextFiber(std::uint32_t openBarriers);
  void* goOn(void* stackPointer, Fiber& to);
  void append(Fiber& fiber);
  Fiber* remove(Fiber& fiber);
  Fiber& freshFiber();
  void fail(const std::string& message);

  const Grid* m_grid = nullptr;
  std::uint32_t m_threads = 0;  ///< of the block
  std::uint32_t m_started = 0;  ///< how many of them have started
  Dim3 m_nextThread{0, 0, 0};

  Fiber m_main;
  Fiber* m_current = &m_main;
  Fiber* m_left = nullptr;   ///< who ran before the current one
  Fiber* m_goOn = nullptr;   ///< who follows the one that leaves
  Fiber* m_first = nullptr;  ///< whose turn it is in the ring, while the current one is not in it
  Warps m_warps;
  struct Waiting {
    Fiber* fiber = nullptr;
    ReadyFunction ready = nullptr;
    void* operand = nullptr;
  };
  std::vector<Waiting> m_waiting;

  FiberStacks m_stacks;
  std::deque<Fiber> m_fibers;
  std::vector<Fiber*> m_free;
  std::exception_ptr m_error;
};

}  // namespace strata::cpu
