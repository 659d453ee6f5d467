#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <regex>

#include "app/canvas/digest_canvas.h"
#include "app/canvas/fixed_picture.h"
#include "app/canvas/nothing_canvas.h"
#include "app/canvas/png.h"
#include "app/canvas/recording_canvas.h"
#include "app/canvas/sized_picture.h"
#include "app/views/view.h"

namespace strata::lesson_picture_test {
namespace {

using ::testing::HasSubstr;

constexpr Color kRed{200, 10, 20}, kBlue{0, 0, 255}, kNone{0, 0, 0, 0};

PixelPicture picture(std::uint32_t width, std::uint32_t height) {
  return {width, height, std::vector<Color>(std::size_t{width} * height, kRed)};
}

TEST(LessonPicture, WhatAPngFileHoldsIsRead) {
  PixelPicture written = picture(3, 2);
  written.pixels[4] = kBlue;
  written.pixels[5] = kNone;
  const auto read = decodePng(encodePng(3, 2, written.pixels));
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read.value().width, 3u);
  EXPECT_EQ(read.value().height, 2u);
  EXPECT_EQ(read.value().pixels, written.pixels);
}

TEST(LessonPicture, OtherFilesAreNone) {
  const PixelPicture small = picture(2, 2);
  const std::string png = encodePng(2, 2, small.pixels);
  EXPECT_THAT(decodePng("").error().message, HasSubstr("no PNG"));
  EXPECT_THAT(decodePng("<svg/>, and so on and on and on").error().message, HasSubstr("no PNG"));
  EXPECT_THAT(decodePng(png.substr(0, png.size() / 2)).error().message, HasSubstr("damaged"));
  std::string large = png;
  large[18] = 0x7F;  // the width's third byte
  EXPECT_THAT(decodePng(large).error().message, HasSubstr("32514 × 2 pixels; at most 4096 × 4096"));
}

TEST(LessonPicture, ASmallerOneHasTheMeansOfItsPixels) {
  const PixelPicture wide{4, 1, {{0, 0, 0}, {100, 0, 0}, kBlue, kNone}};
  const PixelPicture half = shrunkTo(wide, 2, 1);
  ASSERT_EQ(half.pixels.size(), 2u);
  EXPECT_EQ(half.pixels[0], (Color{50, 0, 0}));
  EXPECT_EQ(half.pixels[1], (Color{0, 0, 255, 128})) << "what is not seen has no colour";
  EXPECT_EQ(shrunkTo(wide, 9, 9).pixels, wide.pixels) << "it does not grow";
}

TEST(LessonPicture, ALargerOneHasEvenStepsBetweenItsPixels) {
  const PixelPicture two{2, 1, {{0, 0, 0}, {200, 0, 0}}};
  const PixelPicture four = atSize(two, 4, 2);
  ASSERT_EQ(four.pixels.size(), 8u);
  EXPECT_EQ(std::vector(four.pixels.begin(), four.pixels.begin() + 4),
            (std::vector<Color>{{0, 0, 0}, {50, 0, 0}, {150, 0, 0}, {200, 0, 0}}));
  EXPECT_EQ(atSize({2, 1, {kBlue, kNone}}, 4, 1).pixels[1], (Color{0, 0, 255, 191})) << "nothing has no colour";
}

TEST(LessonPicture, OneThatIsLongerAndLowerHasTheSizeThatIsAskedFor) {
  const PixelPicture made = atSize(picture(40, 10), 80, 5);
  EXPECT_EQ(made.width, 80u);
  EXPECT_EQ(made.height, 5u);
  EXPECT_EQ(made.pixels, std::vector<Color>(400, kRed));
  EXPECT_EQ(atSize(picture(40, 10), 20, 30).pixels, std::vector<Color>(600, kRed));
}

ViewState pageWith(std::shared_ptr<const FixedPicture> shown) {
  LessonSight lesson;
  lesson.open = true;
  lesson.count = 1;
  lesson.text = parseMarkdown("Look at this:\n\n![A warp of 32 lanes](warp.png)\n\nAnd read on.");
  if (shown) lesson.pictures["warp.png"] = std::move(shown);
  ViewState state;
  state.sight.lesson = std::make_shared<const LessonSight>(lesson);
  return state;
}

std::shared_ptr<const FixedPicture> fixed(std::uint32_t width, std::uint32_t height) {
  return std::make_shared<const FixedPicture>(picture(width, height));
}

RecordingCanvas drawn(const std::shared_ptr<const FixedPicture>& shown, Rect area) {
  RecordingCanvas canvas;
  findView("lesson")->draw(canvas, area, pageWith(shown));
  return canvas;
}

/// Draws pictures as canvases do that know none of them again.
class SizedImages final : public NothingCanvas {
 public:
  explicit SizedImages(float pixelsPerUnit) : NothingCanvas(darkTheme(), pixelsPerUnit) {}
  void picture(Rect rect, const FixedPicture& shown) override { Canvas::picture(rect, shown); }
  void image(Rect rect, std::uint32_t width, std::uint32_t height, std::span<const Color> pixels) override {
    ++images;
    const auto side = [this](float units) { return static_cast<std::uint32_t>(std::lround(units * pixelsPerUnit())); };
    EXPECT_EQ(width, side(rect.w));
    EXPECT_EQ(height, side(rect.h));
    EXPECT_EQ(pixels.size(), std::size_t{width} * height);
  }
  int images = 0;
};

TEST(LessonPicture, HasAPixelForEachOfTheScreen) {
  for (const auto& shown : {fixed(1600, 400), fixed(16, 16)})
    for (const float ratio : {1.f, 1.5f, 2.08f}) {
      SizedImages canvas(ratio);
      findView("lesson")->draw(canvas, {0, 0, 430, 700}, pageWith(shown));
      EXPECT_EQ(canvas.images, 1) << ratio;
    }
}

TEST(LessonPicture, AnotherOneIsSeenInTheDigestOfItsPage) {
  const auto digest = [](const std::shared_ptr<const FixedPicture>& shown, float ratio) {
    DigestCanvas canvas(darkTheme(), ratio);
    findView("lesson")->draw(canvas, {0, 0, 430, 700}, pageWith(shown));
    return canvas.digest();
  };
  const auto first = fixed(40, 10), second = fixed(40, 10);
  EXPECT_EQ(digest(first, 1), digest(first, 1));
  EXPECT_NE(digest(first, 1), digest(second, 1)) << "its file was written again";
  EXPECT_NE(digest(first, 1), digest(first, 2)) << "it has other pixels there";
}

std::string wordsOn(const RecordingCanvas& canvas) {
  std::string all;
  for (const DrawOp* op : canvas.of(DrawOp::Kind::Text)) all += op->text + " ";
  return std::regex_replace(all, std::regex(" +"), " ");
}

TEST(LessonPicture, IsAsWideAsThePanelAndKeepsItsShape) {
  const auto wide = fixed(1600, 400);
  for (const float width : {300.f, 430.f, 700.f}) {
    const RecordingCanvas page = drawn(wide, {0, 0, width, 700});
    const auto images = page.of(DrawOp::Kind::Image);
    ASSERT_EQ(images.size(), 1u);
    const Rect box = images[0]->rect;
    EXPECT_GT(box.w, 0.9f * width) << width;
    EXPECT_LE(box.right(), width);
    EXPECT_NEAR(box.w / box.h, 4, 0.05);
    EXPECT_THAT(wordsOn(page), HasSubstr("read on"));
  }
}

TEST(LessonPicture, ATallOneLeavesRoomForTheWordsAndASmallOneStaysSmall) {
  const RecordingCanvas page = drawn(fixed(400, 4000), {0, 0, 430, 600});
  ASSERT_EQ(page.of(DrawOp::Kind::Image).size(), 1u);
  EXPECT_LT(page.of(DrawOp::Kind::Image)[0]->rect.h, 300);
  EXPECT_THAT(wordsOn(page), HasSubstr("read on"));
  const RecordingCanvas icon = drawn(fixed(16, 16), {0, 0, 430, 600});
  ASSERT_EQ(icon.of(DrawOp::Kind::Image).size(), 1u);
  EXPECT_LE(icon.of(DrawOp::Kind::Image)[0]->rect.w, 16 * 2.4f);
}

TEST(LessonPicture, WhereItIsMissingItsWordsStand) {
  const RecordingCanvas page = drawn(nullptr, {0, 0, 430, 600});
  EXPECT_TRUE(page.of(DrawOp::Kind::Image).empty());
  EXPECT_THAT(wordsOn(page), HasSubstr("A warp of 32 lanes"));
}

}  // namespace
}  // namespace strata::lesson_picture_test
