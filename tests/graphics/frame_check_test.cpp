#include "app/graphics/frame_check.h"

#include <gtest/gtest.h>

#include <vector>

namespace strata {
namespace {

TEST(FrameCheck, PixelsOfAnotherFrameAreTorn) {
  std::vector<std::uint32_t> pixels(100, 7u << 24 | 0x123456);
  EXPECT_EQ(tornPixels(pixels, 7), 0u);
  EXPECT_EQ(tornPixels(pixels, 7 + 256), 0u);
  EXPECT_EQ(tornPixels(pixels, 8), 100u) << "a stale frame is wrong everywhere";
  for (int i = 0; i < 30; ++i) pixels[static_cast<std::size_t>(i)] = 8u << 24;
  EXPECT_EQ(tornPixels(pixels, 7), 30u);
  EXPECT_EQ(tornPixels(pixels, std::nullopt), 30u) << "most are of frame 7";
  EXPECT_EQ(tornPixels({}, std::nullopt), 0u);
}

TEST(FrameCheck, OpaqueKeepsTheColours) {
  std::vector<std::uint32_t> pixels{0x00123456, 0x7fabcdef};
  makeOpaque(pixels);
  EXPECT_EQ(pixels, (std::vector<std::uint32_t>{0xff123456, 0xffabcdef}));
}

}  // namespace
}  // namespace strata
