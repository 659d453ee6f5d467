#include "kernels/softmax/softmax_operation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "kernels/softmax/softmax_reference.h"
#include "tests/kernels/operation_conformance.h"

namespace strata::softmax_conformance {
namespace {

LadderCase sizes(std::int64_t rows, std::int64_t cols) {
  return {{"rows", rows}, {"cols", cols}};
}

const bool kRegistered = registerConformanceTests(
    softmaxOperation(),
    {sizes(1, 1), sizes(1, 2), sizes(3, 1), sizes(2, 31), sizes(5, 32), sizes(7, 33), sizes(127, 64), sizes(4, 127),
     sizes(129, 130), sizes(1, 997), sizes(13, 1000), sizes(1, 32768), sizes(3, 4099), sizes(130, 512)});

LadderCase withLog(std::int64_t rows, std::int64_t cols) {
  return {{"rows", rows}, {"cols", cols}, {"log", 1}};
}

const bool kLogRegistered = registerConformanceTests(
    softmaxOperation(), {withLog(1, 1), withLog(1, 10), withLog(7, 33), withLog(129, 130), withLog(3, 4099)});

// exp(100) is no number in fp32 any more: whoever forgets the maximum gets infinity.
const Operation& wideOperation() {
  static const Operation operation = [] {
    Operation wide = softmaxOperation();
    wide.name = "softmax_wide";
    wide.tensors = [](const Problem& problem) {
      std::vector<TensorInfo> tensors = softmaxOperation().tensors(problem);
      tensors[0].range = 100;
      return tensors;
    };
    return wide;
  }();
  return operation;
}

const bool kWideRegistered = registerConformanceTests(
    wideOperation(), {withLog(5, 33), sizes(3, 2), sizes(5, 33), sizes(130, 132), sizes(2, 4099)});

// A running maximum that begins above the least number finds no element in such a row.
const Operation& lowestOperation() {
  static const Operation operation = [] {
    Operation lowest = softmaxOperation();
    lowest.name = "softmax_lowest";
    lowest.tensors = [](const Problem& problem) {
      std::vector<TensorInfo> tensors = softmaxOperation().tensors(problem);
      tensors[0].formula = [](std::int64_t) { return std::numeric_limits<float>::lowest(); };
      return tensors;
    };
    return lowest;
  }();
  return operation;
}

const bool kLowestRegistered =
    registerConformanceTests(lowestOperation(), {withLog(2, 33), sizes(1, 1), sizes(2, 33), sizes(3, 132)});

TEST(SoftmaxReference, WorkedByHand) {
  // exp(ln 1), exp(ln 2), exp(ln 5) over 8, each row shifted by another constant; the second overflows without max.
  const float ln2 = std::log(2.0f), ln5 = std::log(5.0f);
  const std::vector<float> x{0, ln2, ln5, 1000, 1000, 1000, -500, -500 + 128, -500};
  std::vector<double> y(9, -1);
  softmaxReference(3, x, y);
  EXPECT_NEAR(y[0], 0.125, 1e-7);
  EXPECT_NEAR(y[1], 0.25, 1e-7);
  EXPECT_NEAR(y[2], 0.625, 1e-7);
  for (int i = 3; i < 6; ++i) EXPECT_DOUBLE_EQ(y[static_cast<std::size_t>(i)], 1.0 / 3);
  EXPECT_DOUBLE_EQ(y[7], 1.0);
  EXPECT_NEAR(y[6] / std::exp(-128.0), 1, 1e-12);
}

TEST(SoftmaxReference, KnownDecimals) {
  // e⁰…e⁴ over 85.79102488415 (e = 2.718281828459045): the softmax of 0…4 as textbooks print it.
  const std::vector<float> x{0, 1, 2, 3, 4};
  std::vector<double> y(5);
  softmaxReference(5, x, y);
  const double expected[] = {0.01165623, 0.03168492, 0.08612854, 0.23412166, 0.63640865};
  for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(y[i], expected[i], 1e-8);
}

TEST(SoftmaxLadder, CountsByHand) {
  const Problem problem = problemOf(softmaxOperation(), sizes(3, 10));
  const auto bytes = [&](std::string_view step) {
    return findStep(softmaxOperation(), step)->cost(problem).globalBytes;
  };
  EXPECT_EQ(bytes("three_pass"), 4 * (5 * 30 + 4 * 3));
  EXPECT_EQ(bytes("fused"), 4 * 4 * 30);
  EXPECT_EQ(bytes("online"), 4 * 3 * 30);
}

// There lanes that shuffle are threads that wait for each other: ten times slower than one thread a row.
TEST(SoftmaxLadder, OneThreadARowIsPreferredOnProcessorsOnly) {
  const Step* step = findStep(softmaxOperation(), "three_pass");
  const Problem problem = problemOf(softmaxOperation(), sizes(3, 10));
  DeviceInfo device;
  device.backend = "cpu";
  EXPECT_NE(step->preferred(device, problem), "");
  device.backend = "cuda";
  EXPECT_EQ(step->preferred(device, problem), "");
}

}  // namespace
}  // namespace strata::softmax_conformance
