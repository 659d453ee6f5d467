#include <array>
#include <random>

#include "kernels/compat/warpgroup_devices.h"
#include "tests/backends/language_conformance.h"
#include "tests/kernels/narrow_reference.h"

namespace strata {
namespace {

constexpr std::size_t kStageBytes = 5 * 64 * 64 * 2 + 8;

/// Why this device or build has no warpgroups; empty where it has.
std::string absence(const Device& device) {
  if (!warpgroupDevice(device.info())) return device.info().architecture + " is no Hopper";
  return languageKernel("copied_box").function ? "" : "this build has no kernels for sm_90a";
}

TensorMap mapOf(Device& device, const Buffer& buffer, std::array<std::uint32_t, 3> sizes) {
  auto map = device.tensorMap({buffer.data(), 2, sizes, {64, 64, 1}});
  EXPECT_TRUE(map.ok()) << map.error().message;
  return map.ok() ? map.value() : TensorMap{};
}

std::vector<std::uint16_t> counted(std::size_t count) {
  std::vector<std::uint16_t> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<std::uint16_t>(i + 1);
  return values;
}

// CUDA's table for the swizzle of 128 bytes: of line i, 16 bytes number p stand where p xor i mod 8 would.
TEST_P(LanguageConformance, BoxesAreSwizzledAndZeroOutside) {
  if (const std::string why = absence(*m_device); !why.empty()) GTEST_SKIP() << why;
  constexpr std::array<std::uint32_t, 3> kSizes{136, 70, 3};
  const auto values = counted(std::size_t{kSizes[0]} * kSizes[1] * kSizes[2]);
  auto from = upload(values);
  for (const auto& [x, y, z] : {std::array{0, 0, 0}, std::array{64, 6, 1}, std::array{128, 64, 2},
                                std::array{-8, -5, 0}, std::array{0, 0, 3}, std::array{200, 0, 0}}) {
    auto to = upload(std::vector<std::uint16_t>(64 * 64, 7));
    launch("copied_box", {{1, 1, 1}, {64, 1, 1}, kStageBytes}, mapOf(*m_device, *from, kSizes), to->data(), x, y, z);
    const auto box = download<std::uint16_t>(*to);
    for (int line = 0; line < 64; ++line)
      for (int i = 0; i < 64; ++i) {
        const bool inside = x + i >= 0 && x + i < int(kSizes[0]) && y + line >= 0 && y + line < int(kSizes[1]) && z < 3;
        const std::size_t at = (std::size_t(z) * kSizes[1] + std::size_t(y + line)) * kSizes[0] + std::size_t(x + i);
        const int place = line * 64 + ((i / 8) ^ (line % 8)) * 8 + i % 8;
        ASSERT_EQ(box[std::size_t(place)], inside ? values[at] : 0)
            << x << ' ' << y << ' ' << z << ": " << line << ' ' << i;
      }
  }
}

TEST_P(LanguageConformance, BarriersEndTheirPhasesInTurn) {
  if (const std::string why = absence(*m_device); !why.empty()) GTEST_SKIP() << why;
  for (const int rounds : {1, 2, 3, 64}) {
    auto out = upload(std::vector<int>(1));
    launch("passed_on", {{1, 1, 1}, {64, 1, 1}, 0}, out->data(), rounds);
    EXPECT_EQ(download<int>(*out)[0], 2 * rounds);
  }
}

/// Multiples of 1/8 up to 2: their products and sums are exact.
std::vector<std::uint16_t> eighths(std::size_t count, const NarrowFormat& format, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::uint16_t> bits(count);
  for (auto& each : bits) each = format.nearest(static_cast<double>(static_cast<int>(random() % 33) - 16) / 8);
  return bits;
}

TEST_P(LanguageConformance, MultipliesInEveryLayout) {
  if (const std::string why = absence(*m_device); !why.empty()) GTEST_SKIP() << why;
  const std::pair<std::string, NarrowFormat> types[] = {{"half", NarrowFormat::float16()},
                                                        {"bfloat16", NarrowFormat::bfloat16()}};
  for (const auto& [type, format] : types)
    for (const bool acrossA : {false, true})
      for (const bool acrossB : {false, true}) {
        const auto a = eighths(64 * 64, format, 1), b = eighths(64 * 256, format, 2);
        auto deviceA = upload(a), deviceB = upload(b), deviceC = upload(std::vector<float>(64 * 256));
        const auto kernel =
            "warpgroup_product<" + type + (acrossA ? ", true" : ", false") + (acrossB ? ", true>" : ", false>");
        launch(kernel, {{1, 1, 1}, {128, 1, 1}, kStageBytes}, mapOf(*m_device, *deviceA, {64, 64, 1}),
               mapOf(*m_device, *deviceB,
                     acrossB ? std::array<std::uint32_t, 3>{256, 64, 1} : std::array<std::uint32_t, 3>{64, 256, 1}),
               deviceC->data());
        const auto c = download<float>(*deviceC);
        for (std::size_t row = 0; row < 64; ++row)
          for (std::size_t col = 0; col < 256; ++col) {
            double expected = 2;
            for (std::size_t k = 0; k < 64; ++k)
              expected += 2 * format.value(a[acrossA ? k * 64 + row : row * 64 + k]) *
                          format.value(b[acrossB ? k * 256 + col : col * 64 + k]);
            ASSERT_EQ(static_cast<double>(c[row * 256 + col]), expected) << kernel << ' ' << row << ' ' << col;
          }
      }
}

TEST_P(LanguageConformance, MultipliesWhatAProductLeftInRegisters) {
  if (const std::string why = absence(*m_device); !why.empty()) GTEST_SKIP() << why;
  const std::pair<std::string, NarrowFormat> types[] = {{"half", NarrowFormat::float16()},
                                                        {"bfloat16", NarrowFormat::bfloat16()}};
  for (const auto& [type, format] : types)
    for (const std::uint32_t columns : {64u, 128u}) {
      const auto a = eighths(64 * 64, format, 1), b = eighths(64 * 64, format, 2), v = eighths(64 * columns, format, 3);
      auto deviceA = upload(a), deviceB = upload(b), deviceV = upload(v),
           deviceC = upload(std::vector<float>(64 * columns));
      const auto kernel = "warpgroup_chain<" + type + ", " + std::to_string(columns) + ">";
      launch(kernel, {{1, 1, 1}, {128, 1, 1}, kStageBytes}, mapOf(*m_device, *deviceA, {64, 64, 1}),
             mapOf(*m_device, *deviceB, {64, 64, 1}), mapOf(*m_device, *deviceV, {columns, 64, 1}), deviceC->data());
      const auto c = download<float>(*deviceC);
      for (std::size_t row = 0; row < 64; ++row) {
        std::array<double, 64> left{};
        for (std::size_t i = 0; i < 64; ++i) {
          for (std::size_t k = 0; k < 64; ++k) left[i] += format.value(a[row * 64 + k]) * format.value(b[k * 64 + i]);
          left[i] = format.value(format.nearest(left[i]));
        }
        for (std::size_t col = 0; col < columns; ++col) {
          double expected = 1;
          for (std::size_t k = 0; k < 64; ++k) expected += left[k] * format.value(v[k * columns + col]);
          ASSERT_EQ(static_cast<double>(c[row * columns + col]), expected) << kernel << ' ' << row << ' ' << col;
        }
      }
    }
}

TEST_P(LanguageConformance, PlanesOfATensorMayLieApart) {
  if (const std::string why = absence(*m_device); !why.empty()) GTEST_SKIP() << why;
  const auto values = counted(std::size_t{64} * 9 * 2);
  auto from = upload(values);
  const auto map = m_device->tensorMap({from->data(), 2, {64, 5, 2}, {64, 64, 1}, 9});
  ASSERT_TRUE(map.ok()) << map.error().message;
  auto to = upload(std::vector<std::uint16_t>(64 * 64, 7));
  launch("copied_box", {{1, 1, 1}, {64, 1, 1}, kStageBytes}, map.value(), to->data(), 0, 0, 1);
  const auto box = download<std::uint16_t>(*to);
  for (std::size_t line = 0; line < 64; ++line)
    ASSERT_EQ(box[line * 64 + (line % 8) * 8], line < 5 ? values[(9 + line) * 64] : 0) << line;
}

TEST_P(LanguageConformance, TensorsWhoseLinesDoNotFitAreRefused) {
  if (const std::string why = absence(*m_device); !why.empty()) GTEST_SKIP() << why;
  auto buffer = allocate(1 << 16, MemoryKind::Device);
  const auto refused = [&](BoxedTensor tensor) { return m_device->tensorMap(tensor).error().code; };
  EXPECT_EQ(refused({buffer->data(), 2, {68, 8, 1}, {64, 64, 1}}), ErrorCode::Usage) << "136 bytes";
  EXPECT_EQ(refused({static_cast<char*>(buffer->data()) + 8, 2, {64, 8, 1}, {64, 64, 1}}), ErrorCode::Usage);
  EXPECT_EQ(refused({buffer->data(), 2, {64, 8, 1}, {32, 64, 1}}), ErrorCode::Usage) << "a box of 64 bytes a line";
  EXPECT_EQ(refused({buffer->data(), 2, {64, 8, 1}, {64, 257, 1}}), ErrorCode::Usage);
  EXPECT_EQ(refused({buffer->data(), 2, {64, 0, 1}, {64, 64, 1}}), ErrorCode::Usage);
}

}  // namespace
}  // namespace strata
