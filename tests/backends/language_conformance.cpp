#include "tests/backends/language_conformance.h"

#include <array>
#include <bit>
#include <cmath>
#include <numeric>
#include <random>

#include "kernels/compat/matrix_unit_devices.h"
#include "tests/kernels/narrow_reference.h"

namespace strata {

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(LanguageConformance);

void LanguageConformance::SetUp() {
  DeviceConformance::SetUp();
  if (m_device) m_stream = stream();
}

namespace {

TEST_P(LanguageConformance, BitsAreCounted) {
  const std::vector<unsigned long long> values = {
      0, 1, 0x8000'0000, 0xffff'ffff, 0x1'0000'0000, 0x8000'0000'0000'0000, 0x00f0'0000'0000'0f00, ~0ull};
  auto device = upload(values), out = upload(std::vector<int>(values.size() * 6));
  launch("bit_counts", {{1, 1, 1}, {static_cast<std::uint32_t>(values.size()), 1, 1}, 0}, device->data(), out->data());
  const auto counts = download<int>(*out);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto wide = values[i];
    const auto narrow = static_cast<std::uint32_t>(wide);
    const std::array<int, 6> expected = {std::popcount(narrow),
                                         std::popcount(wide),
                                         narrow ? std::countr_zero(narrow) + 1 : 0,
                                         wide ? std::countr_zero(wide) + 1 : 0,
                                         std::countl_zero(narrow),
                                         std::countl_zero(wide)};
    for (std::size_t j = 0; j < 6; ++j) EXPECT_EQ(counts[i * 6 + j], expected[j]) << i << ' ' << j;
  }
}

TEST_P(LanguageConformance, DynamicSharedMemoryIsAsLargeAsAsked) {
  const auto most = static_cast<int>(m_device->info().sharedBytesPerBlock / 16);
  constexpr int kBlocks = 5;
  for (const int count : {1, 100, most}) {
    auto out = upload(std::vector<float>(static_cast<std::size_t>(4 * kBlocks * count)));
    launch("dynamic_shared", {{kBlocks, 1, 1}, {96, 1, 1}, static_cast<std::size_t>(count) * 16}, out->data(), count);
    const auto values = download<float>(*out);
    for (int block = 0; block < kBlocks; ++block)
      for (int i = 0; i < 4 * count; ++i) {
        const int element = 4 * (count - 1 - i / 4) + i % 4;
        ASSERT_EQ(values[static_cast<std::size_t>(4 * block * count + i)], static_cast<float>(element + block)) << i;
      }
  }
}

TEST_P(LanguageConformance, TooMuchDynamicSharedMemoryIsRefused) {
  auto out = allocate(1024, MemoryKind::Device);
  void* data = out->data();
  int count = 1;
  void* arguments[] = {&data, &count};
  const LaunchShape shape{{1, 1, 1}, {32, 1, 1}, m_device->info().sharedBytesPerBlock + 1};
  const auto result = stream()->launch(languageKernel("dynamic_shared"), shape, arguments);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, ErrorCode::Usage);
}

struct AtomicResults {  // as in language_kernels.cuh
  int sum = 0, most = 0, least = 0, changes = 0;
  unsigned usum = 0, umost = 0;
  unsigned long long wide = 0;
  float floats = 0;
  int last = -1, histogram[16] = {};
};

