#include "kernels/heads/heads_operation.h"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <vector>

#include "kernels/operation/bound_launch.h"
#include "kernels/operation/kernel_table.h"
#include "tests/kernels/operation_conformance.h"
#include "tests/kernels/test_device.h"

namespace strata::heads_conformance {
namespace {

LadderCase of(HeadsWay way, std::int64_t rows, std::int64_t heads, std::int64_t dim) {
  return {{"way", static_cast<std::int64_t>(way)}, {"rows", rows}, {"heads", heads}, {"dim", dim}};
}

std::vector<LadderCase> cases() {
  std::vector<LadderCase> all;
  for (const HeadsWay way : {HeadsWay::Split, HeadsWay::Join})
    for (const auto& [rows, heads, dim] :
         std::vector<std::tuple<int, int, int>>{{1, 1, 1}, {1, 3, 5}, {7, 2, 8}, {65, 12, 64}, {33, 5, 3}})
      all.push_back(of(way, rows, heads, dim));
  for (LadderCase two : {of(HeadsWay::Split, 1, 3, 5), of(HeadsWay::Split, 65, 12, 64)}) {
    two.emplace_back("sources", 1);
    all.push_back(two);
  }
  return all;
}

const bool kRegistered = registerConformanceTests(headsOperation(), cases());

std::vector<double> referenceOf(const LadderCase& values, const std::vector<float>& x, std::size_t size,
                                std::int64_t begin, std::int64_t end) {
  const Problem problem = problemOf(headsOperation(), values);
  const std::vector<TensorValues> inputs{x};
  std::vector<double> out(size, -99);
  headsOperation().reference(problem, inputs, begin, end, out);
  return out;
}

TEST(HeadsReference, WorkedByHand) {
  // Two rows of three heads of two.
  const std::vector<float> side{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, apart{1, 2, 7, 8, 3, 4, 9, 10, 5, 6, 11, 12};
  EXPECT_EQ(referenceOf(of(HeadsWay::Split, 2, 3, 2), side, 8, 1, 3), (std::vector<double>{3, 4, 9, 10, 5, 6, 11, 12}));
  EXPECT_EQ(referenceOf(of(HeadsWay::Join, 2, 3, 2), apart, 6, 1, 2), (std::vector<double>{7, 8, 9, 10, 11, 12}));
}

TEST(HeadsReference, TheSecondSourcesHeadsComeBehind) {
  LadderCase two = of(HeadsWay::Split, 2, 1, 2);
  two.emplace_back("sources", 1);
  const std::vector<float> first{1, 2, 3, 4}, second{5, 6, 7, 8};
  const std::vector<TensorValues> inputs{first, second};
  std::vector<double> out(8, -99);
  headsOperation().reference(problemOf(headsOperation(), two), inputs, 0, 2, out);
  EXPECT_EQ(out, (std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8}));
}

// A cache of two heads and five rows, of one source or of keys and values: rows 3 and 1 are written, the others stay.
class HeadsCache : public testing::TestWithParam<std::tuple<std::size_t, bool>> {};

TEST_P(HeadsCache, RowsGoToTheirPlacesAndLeaveTheRest) {
  const auto device = openTestDevice();
  if (!device.ok()) GTEST_SKIP() << device.error().message;
  const auto [step, two] = GetParam();
  LadderCase values = of(HeadsWay::Split, 2, two ? 1 : 2, 2);
  values.insert(values.end(), {{"capacity", 5}, {"positions", 1}, {"sources", two}});
  const StepPlan plan = headsOperation().steps[step].plan(problemOf(headsOperation(), values));

  const std::vector<float> side{1, 2, 3, 4, 5, 6, 7, 8}, keys{1, 2, 5, 6}, behind{3, 4, 7, 8};
  const std::vector<std::int32_t> positions{3, 1};
  std::vector<float> cache(20, -1);
  const auto onDevice = [&](const void* from, std::size_t bytes) {
    auto host = device.value()->allocate(bytes, MemoryKind::Pageable).value();
    auto there = device.value()->allocate(bytes, MemoryKind::Device).value();
    std::memcpy(host->data(), from, bytes);
    const auto stream = device.value()->createStream().value();
    EXPECT_TRUE(stream->copy(*there, *host, bytes).ok());
    EXPECT_TRUE(stream->synchronize().ok());
    return there;
  };
  const auto x = onDevice(side.data(), 32), a = onDevice(keys.data(), 16), b = onDevice(behind.data(), 16),
             at = onDevice(positions.data(), 8), c = onDevice(cache.data(), 80);
  std::vector<void*> pointers = {x->data(), at->data(), c->data()};
  if (two) pointers = {a->data(), b->data(), at->data(), c->data()};
  const KernelLaunch& launch = plan.launches[0];
  auto bound = BoundLaunch::bind(*device.value(), launch, findKernel(launch.kernel), pointers);
  ASSERT_TRUE(bound.ok()) << bound.error().message;
  const auto stream = device.value()->createStream().value();
  ASSERT_TRUE(bound.value().start(*stream).ok());
  auto back = device.value()->allocate(80, MemoryKind::Pageable).value();
  ASSERT_TRUE(stream->copy(*back, *c, 80).ok());
  ASSERT_TRUE(stream->synchronize().ok());
  std::memcpy(cache.data(), back->data(), 80);
  EXPECT_EQ(cache, (std::vector<float>{-1, -1, 5, 6, -1, -1, 1, 2, -1, -1,  //
                                       -1, -1, 7, 8, -1, -1, 3, 4, -1, -1}));
}

INSTANTIATE_TEST_SUITE_P(Steps, HeadsCache, testing::Combine(testing::Values(0, 1), testing::Bool()));

// A thread counts the elements of a source in an int.
TEST(Heads, ElementsMustBeCountable) {
  for (const HeadsWay way : {HeadsWay::Split, HeadsWay::Join}) {
    const auto misfit = [way](std::int64_t rows) {
      return headsOperation().misfit(problemOf(headsOperation(), of(way, rows, 1024, 1024)));
    };
    EXPECT_EQ(misfit(1024), "");
    EXPECT_NE(misfit(1025), "");
  }
}

TEST(Heads, RowsMustFit) {
  LadderCase values = of(HeadsWay::Split, 5, 2, 2);
  EXPECT_EQ(headsOperation().misfit(problemOf(headsOperation(), values)), "");
  values.emplace_back("capacity", 4);
  EXPECT_NE(headsOperation().misfit(problemOf(headsOperation(), values)), "");
}

}  // namespace
}  // namespace strata::heads_conformance
