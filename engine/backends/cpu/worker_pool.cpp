#include "engine/backends/cpu/worker_pool.h"

#include <pthread.h>

#include <algorithm>
#include <string>

namespace strata::cpu {
namespace {

// Blocks are taken several at a time where there are many, so that tiny blocks do not fight for the counter.
std::uint64_t blocksPerGrab(std::uint64_t blocks, std::size_t threads) {
  return std::clamp<std::uint64_t>(blocks / (threads * 16), 1, 64);
}

}  // namespace

struct WorkerPool::Job {
  const Grid& grid;
  std::uint64_t blocks = 0;
  std::uint64_t grab = 1;
  std::atomic<std::uint64_t> nextBlock{0};
  unsigned helpers = 0;        ///< guarded by the pool's mutex
  std::exception_ptr error{};  ///< guarded by the pool's mutex

  void runBlocks(BlockExecutor& executor) {
    for (;;) {
      const std::uint64_t begin = nextBlock.fetch_add(grab);
      if (begin >= blocks) return;
      for (std::uint64_t block = begin; block < std::min(begin + grab, blocks); ++block) executor.run(grid, block);
    }
  }
};

WorkerPool::WorkerPool(unsigned threads) {
  for (unsigned i = 1; i < threads; ++i) m_helpers.emplace_back([this, i] { helperMain(i); });
}

WorkerPool::~WorkerPool() {
  {
    std::lock_guard lock(m_mutex);
    m_stop = true;
  }
  m_wake.notify_all();
  for (std::thread& helper : m_helpers) helper.join();
}

std::exception_ptr WorkerPool::run(const Grid& grid, BlockExecutor& own) {
  const std::uint64_t blocks = grid.shape.grid.count();
  Job job{grid, blocks, blocksPerGrab(blocks, m_helpers.size() + 1)};
  const bool shared = blocks > 1 && !grid.shape.brief && !m_helpers.empty();
  if (shared) publish(job);
  job.runBlocks(own);
  if (shared) withdraw(job);
  std::exception_ptr error = own.takeError();
  return job.error ? job.error : error;
}

void WorkerPool::publish(Job& job) {
  {
    std::lock_guard lock(m_mutex);
    m_jobs.push_back(&job);
  }
  if (job.blocks > m_helpers.size()) {
    m_wake.notify_all();
  } else {
    for (std::uint64_t i = 1; i < job.blocks; ++i) m_wake.notify_one();
  }
}

void WorkerPool::withdraw(Job& job) {
  std::unique_lock lock(m_mutex);
  std::erase(m_jobs, &job);
  m_left.wait(lock, [&] { return job.helpers == 0; });
}

void WorkerPool::helperMain(unsigned number) {
  pthread_setname_np(pthread_self(), ("strata core " + std::to_string(number)).c_str());
  BlockExecutor executor;
  while (Job* job = join()) {
    job->runBlocks(executor);
    leave(*job, executor.takeError());
  }
}

/// Sleeps until there is a launch with blocks left; nullptr at the end.
WorkerPool::Job* WorkerPool::join() {
  std::unique_lock lock(m_mutex);
  for (;;) {
    if (m_stop) return nullptr;
    const auto open = std::ranges::find_if(m_jobs, [](Job* job) { return job->nextBlock < job->blocks; });
    if (open != m_jobs.end()) {
      ++(*open)->helpers;
      return *open;
    }
    m_wake.wait(lock);
  }
}

void WorkerPool::leave(Job& job, std::exception_ptr error) {
  std::lock_guard lock(m_mutex);
  if (error && !job.error) job.error = error;
  if (--job.helpers == 0) m_left.notify_all();
}

}  // namespace strata::cpu
