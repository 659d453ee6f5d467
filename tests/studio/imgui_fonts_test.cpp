#include "app/live/imgui_fonts.h"

#include <gtest/gtest.h>

#include <cmath>

#include "app/views/font_metrics.h"

namespace strata {
namespace {

float drawnWidth(ImGuiFonts& fonts, std::string_view text, const TextStyle& style) {
  return fonts.font(style)
      ->CalcTextSizeA(fonts.imguiSize(style), HUGE_VALF, 0, text.data(), text.data() + text.size())
      .x;
}

TEST(ImGuiFonts, DrawTextsAsWideAsTheViewsMeasureThem) {
  ImFontAtlas atlas;
  ImGuiFonts fonts;
  const std::string_view texts[] = {"cudaLaunchKernel", "61.8 µs · 5 %", "8×8 · 32×32", "H→D ≤ 3.8e-6 ✓ ✗ …",
                                    "AVAWAToTa"};
  for (const float ratio : {1.0f, 1.5f, 2.0f})
    for (const Face face : {Face::Regular, Face::Bold, Face::Mono})
      for (const float size : {10.0f, 11.0f, 13.0f, 15.0f}) {
        const TextStyle style{size, face, {}};
        fonts.font(style);
        for (std::string_view text : texts) fonts.want(text);
        fonts.build(atlas, ratio);
        for (std::string_view text : texts)
          EXPECT_NEAR(drawnWidth(fonts, text, style), FontMetrics::shared().measure(text, style), 0.5f)
              << text << " at " << size << " × " << ratio;
      }
}

TEST(ImGuiFonts, ASizeOrLetterAskedForIsThereAfterTheNextBuild) {
  ImFontAtlas atlas;
  ImGuiFonts fonts;
  fonts.build(atlas, 1);
  EXPECT_FALSE(fonts.wanting());
  fonts.font({17, Face::Bold, {}});
  EXPECT_TRUE(fonts.wanting());
  fonts.build(atlas, 1);
  EXPECT_FALSE(fonts.wanting());
  fonts.want("Ω");
  EXPECT_TRUE(fonts.wanting());
  fonts.build(atlas, 1);
  fonts.want("Ω plain");
  EXPECT_FALSE(fonts.wanting());
  EXPECT_NE(fonts.font({17, Face::Bold, {}})->FindGlyphNoFallback(0x3A9), nullptr);
}

}  // namespace
}  // namespace strata
