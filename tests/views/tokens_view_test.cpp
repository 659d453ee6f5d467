#include <gmock/gmock.h>

#include <bit>
#include <cmath>

#include <nlohmann/json.hpp>

#include "app/canvas/recording_canvas.h"
#include "app/views/view.h"
#include "app/words/messages.h"
#include "tests/views/sample_session.h"
#include "tests/views/sample_tokens.h"

namespace strata::tokens_view_test {
namespace {

using ::testing::HasSubstr;

constexpr Rect kLarge{10, 20, 1300, 800}, kDock{0, 0, 330, 300};

ViewState stateOf(std::size_t written) {
  ViewState state;
  state.session.tokens = sampleTokens(written);
  return state;
}

RecordingCanvas drawn(const ViewState& state, Rect area = kLarge) {
  RecordingCanvas canvas;
  findView("tokens")->draw(canvas, area, state);
  return canvas;
}

/// The middle of what is drawn with just this text.
Point at(const RecordingCanvas& canvas, std::string_view words) {
  const DrawOp* op = canvas.findText(words);
  EXPECT_NE(op, nullptr) << words;
  return op ? Point{op->rect.x + op->rect.w / 2, op->rect.y + op->rect.h / 2} : Point{-1, -1};
}

const DrawOp* mapOf(const RecordingCanvas& canvas) {
  const auto images = canvas.of(DrawOp::Kind::Image);
  return images.size() == 1 ? images[0] : nullptr;
}

TEST(TokensView, TheTextStandsInOrderAndSaysWhatWasGiven) {
  const RecordingCanvas canvas = drawn(stateOf(6));
  Point last{-1, -1};
  for (const std::string_view word : {"prompt", "Once", "·upon", "·time", "written", "·the", "·re", "indeer", "·saw"}) {
    const Point here = at(canvas, word);
    EXPECT_TRUE(here.y > last.y + 5 || here.x > last.x) << word;
    last = here;
  }
  EXPECT_NE(canvas.findTextWith("4 prompt + 6 written"), nullptr);
}

TEST(TokensView, WhyTheTextEndedStandsBehindIt) {
  ViewState state = stateOf(6);
  EXPECT_EQ(drawn(state).findTextWith("ended:"), nullptr) << "it has not";
  RunResult result;
  *result.details = {{"ids", {1, 2}}};
  result.message = "the context is full; the model was trained for 16 positions";
  state.session.results = {result};
  for (const Rect area : {kLarge, kDock}) {
    const RecordingCanvas canvas = drawn(state, area);
    const Point ended = at(canvas, "ended: the context is full"), last = at(canvas, "·saw");
    EXPECT_TRUE(ended.y > last.y + 5 || ended.x > last.x);
  }
}

TEST(TokensView, TheHeaderTellsInWhichTypesTheModelIsKept) {
  ViewState state = stateOf(6);
  RunResult result;
  const nlohmann::json part{{"part", "token table"}, {"type", "fp32"}, {"bytes", 2048}};
  result.details["kept"] = nlohmann::json::array({part});
  state.session.results = {result};
  const auto hit = findView("tokens")->hit(RecordingCanvas(), kLarge, state, {kLarge.x + 60, kLarge.y + 20});
  ASSERT_TRUE(hit);
  EXPECT_THAT(hit->tooltip, HasSubstr("token table: fp32, 2 KiB"));
}

TEST(TokensView, WithoutAWatchedTokenNoPlaceOfTheTitleIsLeftOpen) {
  ViewState state;
  auto story = sampleTokens(0);
  story->tokens.resize(2);
  state.session.tokens = story;
  const RecordingCanvas canvas = drawn(state);
  EXPECT_NE(canvas.findText(text(Msg::TokensAttention)), nullptr);
  EXPECT_EQ(canvas.findTextWith("{"), nullptr);
}

TEST(TokensView, TheCacheHasOneSizeHoweverManyAgentsCounted) {
  SampleSession session;
  session.addRun(12);
  TrackInfo info;
  info.kind = TrackKind::Counter;
  info.name = "KV cache in use";
  info.unit = "bytes";
  for (const int agent : {1, 2}) {
    info.uuid = static_cast<std::uint64_t>(9000 + agent);
    TraceEvent value;
    value.track = session.store().track(info);
    value.kind = EventKind::Counter;
    value.begin = {SampleSession::kStart + agent};
    value.payload = std::bit_cast<std::int64_t>(1024.0 * agent);
    session.store().add(value);
  }
  ViewState state = session.state();
  state.session.tokens = sampleTokens(6);
  state.sight.choices.token = 6;
  const RecordingCanvas canvas = drawn(state);
  const DrawOp* label = canvas.findTextWith("of 64 tokens");
  ASSERT_NE(label, nullptr);
  EXPECT_EQ(label->text, "7 of 64 tokens · 2 KiB") << "the agent that counted last tells";
}

TEST(TokensView, PiecesOfAWordStandCloserThanWords) {
  const RecordingCanvas canvas = drawn(stateOf(6));
  const auto chipOf = [&](std::string_view word) {
    const Point middle = at(canvas, word);
    for (const DrawOp* fill : canvas.of(DrawOp::Kind::Fill))
      if (fill->rect.contains(middle)) return fill->rect;
    return Rect{};
  };
  const Rect re = chipOf("·re"), indeer = chipOf("indeer"), saw = chipOf("·saw");
  EXPECT_LT(indeer.x - re.right(), 2);
  EXPECT_GT(saw.x - indeer.right(), 3);
}

TEST(TokensView, BarsAreAsLongAsTheyAreLikelyAndTheTakenOneIsMarked) {
  ViewState state = stateOf(6);
  state.sight.choices.token = 5;
  const RecordingCanvas canvas = drawn(state);
  EXPECT_NE(canvas.findTextWith("After “·re”"), nullptr);
  EXPECT_NE(canvas.findText("50.0 %"), nullptr);
  EXPECT_NE(canvas.findText("25.0 %"), nullptr);
  const Point taken = at(canvas, text(Msg::TokensTaken)), likeliest = at(canvas, "50.0 %");
  EXPECT_NEAR(taken.y, likeliest.y, 2) << "token 6 was taken, which is the likeliest";
  const auto bar = [&](std::string_view words) {
    const float y = at(canvas, words).y;
    for (const DrawOp* fill : canvas.of(DrawOp::Kind::Fill))
      if (fill->rect.y < y && fill->rect.bottom() > y && fill->rect.h < 14 && fill->rect.x < 400) return fill->rect.w;
    return 0.f;
  };
  EXPECT_GT(bar("50.0 %"), 50);
  EXPECT_NEAR(bar("50.0 %") / bar("25.0 %"), 2, 0.05);
}

TEST(TokensView, WhatSamplingDidToTheProbabilitiesIsSaidAboveThem) {
  ViewState state = stateOf(6);
  RunResult result;
  const auto asked = [&](double temperature, double topP, int topK) {
    *result.parameters = {{"temperature", temperature}, {"top_p", topP}, {"top_k", topK}};
    state.session.results = {result};
  };
  asked(1.5, 0.9, 3);
  const std::string all = "before temperature 1.5, top k 3, top p 0.9";
  for (const Rect area : {kLarge, kDock}) {
    const RecordingCanvas canvas = drawn(state, area);
    EXPECT_LT(at(canvas, all).y, at(canvas, "50.0 %").y);
    const auto hit = findView("tokens")->hit(canvas, area, state, at(canvas, "50.0 %"));
    ASSERT_TRUE(hit);
    EXPECT_THAT(hit->tooltip, HasSubstr(all));
  }
  asked(1, 0.5, 0);
  EXPECT_NE(drawn(state).findText("before top p 0.5"), nullptr);
  asked(1, 1, 0);
  EXPECT_EQ(drawn(state).findTextWith("before "), nullptr) << "they are what was chosen by";
  asked(0, 0.9, 3);
  EXPECT_EQ(drawn(state).findTextWith("before "), nullptr) << "the most likely one is taken";
}

TEST(TokensView, ProbabilitiesThatAreNoNumbersHaveNoPercentages) {
  auto story = sampleTokens(6);
  for (const double none : {0.0, static_cast<double>(NAN)}) {
    StoryToken token = *story->tokens[5];
    for (StoryToken::Next& next : token.next) next.probability = none;
    story->tokens[5] = std::make_shared<const StoryToken>(token);
    ViewState state;
    state.session.tokens = story;
    state.sight.choices.token = 5;
    const RecordingCanvas canvas = drawn(state);
    EXPECT_NE(canvas.findText(text(Msg::TokensNextNotFinite)), nullptr);
    EXPECT_EQ(canvas.findTextWith(" %"), nullptr);
  }
}

TEST(TokensView, ATakenTokenOfLowRankStaysInSight) {
  ViewState state = stateOf(6);
  auto story = sampleTokens(6);
  StoryToken token = *story->tokens[5];
  std::swap(token.next[0].id, token.next[17].id);
  story->tokens[5] = std::make_shared<const StoryToken>(token);
  state.session.tokens = story;
  state.sight.choices.token = 5;
  const RecordingCanvas canvas = drawn(state, kDock);
  EXPECT_EQ(canvas.findText("·word5"), nullptr) << "there is no room for all";
  EXPECT_NEAR(at(canvas, text(Msg::TokensTaken)).y, at(canvas, "·word15").y, 2);
}

TEST(TokensView, WithoutAChoiceTheNewestReadTokenIsShown) {
  const RecordingCanvas canvas = drawn(stateOf(6));
  EXPECT_NE(canvas.findTextWith("After “·a”"), nullptr) << "token 8; token 9 was read by nobody";
}

TEST(TokensView, TheSelectedCallChoosesItsToken) {
  ViewState state = stateOf(6);
  state.sight.choices.token = 8;
  state.sight.selection.call = CallId{4};
  EXPECT_NE(drawn(state).findTextWith("After “indeer”"), nullptr);
  state.sight.selection.call = CallId{77};
  EXPECT_NE(drawn(state).findTextWith("After “·a”"), nullptr) << "a call that read no token changes nothing";
}

TEST(TokensView, AttentionIsAMapAndTheHeatOfTheText) {
  ViewState state = stateOf(6);
  state.sight.choices.token = 7;
  const RecordingCanvas canvas = drawn(state);
  ASSERT_NE(mapOf(canvas), nullptr);
  EXPECT_FLOAT_EQ(mapOf(canvas)->rect.w, mapOf(canvas)->rect.h);
  EXPECT_NE(canvas.findText("layer 1"), nullptr);
  EXPECT_NE(canvas.findText("head 2"), nullptr);
  const auto ground = [&](std::string_view word) {
    const Point middle = at(canvas, word);
    Color color;
    for (const DrawOp* fill : canvas.of(DrawOp::Kind::Fill))
      if (fill->rect.contains(middle)) color = fill->color;
    return color;
  };
  EXPECT_EQ(ground("·saw"), storeyInfo(Storey::Model).color) << "it looked most at itself";
  EXPECT_GT(ground("indeer").r, ground("Once").r);
}

TEST(TokensView, AWeightThatIsNoNumberSpoilsNoOthersColour) {
  ViewState state = stateOf(6);
  auto story = sampleTokens(6);
  StoryToken token = *story->tokens[7];
  token.attention[0] = std::nanf("");
  story->tokens[7] = std::make_shared<const StoryToken>(token);
  state.session.tokens = story;
  state.sight.choices.token = 7;
  const RecordingCanvas canvas = drawn(state);
  const Color most = storeyInfo(Storey::Model).color;
  EXPECT_FALSE(canvas.of(DrawOp::Kind::Fill, most).empty()) << "the token that it looked most at";
  ASSERT_EQ(mapOf(canvas)->pixels.size(), 100u);
  EXPECT_EQ(mapOf(canvas)->pixels[77], most) << "in the map, too";
  EXPECT_EQ(mapOf(canvas)->pixels[70], canvas.theme().meter) << "not known";
}

TEST(TokensView, AClickOnATokenChoosesItAndSelectsTheCallThatReadIt) {
  SampleSession session;
  session.addRun(8);
  ViewState state = session.state();
  state.session.tokens = sampleTokens(6);
  const RecordingCanvas canvas = drawn(state);
  const auto hit = findView("tokens")->hit(canvas, kLarge, state, at(canvas, "indeer"));
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->choices.value().token, 6);
  EXPECT_EQ(hit->selection.call, CallId{4});
  ASSERT_TRUE(hit->selection.event);
  EXPECT_EQ(*hit->selection.event, state.session.snapshot->call(CallId{4})->top);
  EXPECT_THAT(hit->tooltip, HasSubstr("“indeer”: token 6, entry 6"));
  EXPECT_THAT(hit->tooltip, HasSubstr("read in 1.00 ms measured"));
  // What was chosen is drawn, and is under the same point again.
  ViewState next = state;
  next.sight.choices = *hit->choices;
  next.sight.selection = hit->selection;
  const RecordingCanvas after = drawn(next);
  EXPECT_NE(after.findTextWith("After “indeer”"), nullptr);
  EXPECT_EQ(findView("tokens")->hit(after, kLarge, next, at(after, "indeer"))->choices->token, 6);
}

TEST(TokensView, AClickOnTheTakenBarGoesOnToThatToken) {
  ViewState state = stateOf(6);
  state.sight.choices.token = 5;
  const RecordingCanvas canvas = drawn(state);
  const auto taken = findView("tokens")->hit(canvas, kLarge, state, at(canvas, "50.0 %"));
  ASSERT_TRUE(taken);
  EXPECT_EQ(taken->choices.value().token, 6);
  const auto other = findView("tokens")->hit(canvas, kLarge, state, at(canvas, "25.0 %"));
  ASSERT_TRUE(other);
  EXPECT_FALSE(other->choices);
  EXPECT_EQ(other->tooltip, "“·other” is 25.0 % likely to come after “·re” modelled");
}

TEST(TokensView, ACellOfTheMapSaysWhoLookedAtWhom) {
  ViewState state = stateOf(6);
  const RecordingCanvas canvas = drawn(state);
  const Rect map = mapOf(canvas)->rect;
  const auto cell = [&](int row, int column) {
    return Point{map.x + (static_cast<float>(column) + 0.5f) * map.w / 10,
                 map.y + (static_cast<float>(row) + 0.5f) * map.h / 10};
  };
  const auto hit = findView("tokens")->hit(canvas, kLarge, state, cell(7, 2));
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->choices->token, 7);
  EXPECT_THAT(hit->tooltip, HasSubstr("“·saw” (row, token 7) gave “·a” (column, token 2) 8.3 % of its attention"))
      << "3 of 36";
  EXPECT_FALSE(findView("tokens")->hit(canvas, kLarge, state, cell(2, 7))) << "nobody looks ahead";
  EXPECT_THAT(findView("tokens")->hit(canvas, kLarge, state, cell(2, 1))->tooltip, HasSubstr("not watched"));
}

