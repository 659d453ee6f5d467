#include "kernels/microscope/defect_watch.h"

#include <gtest/gtest.h>

#include "engine/backends/cpu/cpu_thread.h"
#include "engine/device/work_control.h"

namespace strata {
namespace {

// A thread is ended, with its line, after five million steps, however long these take.
TEST(DefectWatch, ShowsThatItMovesWhileItCounts) {
  WorkControl control;
  DefectWatch watch("/no object", {});
  ASSERT_EQ(watch.launchBegins({"kernel", {{1, 1, 1}, {1, 1, 1}}, 32, {}, &control}, 1).size(), 1u);
  ASSERT_EQ(watch.nextBlock(0), 0u);
  cpu::blockDim = {1, 1, 1};
  cpu::threadIdx = {0, 0, 0};
  for (int sign = 0; sign < 4; ++sign) {
    EXPECT_FALSE(control.moved());
    for (int step = 0; step < 1'000'000; ++step) watch.record({.pc = 1, .kind = Access::Kind::Block});
    EXPECT_TRUE(control.moved());
  }
  watch.blockEnds();
}

}  // namespace
}  // namespace strata
