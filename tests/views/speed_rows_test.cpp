#include <gtest/gtest.h>

#include <algorithm>

#include "app/canvas/format.h"
#include "app/canvas/recording_canvas.h"
#include "app/views/speed/speed_layout.h"
#include "app/views/spots.h"
#include "app/views/view.h"
#include "tests/views/sample_ladder.h"
#include "tests/views/sample_session.h"

// Which bars have rows, where not all have room.

namespace strata::speed_rows_test {
namespace {

ViewState ladder() {
  ViewState state;
  state.session.experiment = sampleLadder();
  state.session.results = sampleLadderResults();
  addRoofs(state.session.results, 1e10, 2e11);
  return state;
}

RecordingCanvas drawn(const ViewState& state, Rect area) {
  RecordingCanvas canvas;
  findView("speed")->draw(canvas, area, state);
  return canvas;
}

TEST(Results, RowsWithoutRoomAreCounted) {
  ViewState state = ladder();
  for (int i = 0; i < 40; ++i) state.session.results.push_back(state.session.results.front());
  const SpeedLayout layout = layOutResults(RecordingCanvas(), {0, 0, 245, 195}, state);
  EXPECT_GT(layout.rows.size(), 8u);
  EXPECT_EQ(layout.rows.size() + layout.hidden(), 44u);
  EXPECT_NE(drawn(state, {0, 0, 245, 195}).findTextWith("and " + std::to_string(layout.hidden())), nullptr);
}

TEST(Results, RowsWithoutRoomAreScrolledTo) {
  constexpr Rect kLow{0, 0, 900, 195};
  ViewState state = ladder();
  for (int i = 0; i < 40; ++i) {
    state.session.results.push_back(state.session.results.front());
    state.session.results.back().variant = "step" + std::to_string(i);
  }
  const auto scroll = [&](float lines) {
    state.sight.choices = findView("speed")->scrolled(RecordingCanvas(), kLow, state, lines);
    return layOutResults(RecordingCanvas(), kLow, state);
  };
  const SpeedLayout rest = layOutResults(RecordingCanvas(), kLow, state);
  const SpeedLayout next = scroll(3);
  EXPECT_EQ(next.list.first, 3u);
  EXPECT_EQ(next.rows.size(), rest.rows.size());
  EXPECT_LT(next.rows.front().box.right(), kLow.right()) << "room for where the rows are";
  EXPECT_EQ(next.full, rest.full) << "bars keep their scale";
  const SpeedLayout end = scroll(1000);
  EXPECT_EQ(end.list.first, end.hidden());
  EXPECT_EQ(end.rows.size(), rest.rows.size());
  EXPECT_EQ(scroll(-1000).list.first, 0u);
}

TEST(Results, RowsWithoutRoomAreSaidToBeScrolledToWhereTheyCanBe) {
  ViewState state = ladder();
  for (int i = 0; i < 40; ++i) state.session.results.push_back(state.session.results.front());
  EXPECT_NE(drawn(state, {0, 0, 445, 195}).findTextWith("turn the wheel"), nullptr);
  state.sight.still = true;
  EXPECT_EQ(drawn(state, {0, 0, 445, 195}).findTextWith("turn the wheel"), nullptr) << "a picture";
}

ViewState longLadder() {
  ViewState state = ladder();
  for (int i = 0; i < 40; ++i) {
    state.session.results.push_back(state.session.results.front());
    state.session.results.back().variant = "step" + std::to_string(i);
  }
  SampleSession session;
  state.session.snapshot = session.state().session.snapshot;
  return state;
}

TEST(Results, WhatHasNoRowIsSaidOfBothSides) {
  constexpr Rect kLow{0, 0, 900, 195};
  ViewState state = longLadder();
  const std::size_t hidden = layOutResults(RecordingCanvas(), kLow, state).hidden();
  EXPECT_NE(drawn(state, kLow).findTextWith("press Page Down"), nullptr);
  state.sight.choices.speedFirst = 3;
  EXPECT_NE(drawn(state, kLow).findTextWith("3 more above, " + std::to_string(hidden - 3) + " below"), nullptr);
  state.sight.choices.speedFirst = hidden;
  EXPECT_NE(drawn(state, kLow).findTextWith(std::to_string(hidden) + " more above: turn"), nullptr);
}

TEST(Results, KeysScroll) {
  constexpr Rect kLow{0, 0, 900, 195};
  const View& view = *findView("speed");
  ViewState state = longLadder();
  const SpeedLayout rest = layOutResults(RecordingCanvas(), kLow, state);
  const auto press = [&](ViewKey key) {
    const auto choices = scrolledByKey(view, kLow, state, key);
    if (choices) state.sight.choices = *choices;
    return choices.has_value();
  };
  EXPECT_FALSE(press(ViewKey::Home));
  EXPECT_TRUE(press(ViewKey::PageDown));
  EXPECT_GT(state.sight.choices.speedFirst, 1u);
  EXPECT_LE(state.sight.choices.speedFirst, rest.rows.size());
  EXPECT_TRUE(press(ViewKey::End));
  EXPECT_EQ(state.sight.choices.speedFirst, rest.hidden());
  EXPECT_FALSE(press(ViewKey::PageDown));
  EXPECT_TRUE(press(ViewKey::PageUp));
  EXPECT_TRUE(press(ViewKey::Home));
  EXPECT_EQ(state.sight.choices.speedFirst, 0u);
}

TEST(Results, AnArrowThatWouldLeaveTheRowsScrollsThemAsLongAsThereAreMore) {
  constexpr Rect kLow{0, 0, 900, 195};
  const View& view = *findView("speed");
  ViewState state = longLadder();
  const SpeedLayout rest = layOutResults(RecordingCanvas(), kLow, state);
  std::optional<Spot> spot;
  std::size_t presses = 0;
  for (; presses < 200; ++presses) {
    const auto next = nextSpot(view, kLow, state, spot, Way::Down);
    const auto choices = spot ? scrolledUnder(view, kLow, state, *spot, next, Way::Down) : std::nullopt;
    if (choices)
      state.sight.choices = *choices;
    else if (next)
      spot = next;
    else
      break;
  }
  EXPECT_EQ(state.sight.choices.speedFirst, rest.hidden());
  EXPECT_GT(presses, rest.hidden());
  ASSERT_TRUE(spot);
}

TEST(Results, TheReferenceAndWhatIsChosenHaveRowsBeforeAllOthers) {
  ViewState state = ladder();  // the library is its last
  for (int i = 0; i < 12; ++i)
    state.session.results.insert(state.session.results.begin() + 1, state.session.results[1]);
  state.session.results[5].variant = "chosen";
  state.sight.choices.variant = "chosen";
  const SpeedLayout layout = layOutResults(RecordingCanvas(), {0, 0, 900, 100}, state);
  ASSERT_LT(layout.rows.size(), 10u);
  const auto has = [&](std::string_view variant) {
    return std::ranges::any_of(layout.rows, [&](const auto& row) { return row.bar.result->variant == variant; });
  };
  EXPECT_TRUE(has("library") && has("chosen") && has("naive"));
  EXPECT_EQ(layout.rows.back().bar.result->variant, "library") << "in the order of the ladder";
}

TEST(Results, WhyALadderFallsIsSaidInALowDock) {
  ViewState state = ladder();
  state.session.hello = sampleHello();
  std::swap(state.session.results[0].seconds, state.session.results[1].seconds);
  for (int i = 0; i < 9; ++i) state.session.results.insert(state.session.results.begin() + 2, state.session.results[1]);
  const RecordingCanvas canvas = drawn(state, {0, 0, 900, 110});
  EXPECT_NE(canvas.findTextWith("Slower than an earlier step"), nullptr);
  EXPECT_NE(canvas.findText("library"), nullptr);
}

TEST(Results, SentencesTakeNoRowsRoomBeyondALineAndAreReadWhereThePointerIs) {
  constexpr Rect kDock{0, 0, 900, 230};
  ViewState state = ladder();
  state.session.hello = sampleHello();
  std::swap(state.session.results[0].seconds, state.session.results[1].seconds);
  for (RunResult& result : state.session.results)
    for (Figure& figure : result.figures)
      if (figure.name == "share_of_roof") figure.value *= 2.5;
  ASSERT_EQ(sentencesBelow(state).size(), 2u);
  EXPECT_GT(layOutResults(RecordingCanvas(), kDock, state).why.size(), 1u) << "four rows leave room for all of it";
  for (int i = 0; i < 12; ++i)
    state.session.results.insert(state.session.results.begin() + 2, state.session.results[1]);
  const SpeedLayout layout = layOutResults(RecordingCanvas(), kDock, state);
  ASSERT_EQ(layout.why.size(), 1u);
  EXPECT_GE(layout.rows.size(), 10u);
  const auto hit = findView("speed")->hit(RecordingCanvas(), kDock, state, {layout.fall.x + 50, layout.fall.y + 4});
  ASSERT_TRUE(hit);
  for (const std::string& sentence : sentencesBelow(state))
    EXPECT_NE(hit->tooltip.find(sentence), std::string::npos) << sentence;
}

TEST(Results, NoShareIsCutInItsNumber) {
  ViewState state = ladder();
  const auto setShares = [&](double share) {
    for (RunResult& result : state.session.results) {
      if (result.shareOfLibrary) result.shareOfLibrary = share;
      for (Figure& figure : result.figures)
        if (figure.name == "share_of_roof") figure.value = share;
    }
  };
  for (const double share : {1.35, 27.3, 400.96, 123456.0, 9.87e9}) {
    setShares(share);
    const RecordingCanvas canvas = drawn(state, {10, 20, 900, 300});
    for (const DrawOp* words : canvas.of(DrawOp::Kind::Text))
      EXPECT_TRUE(!words->text.ends_with("…") || words->text.find_first_of("0123456789") == std::string::npos)
          << words->text;
  }
  setShares(4009.6);
  const RecordingCanvas canvas = drawn(state, {10, 20, 900, 300});
  EXPECT_NE(canvas.findText("↑ " + formatNumber(4009.6) + " ×"), nullptr);
}

}  // namespace
}  // namespace strata::speed_rows_test
