#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <vector>

#include "engine/base/narrow_floats.h"
#include "engine/modelfile/stored_tensor.h"

// GGUF's blocks: bytes written here, from the format's definition, out of numbers that are known; what they stand for
// is computed in double. And a few blocks by hand.

namespace strata::test {
namespace {

using ::testing::ElementsAre;

using Bytes = std::vector<std::uint8_t>;

std::vector<float> unpacked(StoredType type, const Bytes& bytes, std::int64_t columns, std::int64_t rows = 1) {
  return dequantised({.name = "t",
                      .shape = {rows, columns},
                      .type = type,
                      .data = std::as_bytes(std::span<const std::uint8_t>(bytes))});
}

void addHalf(Bytes& bytes, std::uint16_t bits) {
  bytes.push_back(static_cast<std::uint8_t>(bits & 255));
  bytes.push_back(static_cast<std::uint8_t>(bits >> 8));
}

/// Six bits each: scales and least values of eight parts in twelve bytes.
void addPartScales(Bytes& bytes, const std::array<unsigned, 8>& scales, const std::array<unsigned, 8>& least) {
  for (std::size_t i = 0; i < 4; ++i) bytes.push_back(static_cast<std::uint8_t>(scales[i] | (scales[i + 4] >> 4) << 6));
  for (std::size_t i = 0; i < 4; ++i) bytes.push_back(static_cast<std::uint8_t>(least[i] | (least[i + 4] >> 4) << 6));
  for (std::size_t i = 4; i < 8; ++i)
    bytes.push_back(static_cast<std::uint8_t>((scales[i] & 15) | (least[i] & 15) << 4));
}

class Blocks : public ::testing::Test {
 protected:
  unsigned below(unsigned end) { return static_cast<unsigned>(m_random() % end); }
  /// The least and the greatest now and then.
  unsigned upTo(unsigned most) {
    const unsigned kind = below(6);
    return kind == 0 ? 0 : kind == 1 ? most : below(most + 1);
  }
  /// Any finite one, also a subnormal one.
  std::uint16_t half() {
    static constexpr std::uint16_t kExtremes[] = {0x0000, 0x8000, 0x0001, 0x8001, 0x03ff, 0x7bff, 0xfbff, 0x3c00};
    if (below(4) == 0) return kExtremes[below(8)];
    return static_cast<std::uint16_t>(below(2) << 15 | below(31) << 10 | below(1024));
  }
  std::vector<unsigned> numbers(std::size_t count, unsigned most) {
    std::vector<unsigned> all(count);
    std::ranges::generate(all, [&] { return upTo(most); });
    return all;
  }
  std::array<unsigned, 8> sixBits() {
    std::array<unsigned, 8> all{};
    std::ranges::generate(all, [&] { return upTo(63); });
    return all;
  }