TEST_P(LanguageConformance, AtomicsOfAllBlocksAddUp) {
  constexpr unsigned kBlocks = 60, kThreads = 200, kCount = kBlocks * kThreads, kSum = kCount * (kCount - 1) / 2;
  auto device = upload(std::vector<AtomicResults>(1));
  launch("atomics", {{kBlocks, 1, 1}, {kThreads, 1, 1}, 0}, device->data());
  const AtomicResults results = download<AtomicResults>(*device)[0];
  EXPECT_EQ(results.sum, -32 * static_cast<int>(kCount));  // each thread 32 times t and −t − 1
  EXPECT_EQ(results.usum, kSum);
  EXPECT_EQ(results.wide, static_cast<unsigned long long>(kSum) << 32);
  EXPECT_EQ(results.floats, kCount * 0.5f);
  EXPECT_EQ(results.most, static_cast<int>(kCount) - 1);
  EXPECT_EQ(results.least, 1 - static_cast<int>(kCount));
  EXPECT_EQ(results.umost, 0x8000'0000u + kCount - 1);
  EXPECT_EQ(results.changes, static_cast<int>(3 * kCount));
  EXPECT_GE(results.last, 0);
  EXPECT_LT(results.last, static_cast<int>(kCount));
  for (const int count : results.histogram) EXPECT_EQ(count, static_cast<int>(kCount / 16));
}

TEST_P(LanguageConformance, VectorsOfFourAreSixteenBytes) {
  std::vector<float> values(4 * 96);
  std::iota(values.begin(), values.end(), 0.5f);
  auto from = upload(values), to = upload(std::vector<float>(values.size()));
  launch("rotate_float4", {{1, 1, 1}, {96, 1, 1}, 0}, from->data(), to->data());
  const auto result = download<float>(*to);
  for (std::size_t i = 0; i < result.size(); ++i) EXPECT_EQ(result[i], values[i / 4 * 4 + (i + 1) % 4]) << i;
}

TEST_P(LanguageConformance, ArithmeticIsNearTheTruth) {
  std::vector<float> inputs;
  std::mt19937 random(7);
  for (int i = 0; i < 128; ++i) inputs.push_back(std::uniform_real_distribution<float>(-9, 9)(random));
  auto device = upload(inputs), out = upload(std::vector<float>(64 * 8));
  launch("arithmetic", {{1, 1, 1}, {64, 1, 1}, 0}, device->data(), out->data());
  const auto values = download<float>(*out);
  for (std::size_t i = 0; i < 64; ++i) {
    const double a = inputs[2 * i], b = inputs[2 * i + 1];
    const std::array<double, 8> expected = {std::fma(a, b, a),
                                            std::min(a, b),
                                            std::max(a, b),
                                            1 / std::sqrt(std::fabs(a)),
                                            std::exp(b),
                                            std::min(std::trunc(a), std::trunc(b)),
                                            a / b,
                                            std::log(std::fabs(a))};
    for (std::size_t j = 0; j < 8; ++j)
      EXPECT_NEAR(static_cast<double>(values[8 * i + j]), expected[j], 1e-5 * std::max(1.0, std::fabs(expected[j])))
          << "a " << a << " b " << b << " result " << j;
  }
}

TEST_P(LanguageConformance, NarrowFloatsRoundToNearestEven) {
  for (const auto& [kernel, format] :
       {std::pair{"narrow<half>", NarrowFormat::float16()}, std::pair{"narrow<bfloat16>", NarrowFormat::bfloat16()}}) {
    std::vector<float> wide = difficultFloats(format);
    const std::size_t numberCount = wide.size();
    wide.push_back(std::numeric_limits<float>::quiet_NaN());
    wide.push_back(std::bit_cast<float>(0x7f80'0001u));
    const auto count = static_cast<int>(wide.size());
    auto from = upload(wide), back = upload(wide), narrowed = upload(std::vector<std::uint16_t>(wide.size()));
    const auto blocks = static_cast<std::uint32_t>((count + 255) / 256);
    launch(kernel, {{blocks, 1, 1}, {256, 1, 1}, 0}, from->data(), narrowed->data(), back->data(), count);
    const auto bits = download<std::uint16_t>(*narrowed);
    const auto values = download<float>(*back);
    for (std::size_t i = 0; i < numberCount; ++i) {
      const std::uint16_t expected = format.nearest(static_cast<double>(wide[i]));
      ASSERT_EQ(bits[i], expected) << kernel << ' ' << std::hexfloat << wide[i];
      ASSERT_EQ(static_cast<double>(values[i]), format.value(expected)) << kernel << ' ' << std::hexfloat << wide[i];
    }
    for (std::size_t i = numberCount; i < wide.size(); ++i) EXPECT_TRUE(std::isnan(values[i])) << kernel;
  }
}

/// Eighths from −2 to 2: products and sums of some of them are exact in fp32.
std::vector<std::uint16_t> randomEighths(std::size_t count, const NarrowFormat& format, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::uint16_t> bits(count);
  for (auto& each : bits) each = format.nearest(static_cast<double>(static_cast<int>(random() % 33) - 16) / 8);
  return bits;
}

struct NarrowType {
  std::string name;
  NarrowFormat format;
  bool supported;
};

std::vector<NarrowType> narrowTypes(const DeviceInfo& device) {
  const MatrixUnit unit = matrixUnit(device);
  return {{"<half>", NarrowFormat::float16(), unit.float16}, {"<bfloat16>", NarrowFormat::bfloat16(), unit.bfloat16}};
}

TEST_P(LanguageConformance, FragmentsMultiply) {
  if (!matrixUnit(m_device->info()).float16) GTEST_SKIP() << m_device->info().name << " has no matrix unit";
  for (const auto& [name, format, supported] : narrowTypes(m_device->info())) {
    if (!supported) continue;
    const auto a = randomEighths(32 * 48, format, 1), b = randomEighths(48 * 16, format, 2);
    auto deviceA = upload(a), deviceB = upload(b), deviceC = upload(std::vector<float>(32 * 20, -7.0f));
    launch("fragment_product" + name, {{1, 1, 1}, {static_cast<std::uint32_t>(2 * wave()), 1, 1}, 0}, deviceA->data(),
           deviceB->data(), deviceC->data());
    const auto c = download<float>(*deviceC);
    for (std::size_t row = 0; row < 32; ++row)
      for (std::size_t col = 0; col < 20; ++col) {
        double expected = col < 16 ? 2 : -7;
        for (std::size_t k = 0; k < 48 && col < 16; ++k)
          expected += 2 * format.value(a[row * 48 + k]) * format.value(b[k * 16 + col]);
        ASSERT_EQ(static_cast<double>(c[row * 20 + col]), expected) << name << ' ' << row << ' ' << col;
      }
  }
}

TEST_P(LanguageConformance, FragmentsReadColumns) {
  if (!matrixUnit(m_device->info()).float16) GTEST_SKIP() << m_device->info().name << " has no matrix unit";
  for (const auto& [name, format, supported] : narrowTypes(m_device->info())) {
    if (!supported) continue;
    const auto a = randomEighths(256, format, 3), b = randomEighths(256, format, 4);
    auto deviceA = upload(a), deviceB = upload(b), deviceC = upload(std::vector<float>(256));
    launch("fragment_transposed" + name, {{1, 1, 1}, {static_cast<std::uint32_t>(wave()), 1, 1}, 0}, deviceA->data(),
           deviceB->data(), deviceC->data());
    const auto c = download<float>(*deviceC);
    for (std::size_t row = 0; row < 16; ++row)
      for (std::size_t col = 0; col < 16; ++col) {
        double expected = 0;
        for (std::size_t k = 0; k < 16; ++k) expected += format.value(a[k * 16 + row]) * format.value(b[col * 16 + k]);
        ASSERT_EQ(static_cast<double>(c[row * 16 + col]), expected) << name << ' ' << row << ' ' << col;
      }
  }
}

}  // namespace
}  // namespace strata
