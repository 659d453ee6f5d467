#include "layers/compiler/line_executions.h"

#include <gtest/gtest.h>

namespace strata {
namespace {

ObservedPlace place(int line, const char* what, const char* space, std::uint64_t requests, std::uint32_t bytes) {
  ObservedPlace one{.file = "kernels/matmul/naive.cuh", .line = line, .what = what, .space = space};
  one.requests = requests;
  one.example.bytes = bytes;
  return one;
}

TEST(LineExecutions, BranchesAndRequestsByLine) {
  const std::vector<ObservedPlace> places = {place(22, "branch", "", 100, 0),     place(22, "branch", "", 80, 0),
                                             place(22, "load", "global", 100, 4), place(22, "load", "global", 50, 16),
                                             place(24, "store", "global", 10, 4), place(24, "store", "shared", 5, 8)};
  const auto lines = lineExecutions(places);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0].line, 22);
  EXPECT_EQ(lines[0].passes, 100u) << "of the block that ran most often";
  EXPECT_EQ(lines[0].laneBytes, (std::array<std::uint64_t, 4>{100 * 4 + 50 * 16, 0, 0, 0}));
  EXPECT_EQ(lines[0].fp32, 1u) << "sum += A[…] * B[…]";
  EXPECT_EQ(lines[1].laneBytes, (std::array<std::uint64_t, 4>{0, 40, 0, 40}));
  EXPECT_FALSE(lines[1].moved);
}

TEST(LineExecutions, MatrixUnits) {
  std::vector<LineExecutions> lines(3, {.file = "kernels/matmul/unit_naive.cuh"});
  lines[0].line = 28;  // load_matrix
  lines[1].line = 30;  // multiply_accumulate
  lines[2].line = 32;  // store_matrix
  addWhatTextsSay(lines);
  EXPECT_TRUE(lines[0].moved);
  EXPECT_FALSE(lines[2].moved);
  EXPECT_EQ(lines[0].matrix, 0u);
  EXPECT_EQ(lines[1].matrix, 16u * 16 * 16);
}

}  // namespace
}  // namespace strata
