#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <vector>

#include "engine/backends/cpu/block_executor.h"
#include "kernels/compat/device.h"

// Warp functions where the CPU device could go wrong and a GPU could not: who waits for whom.

namespace strata::cpu {
namespace {

template <auto kernel, class... Arguments>
std::exception_ptr runBlock(std::uint32_t waveSize, Dim3 block, Arguments... arguments) {
  static BlockExecutor executor;  // one for all: what a block leaves behind must not disturb the next
  void* pointers[] = {&arguments...};
  executor.run({CpuKernel<kernel>::run, pointers, {{1, 1, 1}, block, 0}, waveSize}, 0, 1);
  return executor.takeError();
}

__device__ int number() {
  return static_cast<int>(threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z));
}

__global__ void rotate(int* out) {
  const int t = number(), lane = t % warpSize;
  out[t] = __shfl_sync(kFullMask, t, (lane + 1) % warpSize);
}

// Rounds of shuffles and barriers by turns: a lane that goes on too early carries a value of another round.
__global__ void shuffles_and_barriers(int* out, int rounds) {
  __shared__ int seen[1024];
  const int t = number();
  int value = t;
  for (int i = 0; i < rounds; ++i) {
    value = __shfl_xor_sync(kFullMask, value, 1) + 1;
    if (i % 3 == 0) continue;
    seen[t] = value;
    __syncthreads();
    value = seen[t ^ 2];
    __syncthreads();
  }
  out[t] = value;
}

__global__ void warps_of_different_length(int* out) {
  const int t = number(), warp = t / warpSize;
  int value = t;
  for (int i = 0; i < warp; ++i) value = __shfl_xor_sync(kFullMask, value, 1);
  __syncthreads();
  for (int i = warp; i < 5; ++i) value = __shfl_xor_sync(kFullMask, value, 1);
  out[t] = value;
}

__global__ void branches(int* out) {
  const int t = number(), lane = t % warpSize;
  const LaneMask odd = 0xaaaaaaaaaaaaaaaaull, even = ~odd;
  int value = t;
  if (lane % 2) {
    for (int i = 0; i < 3; ++i) value = __shfl_xor_sync(odd, value, 2);
  } else {
    value = __shfl_xor_sync(even, value, 4);
  }
  __syncwarp();
  out[t] = __shfl_xor_sync(kFullMask, value, 1);
}

__global__ void lanes_end_early(int* out) {
  const int t = number(), lane = t % warpSize;
  if (lane >= 20) return;
  const LaneMask here = __ballot_sync(kFullMask, 1);
  out[t] = __popcll(here);
  if (lane >= 10) return;
  out[t] = 100 + __popcll(__ballot_sync(kFullMask, lane % 2));
}

__global__ void end_while_others_wait(int* out) {
  const int t = number(), lane = t % warpSize;
  if (lane == 3) {
    __syncthreads();
    return;  // the others are at the ballot by now
  }
  if (lane > 3) __syncthreads();
  if (lane < 3) __syncthreads();
  out[t] = __all_sync(kFullMask, 1) ? 1 : 2;
}

__global__ void half_a_warp_never_comes(int* out) {
  const int t = number(), lane = t % warpSize;
  if (lane < warpSize / 2) {
    out[t] = __shfl_sync(kFullMask, t, 0);
  } else {
    __syncthreads();
    out[t] = -2;
  }
}

__global__ void different_functions(int* out) {
  const int t = number();
  out[t] = t % 2 ? __any_sync(kFullMask, 0) : __shfl_sync(kFullMask, 1, 0);
}

__global__ void not_in_own_mask(int* out) {
  const int t = number(), lane = t % warpSize;
  out[t] = __popcll(__ballot_sync(LaneMask{1}, 1)) + lane;
}

class WarpFunctions : public testing::TestWithParam<std::uint32_t> {
 protected:
  int wave() const { return static_cast<int>(GetParam()); }
  template <auto kernel, class... Arguments>
  void run(Dim3 block, Arguments... arguments) {
    m_error = runBlock<kernel>(GetParam(), block, m_out.data(), arguments...);
  }
  /// Expects that all went well and thread t wrote expected(t).
  void expect(int threads, const std::function<int(int)>& expected) {
    EXPECT_EQ(m_error, nullptr);
    for (int t = 0; t < threads; ++t) ASSERT_EQ(m_out[static_cast<std::size_t>(t)], expected(t)) << "thread " << t;
  }
  std::string errorText() const {
    if (!m_error) return {};
    try {
      std::rethrow_exception(m_error);
    } catch (const std::exception& error) {
      return error.what();
    }
  }

