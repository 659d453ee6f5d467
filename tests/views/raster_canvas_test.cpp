#include "app/canvas/raster_canvas.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "app/canvas/font_metrics.h"

namespace strata::raster_canvas_test {
namespace {

constexpr Color kBlack{0, 0, 0}, kWhite{255, 255, 255}, kRed{200, 10, 20};

Color at(const RasterCanvas& canvas, std::uint32_t x, std::uint32_t y) {
  return canvas.pixels()[std::size_t{y} * canvas.pixelWidth() + x];
}

struct Box {
  int left = 1 << 30, top = 1 << 30, right = -1, bottom = -1;  ///< the last two are inside
};

/// Where anything but black is.
Box inkOf(const RasterCanvas& canvas) {
  Box box;
  const auto pixels = canvas.pixels();
  for (int y = 0; y < static_cast<int>(canvas.pixelHeight()); ++y)
    for (int x = 0; x < static_cast<int>(canvas.pixelWidth()); ++x) {
      if (pixels[static_cast<std::size_t>(y) * canvas.pixelWidth() + static_cast<std::size_t>(x)] == kBlack) continue;
      box = {std::min(box.left, x), std::min(box.top, y), std::max(box.right, x), std::max(box.bottom, y)};
    }
  return box;
}

TEST(RasterCanvas, FillsJustTheRectangleAtEveryScale) {
  for (const float scale : {1.f, 2.f, 3.f}) {
    RasterCanvas canvas(20, 10, scale);
    canvas.fill({4, 3, 5, 2}, kRed);
    EXPECT_EQ(canvas.pixelWidth(), static_cast<std::uint32_t>(20 * scale));
    const Box ink = inkOf(canvas);
    const auto px = [scale](float logical) { return static_cast<int>(logical * scale); };
    EXPECT_EQ(ink.left, px(4));
    EXPECT_EQ(ink.right, px(9) - 1);
    EXPECT_EQ(ink.top, px(3));
    EXPECT_EQ(ink.bottom, px(5) - 1);
    EXPECT_EQ(at(canvas, static_cast<std::uint32_t>(px(4)), static_cast<std::uint32_t>(px(3))), kRed);
  }
}

TEST(RasterCanvas, SaysHowManyPixelsAUnitHas) {
  EXPECT_EQ(RasterCanvas(4, 4).pixelsPerUnit(), 1);
  EXPECT_EQ(RasterCanvas(4, 4, 2.5f).pixelsPerUnit(), 2.5f);
}

TEST(RasterCanvas, TransparentColoursMix) {
  RasterCanvas canvas(4, 4);
  canvas.fill({0, 0, 4, 4}, kWhite);
  canvas.fill({0, 0, 4, 4}, {0, 0, 0, 128});
  EXPECT_NEAR(at(canvas, 1, 1).r, 127, 1);
}

TEST(RasterCanvas, AStrokeLiesInsideItsRectangle) {
  RasterCanvas canvas(20, 20);
  canvas.stroke({2, 3, 10, 8}, kWhite, 2);
  const Box ink = inkOf(canvas);
  EXPECT_EQ(ink.left, 2);
  EXPECT_EQ(ink.top, 3);
  EXPECT_EQ(ink.right, 11);
  EXPECT_EQ(ink.bottom, 10);
  EXPECT_EQ(at(canvas, 2, 3), kWhite);
  EXPECT_EQ(at(canvas, 3, 4), kWhite);
  EXPECT_EQ(at(canvas, 6, 6), kBlack) << "hollow";
}

TEST(RasterCanvas, AnAreaOfSeveralCornersHasNoStripesAtAnyScale) {
  for (const float scale : {1.f, 3.125f}) {
    RasterCanvas canvas(80, 40, scale);
    canvas.fill({0, 0, 80, 40}, kWhite);
    canvas.polygon(std::array{Point{0, 40}, Point{0, 30}, Point{30, 10}, Point{80, 10}, Point{80, 40}}, kRed);
    for (std::uint32_t x = 0; x < canvas.pixelWidth(); ++x)
      EXPECT_EQ(at(canvas, x, canvas.pixelHeight() - 2), kRed) << x << " at " << scale;
    EXPECT_EQ(at(canvas, 1, 1), kWhite);
  }
}

TEST(RasterCanvas, ADashedLineBeginsWithADashAndHasGaps) {
  RasterCanvas canvas(20, 3);
  canvas.dashed({0, 1.5f}, {20, 1.5f}, kWhite, 1, {4, 2});
  canvas.line({0, 2.5f}, {20, 2.5f}, kRed);
  for (std::uint32_t x = 0; x < 20; ++x) {
    EXPECT_EQ(at(canvas, x, 1), x % 6 < 4 ? kWhite : kBlack) << x;
    EXPECT_EQ(at(canvas, x, 2), kRed) << "the next line is whole";
  }
}

TEST(RasterCanvas, ClipsHoldUntilTheyArePopped) {
  RasterCanvas canvas(10, 10);
  canvas.pushClip({2, 2, 4, 4});
  canvas.pushClip({4, 4, 4, 4});
  canvas.fill({0, 0, 10, 10}, kWhite);
  Box ink = inkOf(canvas);
  EXPECT_EQ(ink.left, 4);
  EXPECT_EQ(ink.right, 5);
  canvas.popClip();
  canvas.popClip();
  canvas.popClip();  // one too many harms nothing
  canvas.fill({0, 0, 1, 1}, kWhite);
  EXPECT_EQ(inkOf(canvas).left, 0);
}

TEST(RasterCanvas, ImagesAreEnlargedWithoutSmoothing) {
  RasterCanvas canvas(30, 20);
  const std::vector<Color> pixels{{255, 0, 0}, {0, 255, 0}, {0, 0, 255}, {9, 8, 7}};
  canvas.image({10, 0, 20, 20}, 2, 2, pixels);
  EXPECT_EQ(at(canvas, 9, 5), kBlack);
  EXPECT_EQ(at(canvas, 10, 0), pixels[0]);
  EXPECT_EQ(at(canvas, 19, 9), pixels[0]) << "up to the seam";
  EXPECT_EQ(at(canvas, 20, 0), pixels[1]);
  EXPECT_EQ(at(canvas, 10, 10), pixels[2]);
  EXPECT_EQ(at(canvas, 29, 19), pixels[3]);
  canvas.image({0, 0, 0, 5}, 2, 2, pixels);
  canvas.image({0, 0, 5, 5}, 2, 2, std::span(pixels).first(3));
  EXPECT_EQ(at(canvas, 0, 0), kBlack) << "too few pixels or no room: nothing";
  EXPECT_TRUE(canvas.ok());
}

// A letter may overhang its advance by a hair, but no line may be cut or run into what stands beside it.
TEST(RasterCanvas, TextInkFillsItsMeasuredBox) {
  if (FontMetrics::shared().fontFile(Face::Regular).empty()) GTEST_SKIP() << "no font is installed";
  for (const float scale : {1.f, 2.f})
    for (const float size : {9.f, 13.f, 26.f})
      for (const Face face : {Face::Regular, Face::Bold, Face::Mono})
        for (const std::string_view words : {"matmul_tiled<32>", "Hxg", "µs · H→D", "61.8 GFLOP/s"}) {
          RasterCanvas canvas(500, 80, scale);
          const TextStyle style{size, face, kWhite};
          canvas.text({20, 20}, words, style);
          const Box ink = inkOf(canvas);
          const float width = canvas.measure(words, style);
          const float slack = size * 0.12f * scale + 1;
          EXPECT_NEAR(static_cast<float>(ink.left), 20 * scale, slack) << words << " " << size;
          EXPECT_NEAR(static_cast<float>(ink.right + 1), (20 + width) * scale, slack) << words << " " << size;
          EXPECT_GE(static_cast<float>(ink.top), 20 * scale - 1) << words;
          EXPECT_LE(static_cast<float>(ink.bottom), (20 + kLineHeight * size) * scale) << words;
        }
}

TEST(RasterCanvas, LettersStandOnTheBaselineThatMetricsSay) {
  if (FontMetrics::shared().fontFile(Face::Regular).empty()) GTEST_SKIP() << "no font is installed";
  RasterCanvas canvas(60, 40);
  const TextStyle style{20, Face::Regular, kWhite};
  canvas.text({4, 4}, "H", style);
  EXPECT_NEAR(static_cast<float>(inkOf(canvas).bottom + 1), 4 + FontMetrics::shared().baseline(style), 1);
}

TEST(RasterCanvas, ChineseLettersAreDrawnAndAreNotAllTheSame) {
  if (FontMetrics::shared().fallbackFiles().size() < 2) GTEST_SKIP() << "no font of Chinese and Japanese is installed";
  const auto pictureOf = [](const char* letter) {
    RasterCanvas canvas(24, 30, 1);
    canvas.text({0, 0}, letter, {20, Face::Regular, kWhite});
    const auto pixels = canvas.pixels();
    return std::vector<Color>(pixels.begin(), pixels.end());
  };
  EXPECT_NE(pictureOf("矩"), pictureOf("阵"));
}

TEST(RasterCanvas, BrokenTextAndControlCharactersDrawAtMostABox) {
  RasterCanvas canvas(100, 30);
  canvas.text({2, 2}, "\n\t\x01", {13, Face::Mono, kWhite});
  EXPECT_EQ(inkOf(canvas).right, -1);
  canvas.text({2, 2}, "\xFF\xC3", {13, Face::Mono, kWhite});
  EXPECT_TRUE(canvas.ok());
}

}  // namespace
}  // namespace strata::raster_canvas_test
