#include "kernels/pool/pool_operation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "kernels/operation/bound_launch.h"
#include "kernels/operation/kernel_table.h"
#include "tests/kernels/operation_conformance.h"
#include "tests/kernels/test_device.h"

namespace strata::pool_conformance {
namespace {

LadderCase of(std::int64_t planes, std::int64_t h, std::int64_t w, LadderCase more = {}) {
  LadderCase all{{"planes", planes}, {"h", h}, {"w", w}};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

const bool kRegistered = registerConformanceTests(
    poolOperation(),
    {of(1, 2, 2), of(1, 1, 1, {{"window", 1}}), of(8, 28, 28), of(3, 14, 6), of(5, 7, 9), of(65, 2, 34),
     of(16, 14, 14, {{"window", 3}}), of(2, 5, 6, {{"window", 3}, {"stride", 1}}),
     of(3, 13, 11, {{"window", 3}, {"stride", 2}, {"pad", 1}}), of(2, 3, 3, {{"window", 5}, {"stride", 1}, {"pad", 2}}),
     of(1, 4, 300, {{"window", 4}, {"stride", 3}, {"pad", 3}}), of(7, 9, 31, {{"window", 2}, {"stride", 5}})});

std::vector<double> referenceOf(const LadderCase& values, const std::vector<float>& x, std::int64_t begin,
                                std::int64_t end, std::size_t outputs) {
  const std::vector<TensorValues> inputs{TensorValues(x)};
  std::vector<double> out(outputs, -99);
  poolOperation().reference(problemOf(poolOperation(), values), inputs, begin, end, out);
  return out;
}

using Doubles = std::vector<double>;

/// What the plan's only kernel makes of X.
std::vector<float> outputOf(Device& device, const StepPlan& plan, const std::vector<float>& x, std::size_t outputs) {
  const std::size_t bytesOfX = x.size() * sizeof(float), bytes = outputs * sizeof(float);
  const auto stream = device.createStream().value();
  const auto host = device.allocate(bytesOfX, MemoryKind::Pageable).value();
  const auto in = device.allocate(bytesOfX, MemoryKind::Device).value();
  const auto out = device.allocate(bytes, MemoryKind::Device).value();
  const auto back = device.allocate(bytes, MemoryKind::Pageable).value();
  std::memcpy(host->data(), x.data(), bytesOfX);
  EXPECT_TRUE(stream->copy(*in, *host, bytesOfX).ok());
  const KernelLaunch& launch = plan.launches[0];
  auto bound = BoundLaunch::bind(device, launch, findKernel(launch.kernel), std::vector{in->data(), out->data()});
  EXPECT_TRUE(bound.ok() && bound.value().start(*stream).ok());
  EXPECT_TRUE(stream->copy(*back, *out, bytes).ok());
  EXPECT_TRUE(stream->synchronize().ok());
  std::vector<float> y(outputs);
  std::memcpy(y.data(), back->data(), bytes);
  return y;
}

TEST(Pool, ReferenceOfPlanes) {
  EXPECT_EQ(referenceOf(of(2, 2, 4), {1, 2, 3, 4, 5, 6, 7, 8, -1, -2, -3, -4, -5, -6, -7, -8}, 0, 2, 4),
            (Doubles{6, 8, -1, -3}));
  EXPECT_EQ(referenceOf(of(2, 2, 2), {1, 2, 3, 4, 9, 8, 7, 6}, 1, 2, 1), Doubles{9});
}

// Zeros around the picture would win against what is below zero.
TEST(Pool, PaddingDoesNotCount) {
  const LadderCase padded = of(1, 2, 2, {{"window", 2}, {"stride", 2}, {"pad", 1}});
  EXPECT_EQ(referenceOf(padded, {-1, -2, -3, -4}, 0, 1, 4), (Doubles{-1, -2, -3, -4}));
}

// One NaN in each place of a window in turn; the neighbour's window has none.
TEST(Pool, WhatIsNoNumberStaysNone) {
  const auto device = openTestDevice();
  if (!device.ok()) GTEST_SKIP() << device.error().message;
  const LadderCase values = of(1, 2, 4);
  for (const std::size_t at : {0u, 1u, 4u, 5u}) {
    std::vector<float> x{1, 8, 3, 4, 5, 2, 7, 6};
    x[at] = std::numeric_limits<float>::quiet_NaN();
    const Doubles truth = referenceOf(values, x, 0, 1, 2);
    EXPECT_TRUE(std::isnan(truth[0])) << at;
    EXPECT_EQ(truth[1], 7) << at;
    for (const Step& step : poolOperation().steps) {
      const std::vector<float> y = outputOf(*device.value(), step.plan(problemOf(poolOperation(), values)), x, 2);
      EXPECT_TRUE(std::isnan(y[0])) << step.name << " " << at;
      EXPECT_EQ(y[1], 7) << step.name << " " << at;
    }
  }
}

TEST(Pool, WhatDoesNotFillAWindowIsLeftOut) {
  EXPECT_EQ(referenceOf(of(1, 3, 3), {1, 2, 9, 3, 4, 9, 9, 9, 9}, 0, 1, 1), Doubles{4});
}

TEST(Pool, CostsAreExact) {
  for (const Step& step : poolOperation().steps) {
    const Cost cost = step.cost(problemOf(poolOperation(), of(3, 4, 6)));
    EXPECT_EQ(cost.flop, 3 * 6 * 3);
    const double firstAgain = step.name == "naive" ? 18 : 0;  // of each window
    EXPECT_EQ(cost.globalBytes, 4 * (72 + 18 + firstAgain));
  }
  const Problem padded = problemOf(poolOperation(), of(1, 2, 2, {{"window", 2}, {"stride", 2}, {"pad", 1}}));
  EXPECT_EQ(findStep(poolOperation(), "naive")->cost(padded).flop, 0) << "each window sees one element";
}

TEST(Pool, Misfits) {
  const auto misfit = [](const LadderCase& values) {
    return poolOperation().misfit(problemOf(poolOperation(), values));
  };
  EXPECT_EQ(misfit(of(1, 2, 2)), "");
  EXPECT_NE(misfit(of(1, 1, 2)), "");
  EXPECT_NE(misfit(of(1, 9, 9, {{"window", 2}, {"pad", 2}})), "");
  EXPECT_NE(misfit(of(65536, 4096, 4096)), "");
}

}  // namespace
}  // namespace strata::pool_conformance
