#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "app/canvas/recording_canvas.h"
#include "app/views/view.h"
#include "app/words/messages.h"
#include "tests/views/sample_digits.h"

namespace strata::features_view_test {
namespace {

using ::testing::HasSubstr;

constexpr Rect kLarge{0, 0, 1300, 800}, kDock{0, 0, 330, 300};

RecordingCanvas drawn(const ViewState& state, Rect area = kLarge) {
  RecordingCanvas canvas;
  findView("features")->draw(canvas, area, state);
  return canvas;
}

TEST(FeaturesView, EachChannelOfEachStageIsAPicture) {
  const RecordingCanvas canvas = drawn(sampleDigits());
  EXPECT_EQ(canvas.of(DrawOp::Kind::Image).size(), 5u) << "one channel and four; ten numbers are no picture";
  for (const std::string_view words : {"image", "conv1 · Conv", "1×4×4×4 · 25.0 µs measured", "It is a 1", "93.6 %"})
    EXPECT_NE(canvas.findText(words), nullptr) << words;
}

TEST(FeaturesView, WhatIsLessLikelyThanNotIsNoFactAndAnEightHasItsArticle) {
  ViewState state = sampleDigits();
  auto& details = *state.session.results[0].details;
  details["probabilities"] = {0.42, 0.45, 0.13};
  const RecordingCanvas canvas = drawn(state);
  EXPECT_NE(canvas.findText("Undecided: 1 at 45.0 %"), nullptr);
  EXPECT_EQ(canvas.findText("It is a 1"), nullptr);
  details["digit"] = 8;
  details["probabilities"] = std::vector<double>{0, 0, 0, 0, 0, 0, 0, 0.1, 0.9, 0};
  EXPECT_NE(drawn(state).findText("It is an 8"), nullptr);
}

TEST(FeaturesView, ACellIsReadFromItsPlaceOnTheSheet) {
  const ViewState state = sampleDigits();
  const RecordingCanvas canvas = drawn(state);
  const Rect tile = canvas.of(DrawOp::Kind::Image)[4]->rect;
  const auto hit = findView("features")->hit(canvas, kLarge, state, {tile.x + tile.w * 0.9f, tile.y + tile.h * 0.4f});
  ASSERT_TRUE(hit);
  // Channel 3 is lower right on a sheet of 8×8: row 4 + 1, column 4 + 3.
  EXPECT_EQ(hit->tooltip, "conv1 · Conv, channel 3, row 1, column 3: 47 measured");
}

TEST(FeaturesView, BarsAreAsLongAsDigitsAreLikely) {
  const ViewState state = sampleDigits();
  const RecordingCanvas canvas = drawn(state);
  const auto bars = canvas.of(DrawOp::Kind::Fill, storeyInfo(Storey::Model).color);
  ASSERT_EQ(bars.size(), 1u) << "only the likeliest is marked";
  const auto others = canvas.of(DrawOp::Kind::Fill, darkTheme().deviceBox);
  ASSERT_EQ(others.size(), 2u);
  EXPECT_NEAR(others[1]->rect.w / bars[0]->rect.w, 0.0466 / 0.9362, 0.01);
  const auto hit = findView("features")->hit(canvas, kLarge, state, {bars[0]->rect.x + 2, bars[0]->rect.y + 2});
  ASSERT_TRUE(hit);
  EXPECT_THAT(hit->tooltip, HasSubstr("1: logit 5 measured, probability 93.62 % modelled"));
}

TEST(FeaturesView, NothingOrDamageGivesASentence) {
  EXPECT_NE(drawn({}).findText(text(Msg::CnnEmpty)), nullptr);
  ViewState state = sampleDigits();
  state.session.results.clear();
  EXPECT_NE(drawn(state).findText(text(Msg::CnnEmpty)), nullptr) << "previews of another experiment";
  state = sampleDigits();
  *state.session.results[0].details = {{"digit", "x"}, {"stages", 7}, {"logits", 7}, {"probabilities", nullptr}};
  EXPECT_EQ(drawn(state).of(DrawOp::Kind::Image).size(), 5u);
  state.session.previews = {nullptr, std::make_shared<SessionMessage>(SessionMessage{MessageKind::Tensor, "{", {}})};
  EXPECT_NE(drawn(state).findText(text(Msg::CnnEmpty)), nullptr);
}

TEST(FeaturesView, ATimeStaysWhereTheShapeHasNoRoom) {
  const ViewState state = sampleDigits();
  const std::string time = "25.0 µs measured";
  bool shortened = false, alone = false;
  for (float w = 470; w >= 260; w -= 2) {
    const RecordingCanvas canvas = drawn(state, {0, 0, w, 200});
    EXPECT_NE(canvas.findTextWith(time), nullptr) << w;
    shortened = shortened || canvas.findText("4×4×4 · " + time);
    alone = alone || canvas.findText(time);
  }
  EXPECT_TRUE(shortened && alone);
}

TEST(FeaturesView, AnyAreaWillDo) {
  ViewState state = sampleDigits();
  for (int i = 0; i < 8; ++i) state.session.previews.push_back(sampleStage("stage" + std::to_string(i), 16, 7, 4));
  for (const float w : {1.f, 40.f, 120.f, 330.f, 480.f, 900.f, 1920.f})
    for (const float h : {1.f, 30.f, 90.f, 150.f, 300.f, 1080.f}) {
      const Rect area{13, 17, w, h};
      const RecordingCanvas canvas = drawn(state, area);
      for (const DrawOp& op : canvas.ops()) {
        ASSERT_GE(std::min(op.rect.w, op.rect.h), 0) << w << "×" << h;
        ASSERT_GE(op.rect.x, area.x - 1.01f) << w << "×" << h << " " << op.text;
        ASSERT_LE(op.rect.right(), area.right() + 1.01f) << w << "×" << h << " " << op.text;
        ASSERT_LE(op.rect.bottom(), area.bottom() + 1.51f) << w << "×" << h << " " << op.text;
      }
      findView("features")->hit(canvas, area, state, {area.x + w / 2, area.y + h / 2});
    }
  EXPECT_GT(drawn(state, kDock).of(DrawOp::Kind::Image).size(), 10u);
}

}  // namespace
}  // namespace strata::features_view_test
