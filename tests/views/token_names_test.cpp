#include <gtest/gtest.h>

#include <algorithm>

#include "app/canvas/recording_canvas.h"
#include "app/views/view.h"
#include "tests/views/sample_tokens.h"

namespace strata::token_names_test {
namespace {

constexpr Rect kArea{10, 20, 1300, 800};

RecordingCanvas drawn(const ViewState& state) {
  RecordingCanvas canvas;
  findView("tokens")->draw(canvas, kArea, state);
  return canvas;
}

Point at(const RecordingCanvas& canvas, std::string_view words) {
  const DrawOp* op = canvas.findText(words);
  EXPECT_NE(op, nullptr) << words;
  return op ? Point{op->rect.x + op->rect.w / 2, op->rect.y + op->rect.h / 2} : Point{-1, -1};
}

TEST(TokenNames, AByteIsToldFromTheLetterAndATokenHasOneNameEverywhere) {
  auto story = sampleTokens(6);
  const auto name = [&](std::size_t index, std::string text, std::string piece) {
    StoryToken token = *story->tokens[index];
    token.text = std::move(text), token.piece = std::move(piece);
    story->tokens[index] = std::make_shared<const StoryToken>(token);
  };
  name(0, " c", "c");  // the space before a text is no part of it
  name(5, "<0x42>", "B");
  name(6, "B", "B");
  name(7, "<0x0A>", "\n");
  StoryToken before = *story->tokens[4];
  before.next[0].text = "<0x42>";
  before.next[1].text = " c";
  story->tokens[4] = std::make_shared<const StoryToken>(before);
  ViewState state;
  state.session.tokens = story;
  state.sight.choices.token = 4;
  const auto count = [](const RecordingCanvas& canvas, std::string_view words) {
    return std::ranges::count(canvas.of(DrawOp::Kind::Text), words, &DrawOp::text);
  };
  const RecordingCanvas canvas = drawn(state);
  EXPECT_GE(count(canvas, "<0x42>"), 2) << "in the row and in the list";
  EXPECT_GE(count(canvas, "·c"), 2);
  EXPECT_EQ(canvas.findText("c"), nullptr);
  EXPECT_GT(at(canvas, ".").y, at(canvas, "↵").y + 5) << "the text goes on in the next line";
  const auto letter = findView("tokens")->hit(canvas, kArea, state, at(canvas, "B"));
  ASSERT_TRUE(letter && letter->choices);
  EXPECT_EQ(letter->choices->token, 6) << "not the byte";
  state.sight.choices.token = 5;
  EXPECT_NE(drawn(state).findTextWith("After “<0x42>”"), nullptr);
}

}  // namespace
}  // namespace strata::token_names_test
