#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "engine/backends/cpu/sanitizer.h"
#include "kernels/matmul/matmul.h"
#include "tests/kernels/test_device.h"

namespace strata {
namespace {

constexpr std::size_t kMargin = 64;  // elements before and after each matrix
constexpr float kSentinel = -12345.0f;

struct Case {
  std::string_view step;
  MatmulShape shape;
};

/// A matrix in the middle of a larger buffer, so that a read or write outside shows.
struct Guarded {
  std::unique_ptr<Buffer> host, device;
  std::size_t elements = 0;

  Guarded(Device& d, std::int64_t count, float around) : elements(static_cast<std::size_t>(count)) {
    const std::size_t bytes = (elements + 2 * kMargin) * sizeof(float);
    host = std::move(d.allocate(bytes, MemoryKind::Pageable)).value();
    device = std::move(d.allocate(bytes, MemoryKind::Device)).value();
    std::fill(host->span<float>().begin(), host->span<float>().end(), around);
  }
  std::span<float> inside() const { return host->span<float>().subspan(kMargin, elements); }
  float* onDevice() const { return static_cast<float*>(device->data()) + kMargin; }
};

class MatmulKernel : public testing::TestWithParam<Case> {};

TEST_P(MatmulKernel, AgreesWithFp64AndStaysInsideItsMatrices) {
  const auto [name, shape] = GetParam();
  const auto opened = openTestDevice();
  if (!opened.ok()) GTEST_SKIP() << opened.error().message;
  const auto& device = opened.value();
  auto stream = std::move(device->createStream()).value();
  // What lies around the operands is no number: one read of it would spoil the result.
  const float poison = std::numeric_limits<float>::quiet_NaN();
  const Guarded a(*device, shape.m * shape.k, poison), b(*device, shape.k * shape.n, poison);
  const Guarded c(*device, shape.m * shape.n, kSentinel);
  std::mt19937 random(1234);
  std::uniform_real_distribution<float> uniform(-1, 1);
  for (float& value : a.inside()) value = uniform(random);
  for (float& value : b.inside()) value = uniform(random);
  for (const Guarded* matrix : {&a, &b, &c})
    ASSERT_TRUE(stream->copy(*matrix->device, *matrix->host, matrix->host->bytes()).ok());

  const float *pa = a.onDevice(), *pb = b.onDevice();
  float* pc = c.onDevice();
  int m = static_cast<int>(shape.m), n = static_cast<int>(shape.n), k = static_cast<int>(shape.k);
  void* arguments[] = {&pa, &pb, &pc, &m, &n, &k};
  const auto step = std::ranges::find(matmulSteps(), name, &MatmulStep::name);
  ASSERT_TRUE(stream->launch(matmulEntry(name), step->launch(shape), arguments).ok());
  ASSERT_TRUE(stream->copy(*c.host, *c.device, c.host->bytes()).ok());
  ASSERT_TRUE(stream->synchronize().ok());

  std::vector<double> truth(c.elements);
  matmulReference(shape, a.inside(), b.inside(), truth);
  double difference = 0, size = 0;
  for (std::size_t i = 0; i < c.elements; ++i) {
    difference += std::pow(static_cast<double>(c.inside()[i]) - truth[i], 2);
    size += truth[i] * truth[i];
  }
  EXPECT_LE(std::sqrt(difference / size), 4 * std::sqrt(static_cast<double>(shape.k)) * std::ldexp(1.0, -24));
  for (std::size_t i = 0; i < kMargin; ++i) {
    ASSERT_EQ(c.host->span<float>()[i], kSentinel);
    ASSERT_EQ(c.host->span<float>()[kMargin + c.elements + i], kSentinel);
  }
}

// Under ThreadSanitizer a switch between GPU threads takes a thousand times as long.
#if defined(STRATA_TSAN)
constexpr MatmulShape kLargest{65, 33, 67};
#else
constexpr MatmulShape kLargest{257, 130, 511};
#endif

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const std::string_view step : {"naive", "tiled"})
    for (const MatmulShape shape : {MatmulShape{1, 1, 1},
                                    {1, 1, 997},
                                    {2, 3, 5},
                                    {31, 37, 41},
                                    {32, 32, 32},
                                    {33, 31, 64},
                                    {1, 127, 33},
                                    {113, 1, 7},
                                    {64, 96, 32},
                                    kLargest})
      all.push_back({step, shape});
  return all;
}

std::string caseName(const testing::TestParamInfo<Case>& each) {
  const MatmulShape& s = each.param.shape;
  return std::string(each.param.step) + "_" + std::to_string(s.m) + "x" + std::to_string(s.n) + "x" +
         std::to_string(s.k);
}

INSTANTIATE_TEST_SUITE_P(Shapes, MatmulKernel, testing::ValuesIn(cases()), caseName);

}  // namespace
}  // namespace strata
