#include "tests/damage/damaged_kernels.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "app/session/agents.h"
#include "tests/damage/kernel_damage.h"
#include "tests/modelfile/test_files.h"

namespace strata::test {
namespace {

TEST(DamagedKernels, AreDamagedAgainFromTheSameSeed) {
  const std::string text = "__global__ void k(float* x, int n) {\n  if (threadIdx.x < n) x[threadIdx.x] = 1;\n}\n";
  int changed = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    changed += damagedKernel(text, seed) != text;
    EXPECT_EQ(damagedKernel(text, seed), damagedKernel(text, seed));
  }
  EXPECT_GT(changed, 800);
  EXPECT_EQ(damagedKernel("", 1), "");
}

/// The first few of those that strata_damage_kernels runs.
TEST(DamagedKernels, EndWithASentenceAndLeaveNothing) {
  const TemporaryFolder temporary;
  ::setenv("TMPDIR", temporary.path().c_str(), /*overwrite=*/1);
  const auto agent = chooseAgent("cpu", Duration{2'000'000'000});
  ASSERT_TRUE(agent.ok()) << agent.error().message;
  DamagedKernels kernels(agent.value().command);
  for (std::uint64_t seed = 1; seed <= 12; ++seed) kernels.run(seed);
  kernels.finish();
  for (const std::string& problem : kernels.problems()) ADD_FAILURE() << problem;
  EXPECT_GT(kernels.count(DamagedKernels::End::Refused), 0);
  EXPECT_LT(kernels.count(DamagedKernels::End::Refused), 12);
}

}  // namespace
}  // namespace strata::test