/// The arrows in order: the layer before and after, the head before and after.
Point arrow(const RecordingCanvas& canvas, std::size_t which) {
  std::vector<Point> arrows;
  for (const DrawOp* op : canvas.of(DrawOp::Kind::Text))
    if (op->text == "◂" || op->text == "▸")
      arrows.push_back({op->rect.x + op->rect.w / 2, op->rect.y + op->rect.h / 2});
  EXPECT_EQ(arrows.size(), 4u);
  return which < arrows.size() ? arrows[which] : Point{-1, -1};
}

TEST(TokensView, ArrowsKeysAndWheelLeadToOtherHeads) {
  const ViewState state = stateOf(6);  // watched: layer 1, head 2
  const RecordingCanvas canvas = drawn(state);
  const View& view = *findView("tokens");
  const auto clicked = [&](std::size_t which) {
    return view.hit(canvas, kLarge, state, arrow(canvas, which))->choices->head;
  };
  EXPECT_EQ(clicked(0), (AttentionHead{0, 2}));
  EXPECT_EQ(clicked(1), (AttentionHead{2, 2}));
  EXPECT_EQ(clicked(2), (AttentionHead{1, 1}));
  EXPECT_EQ(clicked(3), (AttentionHead{1, 3}));
  const Point onMap{mapOf(canvas)->rect.x + 3, mapOf(canvas)->rect.y + 3};
  EXPECT_EQ(view.stepped(canvas, kLarge, state, onMap, 2)->head, (AttentionHead{2, 0})) << "on to the next layer";
  EXPECT_EQ(view.stepped(canvas, kLarge, state, onMap, 99)->head, (AttentionHead{2, 3})) << "the last";
  EXPECT_FALSE(view.stepped(canvas, kLarge, state, at(canvas, "Once"), 1));
}

