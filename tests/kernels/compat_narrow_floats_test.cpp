#include "kernels/compat/narrow_floats.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "tests/kernels/narrow_reference.h"

namespace strata {
namespace {

struct Conversion {
  const char* name;
  NarrowFormat format;
  std::uint16_t (*bits)(float);
  float (*value)(std::uint16_t);
};

class NarrowFloats : public testing::TestWithParam<Conversion> {};

TEST_P(NarrowFloats, WayBackIsExact) {
  const auto& [name, format, bits, value] = GetParam();
  for (std::uint32_t i = 0; i < 0x10000; ++i) {
    const auto narrow = static_cast<std::uint16_t>(i);
    const double truth = format.value(narrow);
    if (std::isnan(truth)) {
      ASSERT_TRUE(std::isnan(value(narrow))) << i;
      ASSERT_TRUE(std::isnan(value(bits(value(narrow))))) << i;
    } else {
      ASSERT_EQ(static_cast<double>(value(narrow)), truth) << i;
      ASSERT_EQ(bits(value(narrow)), narrow) << i;
    }
  }
}

TEST_P(NarrowFloats, RoundsToNearestEven) {
  const auto& [name, format, bits, value] = GetParam();
  for (const float wide : difficultFloats(format))
    ASSERT_EQ(bits(wide), format.nearest(static_cast<double>(wide))) << std::hexfloat << wide;
}

TEST_P(NarrowFloats, RoundsAllMagnitudes) {
  const auto& [name, format, bits, value] = GetParam();
  for (std::uint64_t i = 0; i < 0x1'0000'0000; i += 9973) {
    const auto wide = std::bit_cast<float>(static_cast<std::uint32_t>(i));
    if (std::isnan(wide)) {
      ASSERT_TRUE(std::isnan(value(bits(wide)))) << std::hex << i;
    } else {
      ASSERT_EQ(bits(wide), format.nearest(static_cast<double>(wide))) << std::hex << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, NarrowFloats,
                         testing::Values(Conversion{"Float16", NarrowFormat::float16(), float16Bits, float16Value},
                                         Conversion{"Bfloat16", NarrowFormat::bfloat16(), bfloat16Bits, bfloat16Value}),
                         [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace strata
