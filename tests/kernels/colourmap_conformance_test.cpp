#include "kernels/colourmap/colourmap_operation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "kernels/colourmap/colours.h"
#include "kernels/operation/bound_launch.h"
#include "kernels/operation/kernel_table.h"
#include "tests/kernels/operation_conformance.h"
#include "tests/kernels/test_device.h"

namespace strata::colourmap_conformance {
namespace {

// Larger and smaller than the tensor, lines longer than what is seen, ranges narrower and wider than the values.
const bool kRegistered = registerConformanceTests(
    colourmapOperation(),
    {{{"rows", 1}, {"height", 1}},
     {{"rows", 1}, {"height", 33}, {"width", 7}},
     {{"rows", 5}, {"cols", 9}, {"height", 64}, {"low", -1'000'000}},
     {{"rows", 100}, {"cols", 300}, {"height", 31}, {"width", 65}, {"low", -500'000}, {"high", 500'000}},
     {{"rows", 17}, {"height", 40}, {"width", 70}, {"pitch", 96}, {"alpha", 128}},
     {{"rows", 64}, {"height", 64}, {"alpha", 1}},
     {{"rows", 3}, {"height", 3}, {"width", 1}, {"pitch", 2048}, {"alpha", 0}},
     {{"rows", 63}, {"height", 129}, {"low", -3'000'000'000}, {"high", 1}}});

std::vector<float> colourBytes() {
  const Problem problem = problemOf(colourmapOperation(), {});
  const TensorInfo colours = colourmapOperation().tensors(problem)[1];
  std::vector<float> bytes;
  for (std::int64_t i = 0; i < colours.elements(); ++i) bytes.push_back(colours.formula(i));
  return bytes;
}

std::vector<double> picture(const LadderCase& values, const std::vector<float>& in) {
  const Problem problem = problemOf(colourmapOperation(), values);
  const std::vector<float> colours = colourBytes();
  const TensorValues inputs[] = {in, colours};
  std::vector<double> out(static_cast<std::size_t>(problem["height"] * problem["pitch"] * 4), -9);
  colourmapReference(problem, inputs, 0, problem["height"], out);
  return out;
}

/// The colour a byte or a pixel's four bytes are of, from its red, green and blue; -1: none.
int indexOf(const std::vector<double>& bytes, std::size_t pixel) {
  for (int i = 0; i < 256; ++i) {
    const Colour colour = colourOf(i);
    bool same = true;
    for (std::size_t b = 0; b < 4; ++b) same &= bytes[4 * pixel + b] == double(static_cast<std::int8_t>(colour[b]));
    if (same) return i;
  }
  return -1;
}

TEST(Colourmap, ReferenceWorkedByHand) {
  const std::vector<double> four = picture({{"rows", 2}, {"height", 4}, {"pitch", 5}}, {0, 0.25f, 0.5f, 1});
  const std::vector<int> expected{0, 0, 64, 64, -1, 0, 0, 64, 64, -1, 128, 128, 255, 255, -1, 128, 128, 255, 255, -1};
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(indexOf(four, i), expected[i]) << i;
  EXPECT_EQ(four[4 * 4 + 3], 0) << "what is not seen is not opaque";
  EXPECT_EQ(indexOf(picture({{"rows", 3}, {"height", 1}}, {9, 9, 9, 9, 0.5f, 9, 9, 9, 9}), 0), 128) << "the middle";
}

TEST(Colourmap, TheFrameStandsInEachPixelThatIsSeen) {
  const std::vector<float> in(4, 0.0f);
  constexpr std::size_t kPitch = 9, kWidth = 7;
  const std::vector<double> stamped =
      picture({{"rows", 2}, {"height", 5}, {"width", kWidth}, {"pitch", kPitch}, {"alpha", 200}}, in);
  for (std::size_t i = 0; i < std::size_t{5} * kPitch; ++i)
    EXPECT_EQ(stamped[4 * i + 3], i % kPitch < kWidth ? static_cast<std::int8_t>(200) : 0) << i;
}

TEST(Colourmap, SaysWhatIsNoPicture) {
  const auto misfit = [](const LadderCase& values) {
    return colourmapOperation().misfit(problemOf(colourmapOperation(), values));
  };
  EXPECT_EQ(misfit({}), "");
  EXPECT_EQ(misfit({{"width", 64}, {"pitch", 63}}), "the pitch is less than the width");
  EXPECT_EQ(misfit({{"low", 5}, {"high", 5}}), "high is not above low");
}

struct Lab {
  double lightness, a, b;
};

double linear(std::uint8_t byte) {
  const double value = byte / 255.0;
  return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

// The way back, from bytes.
Lab labOf(const Colour& colour) {
  const double r = linear(colour[0]), g = linear(colour[1]), b = linear(colour[2]);
  const double l = std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const double m = std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const double s = std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
          1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
          0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

TEST(Colourmap, EqualStepsLookEquallyLargeAndGrowLighter) {
  constexpr int kStep = 15;
  double least = 9, most = 0;
  for (int i = 0; i + kStep < 256; ++i) {
    const Lab from = labOf(colourOf(i)), to = labOf(colourOf(i + kStep));
    const double distance = std::hypot(to.lightness - from.lightness, to.a - from.a, to.b - from.b);
    least = std::min(least, distance);
    most = std::max(most, distance);
    EXPECT_GT(to.lightness, from.lightness) << i;
    EXPECT_EQ(colourOf(i)[3], 255);
  }
  EXPECT_LT(most / least, 1.15) << "rounded to bytes";
}

/// The first pixel that the device makes of each value.
std::vector<std::uint32_t> pixelsOf(const std::vector<float>& values) {
  const auto device = openTestDevice();
  const Problem problem = problemOf(
      colourmapOperation(),
      {{"rows", 1}, {"cols", std::int64_t(values.size())}, {"height", 1}, {"width", std::int64_t(values.size())}});
  const StepPlan plan = colourmapOperation().steps[0].plan(problem);
  auto stream = std::move(device.value()->createStream()).value();
  std::vector<std::unique_ptr<Buffer>> buffers;
  for (const std::size_t bytes : {values.size() * 4, std::size_t{1024}, values.size() * 4})
    buffers.push_back(std::move(device.value()->allocate(bytes, MemoryKind::Device)).value());
  auto host = std::move(device.value()->allocate(1024, MemoryKind::Pageable)).value();
  std::copy(values.begin(), values.end(), host->span<float>().begin());
  EXPECT_TRUE(stream->copy(*buffers[0], *host, values.size() * 4).ok());
  EXPECT_TRUE(stream->synchronize().ok());
  for (std::uint32_t i = 0; i < 256; ++i) host->span<std::uint32_t>()[i] = i;
  EXPECT_TRUE(stream->copy(*buffers[1], *host, 1024).ok());
  std::vector<void*> pointers;
  for (const auto& buffer : buffers) pointers.push_back(buffer->data());
  const KernelLaunch& launch = plan.launches[0];
  auto bound = BoundLaunch::bind(*device.value(), launch, findKernel(launch.kernel), pointers);
  EXPECT_TRUE(bound.ok() && bound.value().start(*stream).ok());
  EXPECT_TRUE(stream->copy(*host, *buffers[2], values.size() * 4).ok());
  EXPECT_TRUE(stream->synchronize().ok());
  const auto pixels = host->span<std::uint32_t>().first(values.size());
  return {pixels.begin(), pixels.end()};
}

TEST(Colourmap, ValuesBeyondTheRangeAndNoNumbersHaveColoursToo) {
  if (const auto device = openTestDevice(); !device.ok()) GTEST_SKIP() << device.error().message;
  constexpr std::uint32_t kOpaque = 0xFF000000;
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(pixelsOf({std::nanf(""), -infinity, -1e30f, 0.5f, 1, 1e30f, infinity}),
            (std::vector<std::uint32_t>{kOpaque, kOpaque, kOpaque, kOpaque + 128, kOpaque + 255, kOpaque + 255,
                                        kOpaque + 255}));
}

}  // namespace
}  // namespace strata::colourmap_conformance
