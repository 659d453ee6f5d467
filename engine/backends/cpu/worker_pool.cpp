#include "engine/backends/cpu/worker_pool.h"

#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string>

#include "engine/backends/cpu/signal_stack.h"

namespace strata::cpu {
namespace {

// Pieces are taken several at a time where there are many, so that tiny blocks do not fight for the counter.
std::uint64_t piecesPerGrab(std::uint64_t pieces, std::size_t threads) {
  return std::clamp<std::uint64_t>(pieces / (threads * 16), 1, 64);
}

}  // namespace

/// Each thread begins in a part of the pieces of its own, the same in every launch, since what it wrote last time lies
/// in its cache; then it takes what others have left.
struct WorkerPool::Job {
  static constexpr std::size_t kMostParts = 64, kCacheLine = 64;
  struct alignas(kCacheLine) Part {
    std::atomic<std::uint64_t> next;
  };

  Job(std::uint64_t allPieces, const Work& itsWork, std::size_t threads)
      : work(itsWork), pieces(allPieces), grab(piecesPerGrab(pieces, threads)), parts(std::min(threads, kMostParts)) {
    for (std::size_t part = 0; part < parts; ++part) all[part].next = partBegin(part);
  }

  const Work& work;
  const std::uint64_t pieces, grab;
  const std::size_t parts;
  std::array<Part, kMostParts> all;
  // Under the pool's mutex `helpers` grows, and they set `error` before they leave. Clang cannot check that, since it
  // is another object's.
  alignas(kCacheLine) std::atomic<unsigned> helpers{0};
  std::exception_ptr error{};

  std::uint64_t partBegin(std::size_t part) const { return pieces * part / parts; }
  bool open() const {
    for (std::size_t part = 0; part < parts; ++part)
      if (all[part].next < partBegin(part + 1)) return true;
    return false;
  }
  void run(BlockExecutor& executor, std::size_t number) {
    for (std::size_t i = 0; i < parts; ++i) runPart(executor, (number + i) % parts);
  }
  void runPart(BlockExecutor& executor, std::size_t part) {
    const std::uint64_t end = partBegin(part + 1);
    for (;;) {
      const std::uint64_t begin = all[part].next.fetch_add(grab);
      if (begin >= end) return;
      work(executor, begin, std::min(begin + grab, end));
    }
  }
};

WorkerPool::WorkerPool(unsigned threads) {
  try {
    for (unsigned i = 1; i < threads; ++i) m_helpers.emplace_back([this, i] { helperMain(i); });
  } catch (...) {
    end();
    throw;
  }
}

WorkerPool::~WorkerPool() {
  end();
}

void WorkerPool::end() {
  m_stop = true;
  m_wake.ring(nullptr);
  for (std::thread& helper : m_helpers) helper.join();
}

std::exception_ptr WorkerPool::run(const Grid& grid, BlockExecutor& own) {
  const std::uint64_t blocks = grid.shape.grid.count();
  if (!grid.shape.brief)
    return run(
        blocks, [&grid](BlockExecutor& runs, std::uint64_t begin, std::uint64_t end) { runs.run(grid, begin, end); },
        own);
  own.run(grid, 0, blocks);
  return own.takeError();
}

std::exception_ptr WorkerPool::run(std::uint64_t pieces, const Work& work, BlockExecutor& own) {
  if (pieces <= 1 || m_helpers.empty()) {
    work(own, 0, pieces);
    return own.takeError();
  }
  noteCaller();
  Job job(pieces, work, threads());
  publish(job);
  job.run(own, 0);
  withdraw(job);
  std::exception_ptr error = own.takeError();
  return job.error ? job.error : error;
}

void WorkerPool::publish(Job& job) {
  {
    const Lock lock(m_mutex);
    m_jobs.push_back(&job);
  }
  ++m_published;  // not within the lock: who waits for it takes the lock next
  m_wake.ring(nullptr);
}

void WorkerPool::withdraw(Job& job) {
  {
    const Lock lock(m_mutex);
    std::erase(m_jobs, &job);
  }
  m_left.waitUntil([&] { return job.helpers == 0; }, nullptr);
}

void WorkerPool::helperMain(unsigned number) {
  pthread_setname_np(pthread_self(), ("strata core " + std::to_string(number)).c_str());
  const SignalStack signals;
  BlockExecutor executor;
  std::uint64_t looked = 0;
  while (Job* job = join(looked)) {
    job->run(executor, number);
    leave(*job, executor.takeError());
  }
}

/// Waits until there is a launch with blocks left; nullptr at the end. `looked`: how many had been published when there
/// was none; until there are more, there is none.
WorkerPool::Job* WorkerPool::join(std::uint64_t& looked) {
  Job* job = nullptr;
  const auto ready = [&] {
    stepAside();
    if (m_stop) return true;
    const std::uint64_t published = m_published;
    if (published == looked) return false;
    job = openJob();
    if (job == nullptr) looked = published;
    return job != nullptr;
  };
  m_wake.waitUntil(ready, nullptr, Doorbell::kEager);
  return job;
}

void WorkerPool::noteCaller() {
  const int processor = sched_getcpu();
  if (m_callerProcessor.load(std::memory_order_relaxed) != processor) m_callerProcessor = processor;
}

/// Threads that wait for each other seem idle to Linux: it leaves them on one processor for milliseconds, where each
/// works only while the other waits, though another processor is free. So a helper that finds itself where the
/// launching thread is goes to the others that the program may use, and does not come back to that one.
void WorkerPool::stepAside() const {
  const int taken = m_callerProcessor.load(std::memory_order_relaxed);
  if (taken < 0 || sched_getcpu() != taken) return;
  cpu_set_t others;
  if (sched_getaffinity(getpid(), sizeof others, &others) != 0) return;
  CPU_CLR(taken, &others);
  if (CPU_COUNT(&others) > 0) sched_setaffinity(0, sizeof others, &others);
}

WorkerPool::Job* WorkerPool::openJob() {
  const Lock lock(m_mutex);
  const auto open = std::ranges::find_if(m_jobs, &Job::open);
  if (open == m_jobs.end()) return nullptr;
  ++(*open)->helpers;
  return *open;
}

void WorkerPool::leave(Job& job, const std::exception_ptr& error) {
  if (error) {
    const Lock lock(m_mutex);
    if (!job.error) job.error = error;
  }
  if (--job.helpers == 0) m_left.ring(nullptr);  // the job may be gone from here on
}

}  // namespace strata::cpu
