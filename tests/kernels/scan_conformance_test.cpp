#include "kernels/scan/scan_operation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "kernels/scan/scan_shape.h"
#include "tests/kernels/operation_conformance.h"

namespace strata::scan_conformance {
namespace {

LadderCase elements(std::int64_t n) {
  return {{"n", n}};
}

// One tile, several, as many as a tile has elements, one more: a third level.
const bool kRegistered = registerConformanceTests(
    scanOperation(),
    {elements(1), elements(2), elements(3), elements(31), elements(33), elements(255), elements(1000), elements(1023),
     elements(1024), elements(1025), elements(1026), elements(2048), elements(4099), elements(65536), elements(65537),
     elements(70001), elements(1 << 20), elements((1 << 20) + 1), elements((1 << 20) + 1025)});

Problem problem(std::int64_t n) {
  return problemOf(scanOperation(), elements(n));
}

const Step& step(std::string_view name) {
  return *findStep(scanOperation(), name);
}

TEST(Scan, ReferenceOfOnesCounts) {
  const std::vector<float> in(5, 1.0f);
  const TensorValues inputs[] = {in};
  std::vector<double> out(5, -1);
  scanReference(problem(5), inputs, 0, 1, out);
  EXPECT_EQ(out, (std::vector<double>{1, 2, 3, 4, 5}));
}

/// The error, in the norm by which results are checked, of sums that leave one of n ones-of-both-signs out.
double errorOfOneLeftOut(std::int64_t n) {
  double sum = 0, size = 0, wrong = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    sum += std::sin(double(i * i));
    size += sum * sum;
    if (i >= n / 2) wrong += 0.25;  // the square of a usual one
  }
  return std::sqrt(wrong / size);
}

TEST(Scan, LimitSeesAnElementLeftOut) {
  for (const std::int64_t n : {2, 100, 10000, 70001})
    EXPECT_LT(10 * scanOperation().limit(problem(n)), errorOfOneLeftOut(n)) << n;
}

TEST(Scan, LevelsEndInOneTile) {
  const StepPlan plan = step("shuffle").plan(problem((1 << 20) + 1));
  std::vector<std::pair<std::string_view, unsigned>> launches;
  for (const KernelLaunch& launch : plan.launches) launches.emplace_back(launch.kernel, launch.shape.grid.x);
  EXPECT_EQ(launches, (std::vector<std::pair<std::string_view, unsigned>>{{"scan_shuffle<1024>", 1025},
                                                                          {"scan_shuffle<1024>", 2},
                                                                          {"scan_shuffle<1024>", 1},
                                                                          {"scan_add<1024>", 1},
                                                                          {"scan_add<1024>", 4097 - 4}}))
      << "1 of the 1025 sums, and all but the first 1024 elements";
  for (const Step& each : scanOperation().steps)
    for (const std::int64_t n : {1, 1024, 1025, 1 << 20, 1 << 30}) {
      const StepPlan all = each.plan(problem(n));
      EXPECT_LE(all.launches.size(), 5u) << each.name << " " << n;
      for (const KernelLaunch& launch : all.launches) EXPECT_GT(launch.shape.grid.x, 0u) << each.name << " " << n;
    }
}

// By hand, for 1025 elements: two tiles.
TEST(Scan, CostsAreExact) {
  const auto global = [](std::string_view name, std::int64_t n) { return step(name).cost(problem(n)).globalBytes / 4; };
  const auto shared = [](std::string_view name, std::int64_t n) { return step(name).cost(problem(n)).sharedBytes / 4; };
  EXPECT_EQ(global("serial", 1025), 2 * 1025);
  EXPECT_EQ(global("pieces", 1024), 2 * 1024);
  EXPECT_EQ(global("pieces", 1025), 2 * 1025 + 1024 + 1 + 2 + 1);
  for (const std::string_view tiles : {"hillis_steele", "blelloch", "blelloch_padded", "shuffle", "vectorised"}) {
    EXPECT_EQ(global(tiles, 1024), 2 * 1024 + 1) << tiles;
    EXPECT_EQ(global(tiles, 1025), (2 * 1025 + 2) + (2 * 2 + 1) + 3) << tiles;
  }
  EXPECT_EQ(global("reduce_then_scan", 1024), 2 * 1024);
  EXPECT_EQ(global("reduce_then_scan", 1025), (1024 + 1) + 2 + (2 * 1025 + 256));
  EXPECT_EQ(shared("hillis_steele", 1024), 10 * 1024 + 9217);
  EXPECT_EQ(shared("blelloch", 1024), 1024 + 3 * 1023 + 2 + 4 * 1023 + 1024);
  EXPECT_EQ(shared("blelloch_padded", 1025), 3 * (1024 + 7 * 1023 + 2) + 1025 + 2);
  EXPECT_EQ(shared("shuffle", 1024), 3 * 32 + 31 * 32);
  EXPECT_EQ(shared("vectorised", 1024), 3 * 8 + 7 * 32);
  EXPECT_EQ(shared("reduce_then_scan", 1025), 2 * 8 + 3 * (3 * 8 + 7 * 32));
  for (const Step& each : scanOperation().steps) {
    EXPECT_EQ(each.cost(problem(1025)).flop, 1024);
    EXPECT_EQ(each.cost(problem(1025)).minBytes, 8 * 1025);
  }
}

// Of a long vector: 2 · n · 4 bytes in one pass, 12 where it is read twice, 20 where results are read again to be added
// to.
TEST(Scan, BytesOfAnElement) {
  constexpr std::int64_t kLong = 1 << 28;
  const auto bytes = [](std::string_view name) { return step(name).cost(problem(kLong)).globalBytes / kLong; };
  EXPECT_NEAR(bytes("pieces"), 12, 0.2);
  EXPECT_NEAR(bytes("shuffle"), 20, 0.1);
  EXPECT_NEAR(bytes("reduce_then_scan"), 13, 0.1) << "each thread also loads what came before its tile";
}

}  // namespace
}  // namespace strata::scan_conformance
