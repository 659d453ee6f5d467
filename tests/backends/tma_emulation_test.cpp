#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/backends/cpu/block_executor.h"
#include "kernels/compat/device.h"
#include "kernels/compat/tma.h"
#include "kernels/compat/warpgroup.h"

// Kernels for the copy unit and for warpgroups that are wrong in the order of what they do: a GPU would compute right
// results most of the time, the CPU device never does.

STRATA_DYNAMIC_SHARED(tma::shared_kibibyte, twoBoxes);

namespace strata::cpu {
namespace {

struct TwoBoxes {
  bfloat16 a[64 * 64], b[4 * 64 * 64];
  tma::barrier ready;
};

enum class Wrong { Nothing, ReadsEarly, OverwritesEarly, NoBegin, NoWait, NobodyArrives, Misaligned };

__global__ void product(const tma::tensor_map ones, float* out, Wrong wrong) {
  auto& shared = *reinterpret_cast<TwoBoxes*>(twoBoxes);
  const auto copies = [&](bfloat16* to, int boxes) {
    for (int i = 0; i < boxes; ++i) tma::copy_box(to + i * 64 * 64, ones, shared.ready, 0, 0, 0);
  };
  if (threadIdx.x == 0) {
    shared.ready.init(wrong == Wrong::NobodyArrives ? 2 : 1);
    tma::publish_barriers();
    shared.ready.arrive_and_expect(5 * sizeof(shared.a));
    copies(shared.a + (wrong == Wrong::Misaligned ? 64 : 0), 1);
    copies(shared.b, 4);
  }
  __syncthreads();
  if (wrong != Wrong::ReadsEarly) shared.ready.wait(0);
  warpgroup::accumulator<256> sum;
  warpgroup::fill(sum, 0.0f);
  if (wrong != Wrong::NoBegin) warpgroup::begin(sum);
  warpgroup::multiply_accumulate(sum, warpgroup::along_k<bfloat16>(shared.a, 0),
                                 warpgroup::across_k<bfloat16>(shared.b, 0));
  if (wrong == Wrong::OverwritesEarly && threadIdx.x == 0) copies(shared.a, 1);
  if (wrong != Wrong::NoWait) warpgroup::wait(sum);
  for (int i = 0; i < sum.num_elements; ++i) out[warpgroup::row(i) * 256 + warpgroup::column(i)] = sum.x[i];
}

struct Outcome {
  std::vector<float> values = std::vector<float>(64 * 256);
  std::string error;
  bool right() const { return error.empty() && values == std::vector<float>(values.size(), 16.0f); }
};

Outcome run(Wrong wrong) {
  std::vector<bfloat16> data(64 * 64, bfloat16(1.0f));
  tma::tensor_map ones{{data.data(), 2, {64, 64, 1}, {64, 64, 1}}, {}};
  Outcome outcome;
  float* out = outcome.values.data();
  void* arguments[] = {&ones, &out, &wrong};
  static BlockExecutor executor;  // one for all: what a block leaves behind must not disturb the next
  executor.run({CpuKernel<product>::run, arguments, {{1, 1, 1}, {128, 1, 1}, sizeof(TwoBoxes)}, 32}, 0, 1);
  if (const std::exception_ptr error = executor.takeError()) {
    try {
      std::rethrow_exception(error);
    } catch (const Misuse& misuse) {
      outcome.error = misuse.words;
    } catch (const std::exception& thrown) {
      outcome.error = thrown.what();
    }
  }
  return outcome;
}

TEST(TmaEmulation, RightKernelsAreRightAlsoAfterWrongOnes) {
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(run(Wrong::Nothing).right());
    run(Wrong::ReadsEarly);
    EXPECT_TRUE(run(Wrong::Nothing).right());
    run(Wrong::NobodyArrives);
  }
}

TEST(TmaEmulation, WhatIsReadBeforeItIsThereIsNoNumber) {
  EXPECT_TRUE(std::isnan(run(Wrong::ReadsEarly).values[0]));
}

TEST(TmaEmulation, WhatIsOverwrittenBeforeItIsMultipliedIsNoNumber) {
  EXPECT_TRUE(std::isnan(run(Wrong::OverwritesEarly).values[0]));
}

TEST(TmaEmulation, SumsAreNotThereBeforeTheWait) {
  EXPECT_EQ(run(Wrong::NoWait).values[0], 0.0f);
}

TEST(TmaEmulation, WhatCannotGoOnSaysWhy) {
  EXPECT_NE(run(Wrong::NoBegin).error.find("warpgroup::begin"), std::string::npos);
  EXPECT_NE(run(Wrong::Misaligned).error.find("1024"), std::string::npos);
  EXPECT_NE(run(Wrong::NobodyArrives).error.find("mbarrier"), std::string::npos);
}

}  // namespace
}  // namespace strata::cpu
