#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <regex>

#include "app/canvas/pixel_picture.h"
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

TEST(LessonPicture, IsMadeOnceForEachSizeAndForgottenWithItsPicture) {
  const auto wide = std::make_shared<const PixelPicture>(picture(40, 10));
  const auto half = keptAtSize(wide, 20, 5);
  EXPECT_EQ(half->width, 20u);
  EXPECT_EQ(keptAtSize(wide, 20, 5), half);
  EXPECT_NE(keptAtSize(wide, 80, 20), half);
  EXPECT_EQ(keptAtSize(wide, 20, 5), half) << "also after another size";
  EXPECT_EQ(keptAtSize(wide, 40, 10), wide);
  const std::weak_ptr<const PixelPicture> gone = [] {
    return keptAtSize(std::make_shared<const PixelPicture>(picture(30, 10)), 15, 5);
  }();
  keptAtSize(wide, 10, 3);
  EXPECT_TRUE(gone.expired());
}

RecordingCanvas pageWith(const PixelPicture* shown, Rect area, float pixelsPerUnit = 1) {
  LessonSight lesson;
  lesson.open = true;
  lesson.count = 1;
  lesson.text = parseMarkdown("Look at this:\n\n![A warp of 32 lanes](warp.png)\n\nAnd read on.");
  if (shown) lesson.pictures["warp.png"] = std::make_shared<const PixelPicture>(*shown);
  ViewState state;
  state.sight.lesson = std::make_shared<const LessonSight>(lesson);
  RecordingCanvas canvas(darkTheme(), pixelsPerUnit);
  findView("lesson")->draw(canvas, area, state);
  return canvas;
}

TEST(LessonPicture, HasAPixelForEachOfTheScreen) {
  const PixelPicture large = picture(1600, 400), icon = picture(16, 16);
  for (const PixelPicture* shown : {&large, &icon})
    for (const float ratio : {1.f, 1.5f, 2.08f}) {
      const RecordingCanvas page = pageWith(shown, {0, 0, 430, 700}, ratio);
      const auto images = page.of(DrawOp::Kind::Image);
      ASSERT_EQ(images.size(), 1u);
      const auto side = [ratio](float units) { return static_cast<std::size_t>(std::lround(units * ratio)); };
      EXPECT_EQ(images[0]->pixels.size(), side(images[0]->rect.w) * side(images[0]->rect.h)) << ratio;
    }
}

std::string wordsOn(const RecordingCanvas& canvas) {
  std::string all;
  for (const DrawOp* op : canvas.of(DrawOp::Kind::Text)) all += op->text + " ";
  return std::regex_replace(all, std::regex(" +"), " ");
}

TEST(LessonPicture, IsAsWideAsThePanelAndKeepsItsShape) {
  const PixelPicture wide = picture(1600, 400);
  for (const float width : {300.f, 430.f, 700.f}) {
    const RecordingCanvas page = pageWith(&wide, {0, 0, width, 700});
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
  const PixelPicture tall = picture(400, 4000), small = picture(16, 16);
  const RecordingCanvas page = pageWith(&tall, {0, 0, 430, 600});
  ASSERT_EQ(page.of(DrawOp::Kind::Image).size(), 1u);
  EXPECT_LT(page.of(DrawOp::Kind::Image)[0]->rect.h, 300);
  EXPECT_THAT(wordsOn(page), HasSubstr("read on"));
  const RecordingCanvas icon = pageWith(&small, {0, 0, 430, 600});
  ASSERT_EQ(icon.of(DrawOp::Kind::Image).size(), 1u);
  EXPECT_LE(icon.of(DrawOp::Kind::Image)[0]->rect.w, 16 * 2.4f);
}

TEST(LessonPicture, WhereItIsMissingItsWordsStand) {
  const RecordingCanvas page = pageWith(nullptr, {0, 0, 430, 600});
  EXPECT_TRUE(page.of(DrawOp::Kind::Image).empty());
  EXPECT_THAT(wordsOn(page), HasSubstr("A warp of 32 lanes"));
}

}  // namespace
}  // namespace strata::lesson_picture_test
