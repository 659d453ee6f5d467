#include <gtest/gtest.h>

#include <cmath>

#include "app/canvas/recording_canvas.h"
#include "app/views/view.h"
#include "app/words/messages.h"
#include "tests/views/sample_tokens.h"

namespace strata::tensor_view_test {
namespace {

constexpr Rect kArea{10, 20, 326, 200};

ViewState tensor(std::string json, std::vector<float> values) {
  ViewState state;
  state.session.tensor =
      std::make_shared<SessionMessage>(SessionMessage{MessageKind::Tensor, std::move(json), std::move(values)});
  return state;
}

RecordingCanvas drawn(const ViewState& state) {
  RecordingCanvas canvas;
  findView("tensor")->draw(canvas, kArea, state);
  return canvas;
}

const std::string kTwoByThree = R"({"name":"C","rows":2,"cols":3,"shape":[512,768]})";

TEST(TensorView, ShowsNameShapeAndScale) {
  const RecordingCanvas canvas = drawn(tensor(kTwoByThree, {0, 1, 2, 3, 4, -2.5f}));
  for (const std::string_view words : {"C", "512×768", "-2.5", "4"})
    EXPECT_NE(canvas.findText(words), nullptr) << words;
  const auto images = canvas.of(DrawOp::Kind::Image);
  ASSERT_EQ(images.size(), 2u) << "the map and its scale";
  EXPECT_FLOAT_EQ(images[0]->rect.w / images[0]->rect.h, 1.5f) << "cells are square";
}

TEST(TensorView, ARunWithoutAPictureSaysSo) {
  ViewState state;
  EXPECT_NE(drawn(state).findTextWith(text(Msg::TensorEmpty)), nullptr);
  state.session.results.emplace_back().status = RunResult::Status::Failed;
  EXPECT_NE(drawn(state).findTextWith(text(Msg::TensorNone)), nullptr);
}

TEST(TensorView, HitReadsTheCell) {
  const ViewState message = tensor(kTwoByThree, {0, 1, 2, 3, 4, -2.5f});
  const RecordingCanvas canvas = drawn(message);
  const Rect grid = canvas.of(DrawOp::Kind::Image)[0]->rect;
  const auto hit = findView("tensor")->hit(canvas, kArea, message, {grid.right() - 1, grid.bottom() - 1});
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->tooltip, "row 256, column 512: -2.5");
  EXPECT_EQ(hit->choices.value().cell, (std::array<std::int64_t, 2>{1, 2}));
  EXPECT_FALSE(findView("tensor")->hit(canvas, kArea, message, {grid.right() + 5, grid.y}));
}

TEST(TensorView, SaysOfWhichTokenItsNumbersAreAndThatItIsNotTheSelectedOne) {
  ViewState state = tensor(R"({"name":"logits","rows":1,"cols":3,"shape":[1,3],"token":8})", {0, 1, 2});
  EXPECT_NE(drawn(state).findText("of token 8, the newest that was read"), nullptr);
  state.session.tokens = sampleTokens(6);
  state.sight.selection.call = state.session.tokens->callOf(*state.session.tokens->tokens[8]);
  EXPECT_NE(drawn(state).findText("of token 8, the newest that was read"), nullptr);
  state.sight.selection.call = state.session.tokens->callOf(*state.session.tokens->tokens[5]);
  EXPECT_NE(drawn(state).findText("of token 8, not of token 5: only the newest is kept"), nullptr);
  for (const char* other :
       {R"({"rows":1,"cols":3})", R"({"rows":1,"cols":3,"token":"8"})", R"({"rows":1,"cols":3,"token":-1})"})
    EXPECT_EQ(drawn(tensor(other, {0, 1, 2})).findTextWith("of token"), nullptr) << other;
}

TEST(TensorView, APromptIsReadTogetherSoItsNumbersAreOfTheSelectedTokens) {
  ViewState state = tensor(R"({"name":"logits","rows":2,"cols":1,"shape":[4,1],"token":3})", {0, 1});
  state.session.tokens = sampleTokens(6);
  state.sight.selection.call = state.session.tokens->callOf(*state.session.tokens->tokens[0]);
  EXPECT_EQ(drawn(state).findTextWith("not of token"), nullptr);
}

TEST(TensorView, CountsWhatIsNotFinite) {
  const RecordingCanvas canvas = drawn(tensor(kTwoByThree, {0, NAN, INFINITY, 3, 4, 5}));
  EXPECT_NE(canvas.findText("not finite: 2"), nullptr);
  EXPECT_NE(canvas.findText("5"), nullptr) << "the scale leaves them out";
}

TEST(TensorView, DamageGivesASentenceNotACrash) {
  for (const char* json : {"{", "[]", R"({"rows":-1,"cols":4})", R"({"rows":4000000000,"cols":4000000000})",
                           R"({"rows":2,"cols":4,"name":7})"}) {
    const RecordingCanvas canvas = drawn(tensor(json, {1, 2, 3}));
    EXPECT_TRUE(canvas.of(DrawOp::Kind::Image).empty()) << json;
    EXPECT_FALSE(canvas.of(DrawOp::Kind::Text).empty()) << json;
  }
  EXPECT_NE(drawn({}).findText(text(Msg::TensorEmpty)), nullptr);
}

TEST(TensorView, AnyAreaWillDo) {
  for (const Rect area : {Rect{0, 0, 0, 0}, Rect{0, 0, 3, 400}, Rect{0, 0, 400, 3}, Rect{0, 0, 4000, 4000}}) {
    RecordingCanvas canvas;
    findView("tensor")->draw(canvas, area, tensor(R"({"rows":1,"cols":600})", std::vector<float>(600, 1.f)));
    for (const DrawOp& op : canvas.ops()) {
      EXPECT_GE(op.rect.w, 0);
      EXPECT_LE(op.rect.right(), area.right() + 1);
      EXPECT_LE(op.rect.bottom(), area.bottom() + 1);
    }
  }
}

}  // namespace
}  // namespace strata::tensor_view_test