TEST(TokensView, WhereOnlyThePromptWasReadThatIsWhyThereIsNoAttention) {
  ViewState state = stateOf(1);
  const RecordingCanvas canvas = drawn(state);
  EXPECT_NE(canvas.findTextWith("Attention is recorded as a written"), nullptr);
  EXPECT_EQ(canvas.findText(text(Msg::TokensNoAttention)), nullptr);
  state.sight.choices.head = AttentionHead{2, 3};
  EXPECT_NE(drawn(state).findTextWith("Attention is recorded as a written"), nullptr) << "nothing will be read again";
  auto story = sampleTokens(6);
  for (auto& token : story->tokens) {
    StoryToken unwatched = *token;
    unwatched.attention.clear();
    token = std::make_shared<const StoryToken>(unwatched);
  }
  state.session.tokens = story;
  state.sight.choices.head.reset();
  EXPECT_NE(drawn(state).findText(text(Msg::TokensNoAttention)), nullptr);
}

TEST(TokensView, AChosenHeadIsShownOnceItIsKnown) {
  ViewState state = stateOf(6);
  state.sight.choices.head = AttentionHead{2, 0};
  EXPECT_EQ(mapOf(drawn(state)), nullptr);
  EXPECT_NE(drawn(state).findTextWith("reads the written tokens again"), nullptr);
  EXPECT_NE(drawn(state).findText("layer 2"), nullptr);
  auto story = sampleTokens(6);
  std::vector<std::vector<float>> rows;
  for (std::size_t position = 4; position < 9; ++position) {
    rows.emplace_back(position + 1, 0.f);
    rows.back()[1] = 1;  // each looks at the second token only
  }
  addTokens(*story, attentionMessage({2, 0}, 4, rows));
  state.session.tokens = story;
  const RecordingCanvas canvas = drawn(state);
  ASSERT_NE(mapOf(canvas), nullptr);
  const Color most = storeyInfo(Storey::Model).color;
  EXPECT_EQ(mapOf(canvas)->pixels[71], most);
  EXPECT_NE(mapOf(canvas)->pixels[77], most);
  const Rect map = mapOf(canvas)->rect;
  const auto hit = findView("tokens")->hit(canvas, kLarge, state, {map.x + map.w * 0.15f, map.y + map.h * 0.75f});
  ASSERT_TRUE(hit);
  EXPECT_THAT(hit->tooltip, HasSubstr("100.0 % of its attention"));
}

