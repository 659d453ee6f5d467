#include "kernels/mandelbrot/mandelbrot_operation.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "kernels/mandelbrot/mandelbrot_view.h"
#include "kernels/mandelbrot/mandelbrot_work.h"
#include "tests/kernels/operation_conformance.h"

namespace strata::mandelbrot_conformance {
namespace {

constexpr std::int64_t kValleyX = -743'643'887, kValleyY = 131'825'904;  // on the border

// Less than a warp, a tile and a block; one more; the border, deep and to the last number; points of the set only.
const bool kRegistered = registerConformanceTests(
    mandelbrotOperation(), {{{"rows", 1}},
                            {{"rows", 3}, {"cols", 5}},
                            {{"rows", 8}, {"cols", 32}, {"iterations", 1}},
                            {{"rows", 9}, {"cols", 33}, {"iterations", 2}},
                            {{"rows", 65}, {"cols", 257}, {"iterations", 1000}},
                            {{"rows", 127}, {"cols", 63}},
                            {{"rows", 64}, {"x", kValleyX}, {"y", kValleyY}, {"zoom", 10'000}, {"iterations", 3000}},
                            {{"rows", 61}, {"x", kValleyX}, {"y", kValleyY}, {"zoom", 17'900}, {"iterations", 5000}},
                            {{"rows", 40}, {"x", -1'000'000'000}, {"zoom", 5000}, {"iterations", 4096}},
                            {{"rows", 20}, {"x", 4'000'000'000}, {"y", -4'000'000'000}}});

std::vector<double> counts(const LadderCase& values) {
  const Operation& operation = mandelbrotOperation();
  const Problem problem = problemOf(operation, values);
  std::vector<double> all(static_cast<std::size_t>(problem["rows"] * problem["cols"]), -1);
  operation.reference(problem, {}, 0, operation.units(problem), all);
  return all;
}

double countAt(std::int64_t x, std::int64_t y) {
  return counts({{"rows", 1}, {"iterations", 1000}, {"x", x}, {"y", y}})[0];
}

TEST(Mandelbrot, CountsWorkedByHand) {
  EXPECT_EQ(countAt(0, 0), 1000);
  EXPECT_EQ(countAt(-2'000'000'000, 0), 1000) << "2 is not beyond 2";
  EXPECT_EQ(countAt(0, 1'000'000'000), 1000) << "i, −1 + i, −i, −1 + i …";
  EXPECT_EQ(countAt(3'000'000'000, 0), 1) << "3";
  EXPECT_EQ(countAt(2'000'000'000, 0), 2) << "2, 6";
  EXPECT_EQ(countAt(1'000'000'000, 0), 3) << "1, 2, 5";
  EXPECT_EQ(countAt(500'000'000, 0), 5) << "0.5, 0.75, 1.06, 1.63, 3.15";
}

TEST(Mandelbrot, RowsOfTheReferenceAreThoseOfThePicture) {
  const Problem problem = problemOf(mandelbrotOperation(), {{"rows", 9}, {"cols", 13}});
  const std::vector<double> all = counts({{"rows", 9}, {"cols", 13}});
  std::vector<double> some(2 * 13, -1);
  mandelbrotReference(problem, {}, 3, 5, some);
  EXPECT_EQ(some, std::vector<double>(all.begin() + 3 * 13, all.begin() + 5 * 13));
}

TEST(Mandelbrot, TheViewIsCentredAndEachThousandOfZoomHalvesIt) {
  const auto view = [](std::int64_t zoom) {
    return MandelbrotView(
        problemOf(mandelbrotOperation(), {{"rows", 4}, {"cols", 6}, {"y", 250'000'000}, {"zoom", zoom}}));
  };
  EXPECT_FLOAT_EQ(view(0).step, 0.5f);
  EXPECT_FLOAT_EQ(view(2000).step, 0.125f);
  for (const std::int64_t zoom : {0, 500, 3000}) {
    EXPECT_NEAR((view(zoom).real(0) + view(zoom).real(5)) / 2, -0.75, 1e-7);
    EXPECT_NEAR((view(zoom).imaginary(0) + view(zoom).imaginary(3)) / 2, 0.25, 1e-7);
    EXPECT_GT(view(zoom).imaginary(0), view(zoom).imaginary(1)) << "upwards";
  }
}

TEST(Mandelbrot, ZoomsAsFarAsPixelsAreDifferentNumbers) {
  const auto misfit = [](const LadderCase& values) {
    return mandelbrotOperation().misfit(problemOf(mandelbrotOperation(), values));
  };
  EXPECT_EQ(misfit({}), "");
  EXPECT_EQ(misfit({{"rows", 1}, {"x", 0}, {"zoom", 40'000}}), "");
  const auto deep = [](std::int64_t zoom) { return LadderCase{{"rows", 512}, {"zoom", zoom}}; };
  EXPECT_EQ(misfit(deep(15'584)), "") << "3 · 2⁻¹⁵·⁵⁸⁴ / 512 is 2⁻²³";
  EXPECT_EQ(misfit(deep(15'585)),
            "neighbouring pixels are one number in fp32 at this zoom; zoom out, or take fewer columns");
  const MandelbrotView view(problemOf(mandelbrotOperation(), deep(15'584)));
  for (std::int64_t i = 1; i < 512; ++i) {
    ASSERT_LT(view.real(i - 1), view.real(i));
    ASSERT_GT(view.imaginary(i - 1), view.imaginary(i));
  }
}

double countInDouble(double cx, double cy, int iterations) {
  double x = 0, y = 0;
  int count = 0;
  for (; count < iterations && x * x + y * y <= 4; ++count) {
    const double next = x * x - y * y + cx;
    y = 2 * x * y + cy;
    x = next;
  }
  return count;
}

/// The share of pixels that fp64 counts otherwise, from the same centres.
double shareOtherwise(LadderCase values) {
  values.insert(values.begin(), {"rows", 256});
  const Problem problem = problemOf(mandelbrotOperation(), values);
  const MandelbrotView view(problem);
  const std::vector<double> all = counts(values);
  double differ = 0;
  for (std::int64_t i = 0; i < 256 * 256; ++i) {
    const double truth = countInDouble(double(view.real(i % 256)), double(view.imaginary(i / 256)),
                                       static_cast<int>(problem["iterations"]));
    differ += all[static_cast<std::size_t>(i)] != truth ? 1 : 0;
  }
  return differ / (256 * 256);
}

TEST(Mandelbrot, Fp64CountsOtherwiseForAFewPixelsOfTheBorder) {
  const double whole = shareOtherwise({}), deep = shareOtherwise({{"x", kValleyX}, {"y", kValleyY}, {"zoom", 12'000}});
  RecordProperty("whole", std::to_string(whole));
  RecordProperty("deep", std::to_string(deep));
  EXPECT_GT(whole, 0);
  EXPECT_LT(whole, 0.01);
  EXPECT_GT(deep, whole);
}

TEST(Mandelbrot, WorkIsExactWhereItIsCountedAndCloseWhereItIsSampled) {
  const auto exact = [](const LadderCase& values) {
    const std::vector<double> all = counts(values);
    return std::accumulate(all.begin(), all.end(), 0.0);
  };
  const auto work = [](const LadderCase& values) { return mandelbrotWork(problemOf(mandelbrotOperation(), values)); };
  const LadderCase small{{"rows", 37}, {"cols", 64}}, large{{"rows", 500}, {"cols", 300}};
  EXPECT_EQ(work(small).counted, exact(small));
  EXPECT_LT(work(small).computed, work(small).counted);
  EXPECT_NEAR(work(large).counted / exact(large), 1, 0.02);
  EXPECT_EQ(work(small).counted, exact(small)) << "after another problem";
}

}  // namespace
}  // namespace strata::mandelbrot_conformance
