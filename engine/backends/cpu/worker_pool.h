#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <thread>
#include <vector>

#include "engine/backends/cpu/block_executor.h"
#include "engine/backends/cpu/doorbell.h"
#include "engine/base/mutex.h"

namespace strata::cpu {

/// Threads that run the blocks of launches and sleep soon when there are none. The thread that launches works too, so a
/// kernel of one block, or one that is said to be brief, wakes nobody. Several threads may launch at once.
class WorkerPool {
 public:
  /// `threads` counts the launching one.
  explicit WorkerPool(unsigned threads);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  /// Runs all blocks of a grid; `own` belongs to the calling thread. Returns the first exception out of a kernel, or
  /// null.
  std::exception_ptr run(const Grid& grid, BlockExecutor& own);
  /// Does pieces begin … end−1 of some work, on the thread that the executor belongs to.
  using Work = std::function<void(BlockExecutor& executor, std::uint64_t begin, std::uint64_t end)>;
  /// Likewise all of so many pieces.
  std::exception_ptr run(std::uint64_t pieces, const Work& work, BlockExecutor& own);
  std::size_t threads() const { return m_helpers.size() + 1; }
  bool alone() const { return m_helpers.empty(); }

 private:
  struct Job;
  void end();
  void noteCaller();
  void stepAside() const;
  void helperMain(unsigned number);
  Job* join(std::uint64_t& looked);
  Job* openJob();
  void leave(Job& job, const std::exception_ptr& error);
  void publish(Job& job);
  void withdraw(Job& job);

  Mutex m_mutex;
  std::vector<Job*> m_jobs STRATA_GUARDED_BY(m_mutex);
  alignas(64) std::atomic<std::uint64_t> m_published{0};  ///< how many launches helpers could join so far
  std::atomic<int> m_callerProcessor{-1};                 ///< where the thread that launched last was
  std::atomic<bool> m_stop{false};
  Doorbell m_wake, m_left;
  std::vector<std::thread> m_helpers;
};

}  // namespace strata::cpu