TEST(TokensView, NormsAndCacheShowTheirNumbers) {
  const RecordingCanvas canvas = drawn(stateOf(6));
  for (const std::string_view words : {"2.5", "8", "emb"}) EXPECT_NE(canvas.findText(words), nullptr) << words;
  EXPECT_NE(canvas.findText("9 of 64 tokens"), nullptr);
}

TEST(TokensView, SpeedComesFromTheResultOrFromTheTokensSoFar) {
  ViewState state = stateOf(6);
  EXPECT_NE(drawn(state).findText("decode 1\u202f000 tokens/s, mean"), nullptr);
  RunResult result;
  result.figures = {{"prompt_tokens_per_s", 250, "tokens/s", Provenance::Measured},
                    {"generation_tokens_per_s", 480, "tokens/s", Provenance::Measured}};
  state.session.results = {result};
  EXPECT_NE(drawn(state).findText("decode 480 tokens/s, mean"), nullptr);
  EXPECT_NE(drawn(state).findText("prefill 250 tokens/s"), nullptr);
}

TEST(TokensView, ALongTextShowsTheLinesAroundTheChosenTokenAndLeadsToTheRest) {
  ViewState state = stateOf(4000);
  RecordingCanvas canvas = drawn(state);
  EXPECT_LT(canvas.ops().size(), 4000u) << "what a frame draws does not grow with the text";
  const DrawOp* earlier = canvas.findTextWith("earlier");
  ASSERT_NE(earlier, nullptr);
  const auto hit = findView("tokens")->hit(canvas, kLarge, state, at(canvas, earlier->text));
  ASSERT_TRUE(hit && hit->choices);
  EXPECT_LT(*hit->choices->token, 4003);
  state.sight.choices.token = 12;
  canvas = drawn(state);
  EXPECT_EQ(canvas.findTextWith("earlier"), nullptr) << "it is near the beginning";
  EXPECT_NE(canvas.findTextWith("later"), nullptr);
  state.sight.choices.token = 1500;
  canvas = drawn(state);
  EXPECT_NE(canvas.findTextWith("earlier"), nullptr);
  EXPECT_NE(canvas.findTextWith("later"), nullptr);
}

