#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "kernels/matmul/matmul.h"

namespace strata {
namespace {

const MatmulStep& step(std::string_view name) {
  for (const MatmulStep& each : matmulSteps())
    if (each.name == name) return each;
  throw std::out_of_range(std::string(name));
}

TEST(MatmulSteps, NaiveThenTiledAndAllAreBuiltForTheCpu) {
  ASSERT_EQ(matmulSteps().size(), 2u);
  EXPECT_EQ(matmulSteps()[0].name, "naive");
  EXPECT_EQ(matmulSteps()[1].name, "tiled");
  for (const MatmulStep& each : matmulSteps()) {
    const KernelEntry entry = matmulEntry(each.name);
    EXPECT_NE(entry.function, nullptr);
    EXPECT_EQ(entry.name, each.kernel);
    EXPECT_EQ(entry.parameterBytes.size(), 6u);
  }
  EXPECT_EQ(matmulEntry("fastest").function, nullptr);
}

TEST(MatmulSteps, ShownTextIsTheFile) {
  for (const MatmulStep& each : matmulSteps()) {
    std::ifstream in(std::string(STRATA_SOURCE_DIR) + "/" + std::string(each.file));
    std::stringstream text;
    text << in.rdbuf();
    ASSERT_FALSE(text.str().empty()) << each.file;
    EXPECT_EQ(each.source, text.str());
  }
}

TEST(MatmulSteps, LaunchCoversEveryElementAndNoWholeBlockMore) {
  for (const MatmulStep& each : matmulSteps()) {
    for (const MatmulShape shape : {MatmulShape{1, 1, 1}, {32, 64, 7}, {33, 65, 9}, {257, 130, 511}}) {
      const LaunchShape launch = each.launch(shape);
      EXPECT_GE(launch.grid.x * launch.block.x, shape.n);
      EXPECT_LT((launch.grid.x - 1) * launch.block.x, shape.n);
      EXPECT_GE(launch.grid.y * launch.block.y, shape.m);
      EXPECT_LT((launch.grid.y - 1) * launch.block.y, shape.m);
    }
  }
}

// Counts by hand: the loads a kernel's text makes, one thread after the other.
double countedBytes(const MatmulStep& each, const MatmulShape& s) {
  const LaunchShape launch = each.launch(s);
  const std::int64_t edge = launch.block.x;
  double elements = 0;
  for (std::int64_t row = 0; row < launch.grid.y * edge; ++row) {
    for (std::int64_t col = 0; col < launch.grid.x * edge; ++col) {
      const bool inside = row < s.m && col < s.n;
      if (inside) ++elements;  // the store
      if (each.name == "naive") {
        if (inside) elements += 2 * static_cast<double>(s.k);
        continue;
      }
      for (std::int64_t start = 0; start < s.k; start += edge) {
        if (row < s.m && start + col % edge < s.k) ++elements;
        if (start + row % edge < s.k && col < s.n) ++elements;
      }
    }
  }
  return 4 * elements;
}

TEST(MatmulSteps, CostsAreExact) {
  for (const MatmulStep& each : matmulSteps()) {
    for (const MatmulShape shape : {MatmulShape{1, 1, 1}, {64, 32, 96}, {33, 65, 31}, {47, 130, 101}}) {
      const Cost cost = each.cost(shape);
      EXPECT_EQ(cost.flop, 2.0 * static_cast<double>(shape.m * shape.n * shape.k));
      EXPECT_EQ(cost.globalBytes, countedBytes(each, shape)) << each.name;
      EXPECT_EQ(cost.minBytes, 4.0 * static_cast<double>(shape.m * shape.k + shape.k * shape.n + shape.m * shape.n));
    }
  }
  EXPECT_NEAR(step("naive").cost({1024, 1024, 1024}).globalBytes / step("tiled").cost({1024, 1024, 1024}).globalBytes,
              32, 1);
}

}  // namespace
}  // namespace strata
