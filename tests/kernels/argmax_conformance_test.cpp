#include "kernels/argmax/argmax_operation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "kernels/operation/kernel_table.h"
#include "tests/kernels/operation_conformance.h"
#include "tests/kernels/test_device.h"

namespace strata::argmax_conformance {
namespace {

LadderCase of(std::int64_t rows, std::int64_t cols) {
  return {{"rows", rows}, {"cols", cols}};
}

// Less than a register, a piece and a block; whole ones; one more.
const bool kRegistered =
    registerConformanceTests(argmaxOperation(), {of(1, 1), of(3, 5), of(1, 16), of(2, 31), of(4, 512), of(3, 513),
                                                 of(1, 1024), of(2, 1025), of(1, 32000), of(7, 3001)});

/// What a step finds in one row.
int found(std::string_view step, const std::vector<float>& row) {
  const auto device = openTestDevice();
  const LadderCase size = of(1, static_cast<std::int64_t>(row.size()));
  const StepPlan plan = findStep(argmaxOperation(), step)->plan(problemOf(argmaxOperation(), size));
  auto stream = std::move(device.value()->createStream()).value();
  auto host = std::move(device.value()->allocate(row.size() * 4, MemoryKind::Pageable)).value();
  auto x = std::move(device.value()->allocate(row.size() * 4, MemoryKind::Device)).value();
  auto out = std::move(device.value()->allocate(4, MemoryKind::Device)).value();
  std::copy(row.begin(), row.end(), host->span<float>().begin());
  void *from = x->data(), *to = out->data();
  auto rows = 1, cols = static_cast<int>(row.size());
  std::vector<void*> arguments{&from, &to, &rows, &cols};
  if (step == "block") arguments = {&from, &to, &cols};
  EXPECT_TRUE(stream->copy(*x, *host, row.size() * 4).ok());
  EXPECT_TRUE(stream->launch(findKernel(plan.launches[0].kernel), plan.launches[0].shape, arguments).ok());
  EXPECT_TRUE(stream->copy(*host, *out, 4).ok());
  EXPECT_TRUE(stream->synchronize().ok());
  return host->span<int>()[0];
}

class ArgmaxStep : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (const auto device = openTestDevice(); !device.ok()) GTEST_SKIP() << device.error().message;
  }
};

TEST_P(ArgmaxStep, OfEqualOnesTheFirst) {
  std::vector<float> row(5000, -1.0f);
  row[4999] = row[1500] = row[1337] = row[700 + 1024] = 2.0f;
  EXPECT_EQ(found(GetParam(), row), 1337);
  EXPECT_EQ(found(GetParam(), std::vector<float>(3000, 0.0f)), 0);
}

TEST_P(ArgmaxStep, NothingIsGreaterForBeingNoNumber) {
  const float nan = std::nanf(""), infinity = std::numeric_limits<float>::infinity();
  std::vector<float> row(2000, nan);
  EXPECT_EQ(found(GetParam(), row), 0);
  row[1999] = -5;
  EXPECT_EQ(found(GetParam(), row), 1999);
  row[3] = infinity;
  EXPECT_EQ(found(GetParam(), row), 3);
  EXPECT_EQ(found(GetParam(), std::vector<float>(40, -infinity)), 0);
  EXPECT_EQ(found(GetParam(), {nan, -infinity, nan}), 0);
}

INSTANTIATE_TEST_SUITE_P(Steps, ArgmaxStep, testing::Values("lanes", "block"),
                         [](const auto& step) { return std::string(step.param); });

}  // namespace
}  // namespace strata::argmax_conformance