TEST(TokensView, NothingToShowSaysWhy) {
  ViewState state;
  EXPECT_NE(drawn(state).findText(text(Msg::TokensEmpty)), nullptr);
  state.session.tokens = std::make_shared<TokenStory>();
  EXPECT_NE(drawn(state).findText(text(Msg::TokensEmpty)), nullptr);
  EXPECT_FALSE(findView("tokens")->hit(RecordingCanvas(), kLarge, state, {50, 50}));
  state = stateOf(6);
  state.sight.choices.token = 1;
  EXPECT_NE(drawn(state).findTextWith("A prompt's tokens go through"), nullptr);
  state.sight.choices.token = 9;
  EXPECT_NE(drawn(state).findTextWith("Written last and never read back"), nullptr);
}

TEST(TokensView, TokensWithoutTextSayThatNoTokenizerWasRecordedAndWhatToDo) {
  ViewState state = stateOf(6);
  EXPECT_EQ(drawn(state).findText(text(Msg::TokensOnlyIds)), nullptr);
  auto story = std::make_shared<TokenStory>(*state.session.tokens);
  for (auto& token : story->tokens) {
    StoryToken bare = *token;
    bare.text = std::to_string(bare.id);
    bare.piece.clear();
    token = std::make_shared<const StoryToken>(bare);
  }
  state.session.tokens = story;
  EXPECT_NE(drawn(state).findText(text(Msg::TokensOnlyIds)), nullptr);
}

