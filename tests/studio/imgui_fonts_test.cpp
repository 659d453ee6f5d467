#include "app/live/imgui_fonts.h"

#include <gtest/gtest.h>

#include <cmath>

#include "app/canvas/font_metrics.h"
#include "app/canvas/theme.h"
#include "app/views/view.h"
#include "small_session.h"

namespace strata {
namespace {

float drawnWidth(ImGuiFonts& fonts, std::string_view text, const TextStyle& style) {
  return fonts.font(style)
      ->CalcTextSizeA(fonts.imguiSize(style), HUGE_VALF, 0, text.data(), text.data() + text.size())
      .x;
}

/// Draws nothing; asks for fonts and letters as a frame does.
class AskingCanvas final : public Canvas {
 public:
  explicit AskingCanvas(ImGuiFonts& fonts) : Canvas(darkTheme()), m_fonts(fonts) {}
  void fill(Rect, Color, float) override {}
  void stroke(Rect, Color, float, float) override {}
  void polyline(std::span<const Point>, Color, float) override {}
  void polygon(std::span<const Point>, Color) override {}
  void text(Point, std::string_view utf8, const TextStyle& style) override {
    const bool before = m_fonts.wanting();
    m_fonts.font(style);
    m_fonts.want(utf8);
    if (!before && m_fonts.wanting()) m_asked = std::to_string(style.size) + " " + std::string(utf8);
  }
  void image(Rect, std::uint32_t, std::uint32_t, std::span<const Color>) override {}
  void pushClip(Rect) override {}
  void popClip() override {}
  float measure(std::string_view utf8, const TextStyle& style) const override {
    return FontMetrics::shared().measure(utf8, style);
  }
  const std::string& asked() const { return m_asked; }  ///< what was not there first

 private:
  ImGuiFonts& m_fonts;
  std::string m_asked;
};

TEST(ImGuiFonts, DrawTextsAsWideAsTheViewsMeasureThem) {
  ImFontAtlas atlas;
  ImGuiFonts fonts;
  const std::string_view texts[] = {"cudaLaunchKernel", "61.8 µs · 5 %", "8×8 · 32×32", "H→D ≤ 3.8e-6 ✓ ✗ …",
                                    "AVAWAToTa"};
  for (const float ratio : {1.0f, 1.5f, 2.0f})
    for (const Face face : {Face::Regular, Face::Bold, Face::Mono})
      for (const float size : {10.0f, 11.0f, 13.0f, 15.0f}) {
        const TextStyle style{size, face, {}};
        fonts.beginFrame(ratio);
        fonts.font(style);
        for (std::string_view text : texts) fonts.want(text);
        fonts.build(atlas);
        for (std::string_view text : texts)
          EXPECT_NEAR(drawnWidth(fonts, text, style), FontMetrics::shared().measure(text, style), 0.5f)
              << text << " at " << size << " × " << ratio;
      }
}

TEST(ImGuiFonts, ASizeOrLetterAskedForIsThereAfterTheNextBuild) {
  ImFontAtlas atlas;
  ImGuiFonts fonts;
  fonts.beginFrame(1);
  fonts.build(atlas);
  EXPECT_FALSE(fonts.wanting());
  fonts.font({17, Face::Bold, {}});
  EXPECT_TRUE(fonts.wanting());
  fonts.build(atlas);
  EXPECT_FALSE(fonts.wanting());
  fonts.want("Ω");
  EXPECT_TRUE(fonts.wanting());
  fonts.build(atlas);
  fonts.want("Ω plain");
  EXPECT_FALSE(fonts.wanting());
  EXPECT_NE(fonts.font({17, Face::Bold, {}})->FindGlyphNoFallback(0x3A9), nullptr);
}

TEST(ImGuiFonts, WhatViewsUsuallyAskForIsThereFromTheFirst) {
  const SmallSession session;
  for (const float ratio : {1.0f, 2.0f}) {
    ImFontAtlas atlas;
    ImGuiFonts fonts;
    fonts.beginFrame(ratio);
    fonts.build(atlas);
    AskingCanvas canvas(fonts);
    for (const View& view : allViews()) {
      view.draw(canvas, {0, 0, 900, 350}, session.state());
      EXPECT_FALSE(fonts.wanting()) << view.name << " × " << ratio << ": " << canvas.asked();
      fonts.build(atlas);
    }
  }
}

TEST(ImGuiFonts, ChineseAndJapaneseLettersAreDrawn) {
  if (FontMetrics::shared().fallbackFiles().size() < 2) GTEST_SKIP() << "no font of Chinese and Japanese is installed";
  ImFontAtlas atlas;
  ImGuiFonts fonts;
  const TextStyle style{13, Face::Regular, {}};
  fonts.beginFrame(1);
  fonts.font(style);
  const std::string_view name = "矩阵 かける";
  fonts.want(name);
  EXPECT_TRUE(fonts.wanting());
  fonts.build(atlas);
  for (const ImWchar letter : {0x77E9, 0x9635, 0x304B})
    EXPECT_NE(fonts.font(style)->FindGlyphNoFallback(letter), nullptr) << letter;
  EXPECT_NEAR(drawnWidth(fonts, name, style), FontMetrics::shared().measure(name, style), 0.5f);
}

TEST(ImGuiFonts, SizesOfManyScalesAreNotKeptForever) {
  ImFontAtlas atlas;
  ImGuiFonts fonts;
  fonts.beginFrame(1);
  for (int i = 0; i < 100; ++i) fonts.font({20.0f + static_cast<float>(i), Face::Mono, {}});
  fonts.beginFrame(1);
  fonts.font({12, Face::Mono, {}});
  EXPECT_TRUE(fonts.wanting()) << "the frame that begins asks anew";
  fonts.build(atlas);
  EXPECT_EQ(atlas.Fonts.Size, 1);
}

}  // namespace
}  // namespace strata