  std::vector<int> m_out = std::vector<int>(1024, -1);
  std::exception_ptr m_error;
};

TEST_P(WarpFunctions, LanesAreCountedAcrossRowsOfTheBlock) {
  run<rotate>({16, 4, 2});
  expect(128, [this](int t) { return t / wave() * wave() + (t + 1) % wave(); });
}

TEST_P(WarpFunctions, ShufflesAndBarriersKeepStep) {
  for (const std::uint32_t threads : {64u, 256u, 1024u}) {
    run<shuffles_and_barriers>({threads, 1, 1}, 20);
    // 20 rounds of +1 and a flip of bit 0; bit 1 flips in 13 of them.
    expect(static_cast<int>(threads), [](int t) { return (t ^ 2) + 20; });
  }
}

TEST_P(WarpFunctions, WarpsMayDifferInHowOftenTheyMeet) {
  run<warps_of_different_length>({static_cast<std::uint32_t>(4 * wave()), 1, 1});
  expect(4 * wave(), [](int t) { return t ^ 1; });
}

TEST_P(WarpFunctions, LanesOfABranchWaitForEachOtherOnly) {
  run<branches>({192, 1, 1});
  expect(192, [](int t) { return (t ^ 1) % 2 ? (t ^ 1) ^ 2 : (t ^ 1) ^ 4; });
}

TEST_P(WarpFunctions, LanesThatHaveEndedAreNotWaitedFor) {
  for (const std::uint32_t threads : {128u, 70u}) {
    std::fill(m_out.begin(), m_out.end(), -1);
    run<lanes_end_early>({threads, 1, 1});
    const auto lanes = [&](int t) { return std::min<int>(wave(), static_cast<int>(threads) - t / wave() * wave()); };
    expect(static_cast<int>(threads), [&](int t) {
      const int lane = t % wave();
      if (lane >= 20) return -1;
      return lane < 10 ? 100 + std::min(10, lanes(t)) / 2 : std::min(20, lanes(t));
    });
  }
}

TEST_P(WarpFunctions, AThreadThatEndsLetsThoseGoOnThatWaitForIt) {
  run<end_while_others_wait>({64, 1, 1});
  expect(64, [this](int t) { return t % wave() == 3 ? -1 : 1; });
}

TEST_P(WarpFunctions, LanesThatNeverComeAreAnErrorAndNotAHang) {
  run<half_a_warp_never_comes>({128, 1, 1});
  EXPECT_NE(errorText().find("warp 0 wait for others of their mask"), std::string::npos) << errorText();
  EXPECT_EQ(m_out[static_cast<std::size_t>(wave()) - 1], -2);
}

TEST_P(WarpFunctions, DifferentFunctionsAtATimeAreAnError) {
  run<different_functions>({64, 1, 1});
  EXPECT_NE(errorText().find("in another warp function"), std::string::npos) << errorText();
}

TEST_P(WarpFunctions, AMaskWithoutTheLaneItselfIsAnError) {
  run<not_in_own_mask>({64, 1, 1});
  EXPECT_NE(errorText().find("does not name its own lane"), std::string::npos) << errorText();
}

TEST_P(WarpFunctions, AfterErrorsBlocksRunAsBefore) {
  run<half_a_warp_never_comes>({128, 1, 1});
  run<shuffles_and_barriers>({128, 1, 1}, 20);
  expect(128, [](int t) { return (t ^ 2) + 20; });
}

INSTANTIATE_TEST_SUITE_P(Lanes, WarpFunctions, testing::Values(32u, 64u), testing::PrintToStringParamName());

}  // namespace
}  // namespace strata::cpu