TEST(TokensView, AnyAreaWillDoAndNoWordsMeet) {
  const auto letters = [](const DrawOp& op) { return op.rect.inset(0.3f, op.rect.h * 0.2f); };
  for (const std::size_t written : {2, 40, 300})
    for (const float w : {1.f, 60.f, 120.f, 250.f, 330.f, 480.f, 620.f, 900.f, 1920.f})
      for (const float h : {1.f, 40.f, 90.f, 150.f, 240.f, 300.f, 480.f, 800.f, 2160.f}) {
        const Rect area{13, 17, w, h};
        const std::string where = std::to_string(written) + ", " + std::to_string(w) + "×" + std::to_string(h);
        ViewState state = stateOf(written);
        if (written == 300) state.sight.choices.token = 150;
        const RecordingCanvas canvas = drawn(state, area);
        for (const DrawOp& op : canvas.ops()) {
          ASSERT_GE(std::min(op.rect.w, op.rect.h), 0) << where;
          ASSERT_GE(op.rect.x, area.x - 1.01f) << where << " " << op.text;
          ASSERT_LE(op.rect.right(), area.right() + 1.01f) << where << " " << op.text;
          ASSERT_LE(op.rect.bottom(), area.bottom() + 1.51f) << where << " " << op.text;
        }
        const auto texts = canvas.of(DrawOp::Kind::Text);
        for (std::size_t i = 0; i < texts.size(); ++i)
          for (std::size_t j = i + 1; j < texts.size(); ++j) {
            const Rect p = letters(*texts[i]), q = letters(*texts[j]);
            ASSERT_TRUE(p.x >= q.right() || q.x >= p.right() || p.y >= q.bottom() || q.y >= p.bottom())
                << where << ": " << texts[i]->text << " and " << texts[j]->text;
          }
        findView("tokens")->hit(canvas, area, state, {area.x + w * 0.6f, area.y + h * 0.7f});
      }
}

TEST(TokensView, StrangeNumbersAreDrawnAsWellAsTheyCan) {
  auto story = std::make_shared<TokenStory>();
  StoryToken token;
  token.position = 40;
  token.text = std::string(3000, 'x');
  token.next = {{1, std::string(500, 'y'), 0}};
  token.norms = {NAN, INFINITY, 0};
  token.attention = {NAN, 0, INFINITY};
  story->tokens.push_back(std::make_shared<const StoryToken>(token));
  ViewState state;
  state.session.tokens = story;
  for (const Rect area : {kLarge, kDock}) {
    const RecordingCanvas canvas = drawn(state, area);
    for (const DrawOp& op : canvas.ops()) {
      EXPECT_TRUE(std::isfinite(op.rect.x + op.rect.y + op.rect.w + op.rect.h));
      EXPECT_LE(op.rect.right(), area.right() + 1);
    }
  }
}

}  // namespace
}  // namespace strata::tokens_view_test