  std::mt19937 m_random{7};
};

double valueOf(std::uint16_t bits) {
  return static_cast<double>(float16Value(bits));
}

/// Of a block of 32: fifth bits, then nibbles.
void addSmall(Bytes& bytes, const std::vector<unsigned>& numbers, bool fifth) {
  if (fifth) {
    std::uint32_t bits = 0;
    for (unsigned i = 0; i < 32; ++i) bits |= (numbers[i] >> 4) << i;
    for (unsigned i = 0; i < 4; ++i) bytes.push_back(static_cast<std::uint8_t>(bits >> (8 * i)));
  }
  for (std::size_t i = 0; i < 16; ++i)
    bytes.push_back(static_cast<std::uint8_t>((numbers[i] & 15) | (numbers[i + 16] & 15) << 4));
}

TEST_F(Blocks, OfThirtyTwoNumbers) {
  struct Case {
    StoredType type;
    bool least, fifth;
    double centre;
  };
  for (const Case& each : {Case{StoredType::Q4_0, false, false, 8}, Case{StoredType::Q4_1, true, false, 0},
                           Case{StoredType::Q5_0, false, true, 16}, Case{StoredType::Q5_1, true, true, 0}}) {
    SCOPED_TRACE(nameOf(each.type));
    constexpr int kRows = 40;
    Bytes bytes;
    std::vector<float> expected;
    for (int block = 0; block < 2 * kRows; ++block) {
      const std::uint16_t scale = half(), least = each.least ? half() : std::uint16_t{0};
      const auto all = numbers(32, each.fifth ? 31 : 15);
      addHalf(bytes, scale);
      if (each.least) addHalf(bytes, least);
      addSmall(bytes, all, each.fifth);
      for (const unsigned number : all)
        expected.push_back(static_cast<float>(valueOf(scale) * (number - each.centre) + valueOf(least)));
    }
    EXPECT_EQ(unpacked(each.type, bytes, 64, kRows), expected);
  }
}

TEST_F(Blocks, OfEightPartsWithSixBitScales) {
  for (const bool fifth : {false, true}) {
    const StoredType type = fifth ? StoredType::Q5K : StoredType::Q4K;
    SCOPED_TRACE(nameOf(type));
    constexpr int kRows = 20;
    Bytes bytes;
    std::vector<float> expected;
    for (int block = 0; block < 2 * kRows; ++block) {
      const std::uint16_t scale = half(), least = half();
      const auto scales = sixBits(), leasts = sixBits();
      const auto all = numbers(256, fifth ? 31 : 15);
      addHalf(bytes, scale);
      addHalf(bytes, least);
      addPartScales(bytes, scales, leasts);
      for (std::size_t i = 0; fifth && i < 32; ++i) {
        unsigned byte = 0;
        for (std::size_t part = 0; part < 8; ++part) byte |= (all[32 * part + i] >> 4) << part;
        bytes.push_back(static_cast<std::uint8_t>(byte));
      }
      for (std::size_t i = 0; i < 128; ++i) {
        const std::size_t first = i / 32 * 64 + i % 32;
        bytes.push_back(static_cast<std::uint8_t>((all[first] & 15) | (all[first + 32] & 15) << 4));
      }
      for (std::size_t i = 0; i < 256; ++i)
        expected.push_back(
            static_cast<float>(valueOf(scale) * scales[i / 32] * all[i] - valueOf(least) * leasts[i / 32]));
    }
    EXPECT_EQ(unpacked(type, bytes, 512, kRows), expected);
  }
}

TEST_F(Blocks, OfSixteenPartsWithByteScales) {
  constexpr int kRows = 20;
  Bytes bytes;
  std::vector<float> expected;
  for (int block = 0; block < 2 * kRows; ++block) {
    const auto all = numbers(256, 63);
    const auto scales = numbers(16, 255);
    const std::uint16_t scale = half();
    Bytes lower(128), upper(64);
    for (std::size_t i = 0; i < 256; ++i) {
      const std::size_t half = i / 128, quarter = i % 128 / 32;
      lower[half * 64 + i % 64] |= static_cast<std::uint8_t>((all[i] & 15) << (quarter < 2 ? 0 : 4));
      upper[half * 32 + i % 32] |= static_cast<std::uint8_t>((all[i] >> 4) << (2 * quarter));
    }
    bytes.insert(bytes.end(), lower.begin(), lower.end());
    bytes.insert(bytes.end(), upper.begin(), upper.end());
    for (const unsigned each : scales) bytes.push_back(static_cast<std::uint8_t>(each));
    addHalf(bytes, scale);
    for (std::size_t i = 0; i < 256; ++i) {
      const double own = scales[i / 16] < 128 ? scales[i / 16] : scales[i / 16] - 256.0;
      expected.push_back(static_cast<float>(valueOf(scale) * own * (all[i] - 32.0)));
    }
  }
  EXPECT_EQ(unpacked(StoredType::Q6K, bytes, 512, kRows), expected);
}

TEST(BlocksByHand, OfThirtyTwo) {
  // scale 0.5, least -1; the first byte is 1 and 15, the others 0
  Bytes q41{0x00, 0x38, 0x00, 0xbc, 0xf1};
  q41.resize(20);
  const std::vector<float> ofQ41 = unpacked(StoredType::Q4_1, q41, 32);
  EXPECT_EQ(ofQ41[0], -0.5f);
  EXPECT_EQ(ofQ41[1], -1.0f);
  EXPECT_EQ(ofQ41[16], 6.5f);
  // scale 2; the fifth bits of numbers 0 and 17; the second byte is 3 and 4
  Bytes q50{0x00, 0x40, 0x01, 0x00, 0x02, 0x00, 0x00, 0x43};
  q50.resize(22);
  const std::vector<float> ofQ50 = unpacked(StoredType::Q5_0, q50, 32);
  EXPECT_EQ(ofQ50[0], 0.0f);
  EXPECT_EQ(ofQ50[1], -26.0f);
  EXPECT_EQ(ofQ50[2], -32.0f);
  EXPECT_EQ(ofQ50[17], 8.0f);
  // scale 1, least 0.25; the fifth bit of number 31; the last byte is 2 and 3
  Bytes q51{0x00, 0x3c, 0x00, 0x34, 0x00, 0x00, 0x00, 0x80};
  q51.resize(24);
  q51.back() = 0x32;
  const std::vector<float> ofQ51 = unpacked(StoredType::Q5_1, q51, 32);
  EXPECT_EQ(ofQ51[0], 0.25f);
  EXPECT_EQ(ofQ51[15], 2.25f);
  EXPECT_EQ(ofQ51[31], 19.25f);
}

// Parts 0 to 7 with the scales 1, 2, 3, 63, 16, 33, 50, 63 and the least values 0, 63, 1, 2, 63, 48, 17, 4.
TEST(BlocksByHand, OfEightParts) {
  const Bytes scales{0x41, 0x82, 0xc3, 0xff, 0xc0, 0xff, 0x41, 0x02, 0xf0, 0x01, 0x12, 0x4f};
  Bytes q4k{0x00, 0x3c, 0x00, 0x38};  // 1 and 0.5
  q4k.insert(q4k.end(), scales.begin(), scales.end());
  q4k.resize(144, 0x21);  // 1 in each even part, 2 in each odd one
  const std::vector<float> ofQ4K = unpacked(StoredType::Q4K, q4k, 256);
  std::vector<float> firsts;
  for (std::size_t part = 0; part < 8; ++part) firsts.push_back(ofQ4K[32 * part]);
  EXPECT_THAT(firsts, ElementsAre(1, 4 - 31.5, 3 - 0.5, 126 - 1, 16 - 31.5, 66 - 24, 50 - 8.5, 126 - 2));

  Bytes q5k(q4k.begin(), q4k.begin() + 16);
  q5k.resize(16 + 32, 0xa0);  // the fifth bits of parts 5 and 7
  q5k.resize(176, 0x21);
  const std::vector<float> ofQ5K = unpacked(StoredType::Q5K, q5k, 256);
  EXPECT_EQ(ofQ5K[31], 1);
  EXPECT_EQ(ofQ5K[5 * 32], 33 * 18 - 24);
  EXPECT_EQ(ofQ5K[6 * 32], 50 - 8.5);
  EXPECT_EQ(ofQ5K[255], 63 * 18 - 2);
}

TEST(BlocksByHand, OfSixteenParts) {
  Bytes q6k(128, 0x21);                 // lower bits: 1 in rows 0, 1, 4, 5 of 32, 2 in the others
  q6k.resize(192, 0xe4);                // upper bits: 0, 1, 2, 3
  q6k.resize(208, 0x02);                // scale 2 of each part
  q6k[192 + 15] = 0x80;                 // but -128 of the last
  q6k.insert(q6k.end(), {0x00, 0x34});  // 0.25
  const std::vector<float> all = unpacked(StoredType::Q6K, q6k, 256);
  std::vector<float> rows;
  for (std::size_t row = 0; row < 8; ++row) rows.push_back(all[32 * row]);
  const float zero = 0.5f * (1 - 32), one = 0.5f * (17 - 32), two = 0.5f * (34 - 32), three = 0.5f * (50 - 32);
  EXPECT_THAT(rows, ElementsAre(zero, one, two, three, zero, one, two, three));
  EXPECT_EQ(all[255], -32.0f * (50 - 32));
}

}  // namespace
}  // namespace strata::test
