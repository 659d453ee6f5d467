#include "engine/backends/cpu/block_executor.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <set>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <vector>

#include "engine/backends/cpu/doorbell.h"
#include "engine/backends/cpu/worker_pool.h"
#include "kernels/compat/device.h"

namespace strata::cpu {
namespace {

// Where a thread's stack is, near enough to tell one stack from another.
std::uintptr_t stackPlace() {
  return reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
}

__global__ void note_stack(std::uintptr_t* places, bool waits) {
  if (waits) __syncthreads();
  places[threadIdx.x] = stackPlace();
}

// Threads wait `threadIdx.x % 4` times; those that wait less leave while others still wait.
__global__ void wait_unevenly(std::vector<int>* phases) {
  for (unsigned i = 0; i < threadIdx.x % 4; ++i) {
    __syncthreads();
    phases->push_back(static_cast<int>(i));
  }
}

__global__ void throw_at(unsigned thread) {
  if (threadIdx.x == thread) throw std::runtime_error("thread failed");
  __syncthreads();
}

__global__ void deep_call_with_barrier(int* out, int depth) {
  volatile int here = depth;
  if (depth == 0) {
    __syncthreads();
  } else {
    deep_call_with_barrier(out, depth - 1);
  }
  if (here == depth) out[threadIdx.x] += 1;
}

__global__ void count_block(std::atomic<int>* counts) {
  counts[blockIdx.x].fetch_add(1);
}

template <auto kernel, class... Arguments>
void runBlock(BlockExecutor& executor, unsigned threads, Arguments... arguments) {
  void* pointers[] = {&arguments...};
  executor.run({CpuKernel<kernel>::run, pointers, {{1, 1, 1}, {threads, 1, 1}, 0}}, 0, 1);
}

TEST(BlockExecutor, KernelWithoutBarrierStaysOnOneStack) {
  BlockExecutor executor;
  std::vector<std::uintptr_t> places(1024);
  runBlock<note_stack>(executor, 1024, places.data(), false);
  EXPECT_EQ(std::set(places.begin(), places.end()).size(), 1u);
}

TEST(BlockExecutor, ThreadsThatWaitHaveStacksOfTheirOwnAndReuseThem) {
  BlockExecutor executor;
  std::vector<std::uintptr_t> first(1024), second(1024);
  runBlock<note_stack>(executor, 1024, first.data(), true);
  runBlock<note_stack>(executor, 1024, second.data(), true);
  const std::set a(first.begin(), first.end()), b(second.begin(), second.end());
  EXPECT_EQ(a.size(), 1024u);
  EXPECT_EQ(a, b);
}

TEST(BlockExecutor, LeavingThreadsKeepTheOthersInStep) {
  BlockExecutor executor;
  for (const unsigned threads : {1u, 2u, 3u, 4u, 5u, 63u, 64u, 257u}) {
    std::vector<int> phases;
    runBlock<wait_unevenly>(executor, threads, &phases);
    EXPECT_TRUE(std::is_sorted(phases.begin(), phases.end())) << threads;
    std::size_t expected = 0;
    for (unsigned t = 0; t < threads; ++t) expected += t % 4;
    EXPECT_EQ(phases.size(), expected) << threads;
  }
}

TEST(BlockExecutor, ExceptionEndsItsThreadOnly) {
  BlockExecutor executor;
  for (const unsigned thread : {0u, 5u, 63u}) {
    runBlock<throw_at>(executor, 64, thread);
    EXPECT_NE(executor.takeError(), nullptr);
    EXPECT_EQ(executor.takeError(), nullptr);
  }
  runBlock<throw_at>(executor, 64, 64u);
  EXPECT_EQ(executor.takeError(), nullptr);
}

TEST(BlockExecutor, BarriersWorkDeepInCalls) {
  BlockExecutor executor;
  std::vector<int> out(128);
  runBlock<deep_call_with_barrier>(executor, 128, out.data(), 50);
  for (const int count : out) EXPECT_EQ(count, 51);
}

TEST(WorkerPool, EveryBlockRunsOnceWithSeveralLaunchesAtATime) {
  WorkerPool pool(4);
  std::vector<std::jthread> launchers;
  for (int launcher = 0; launcher < 3; ++launcher) {
    launchers.emplace_back([&pool] {
      BlockExecutor executor;
      for (const unsigned blocks : {1u, 2u, 7u, 1000u, 5000u}) {
        std::vector<std::atomic<int>> counts(blocks);
        auto* data = counts.data();
        void* arguments[] = {&data};
        const Grid grid{CpuKernel<count_block>::run, arguments, {{blocks, 1, 1}, {3, 1, 1}, 0}};
        EXPECT_EQ(pool.run(grid, executor), nullptr);
        for (const auto& count : counts) EXPECT_EQ(count.load(), 3);
      }
    });
  }
}

TEST(WorkerPool, ExceptionOfAnyBlockComesOut) {
  WorkerPool pool(3);
  BlockExecutor executor;
  unsigned thread = 1;
  void* arguments[] = {&thread};
  const Grid grid{CpuKernel<throw_at>::run, arguments, {{100, 1, 1}, {2, 1, 1}, 0}};
  EXPECT_NE(pool.run(grid, executor), nullptr);
}

// Such a limit binds no root: a user of whom nothing else runs takes its place.
TEST(WorkerPool, AThreadThatTheSystemRefusesEndsThoseBefore) {
  const auto madeWithFewThreads = [] {
    const rlimit three{3, 3};
    ::setrlimit(RLIMIT_NPROC, &three);
    if (::geteuid() == 0 && ::setuid(64322) != 0) std::_Exit(2);
    try {
      const WorkerPool pool(8);
    } catch (const std::system_error&) {
      std::_Exit(0);
    }
    std::_Exit(1);
  };
  EXPECT_EXIT(madeWithFewThreads(), testing::ExitedWithCode(0), "");
}

TEST(Doorbell, NoRingIsLost) {
  Doorbell there, back;
  std::atomic<int> ball{0};
  constexpr int kRounds = 20'000;
  const auto play = [&ball](Doorbell& mine, Doorbell& other, int parity) {
    for (int i = parity; i < kRounds; i += 2) {
      mine.waitUntil([&] { return ball.load() == i; }, nullptr);
      ball.store(i + 1);
      other.ring(nullptr);
    }
  };
  std::jthread partner([&] { play(back, there, 1); });
  play(there, back, 0);
  partner.join();
  EXPECT_EQ(ball.load(), kRounds);
}

}  // namespace
}  // namespace strata::cpu
