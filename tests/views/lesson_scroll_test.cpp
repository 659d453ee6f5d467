#include <gtest/gtest.h>

#include <algorithm>

#include "app/canvas/recording_canvas.h"
#include "app/lessons/lesson_file.h"
#include "app/lessons/lesson_sight.h"
#include "app/views/lesson/lesson_layout.h"
#include "app/views/view.h"
#include "app/words/messages.h"
#include "tests/views/counting_canvas.h"

// A lesson's page where there is little room, as beside large letters.

namespace strata::lesson_scroll_test {
namespace {

constexpr Rect kSmallAreas[] = {{0, 0, 300, 140}, {0, 0, 260, 118}, {0, 0, 330, 90}, {0, 0, 200, 70}};

ViewState pageOf(const LessonPlayer& player) {
  ViewState state;
  state.session.snapshot = std::make_shared<const TraceSnapshot>();
  state.sight.lesson = sightOf(player, false, {});
  return state;
}

LessonPlayer roofline() {
  for (const LessonFile& file : lessonsIn(STRATA_SOURCE_DIR "/assets/lessons"))
    if (file.lesson.ok() && file.lesson.value().name.find("roofline") != std::string::npos)
      return LessonPlayer(std::make_shared<const Lesson>(file.lesson.value()));
  ADD_FAILURE() << "there is no such lesson";
  return LessonPlayer(std::make_shared<const Lesson>());
}

LessonLayout layoutOf(const ViewState& state, Rect area) {
  return layOutLesson(RecordingCanvas{}, area, *state.sight.lesson, state.sight.choices.lessonScroll);
}

void expectInside(Rect part, Rect area, const char* what) {
  EXPECT_GE(part.h, 12) << what;
  EXPECT_GE(part.y, area.y) << what;
  EXPECT_LE(part.bottom(), area.bottom()) << what;
}

/// The kinds of what clicks down the middle of a page do.
std::vector<LessonAct::Kind> actsIn(const ViewState& state, Rect area) {
  std::vector<LessonAct::Kind> acts;
  for (float y = area.y; y < area.bottom(); y += 2)
    if (const auto hit = findView("lesson")->hit(RecordingCanvas{}, area, state, {area.x + area.w / 2, y}))
      if (hit->lesson) acts.push_back(hit->lesson->kind);
  return acts;
}

TEST(LessonScroll, TheButtonsOfEveryPageStandHoweverLittleRoomThereIs) {
  for (LessonPlayer player = roofline();; player.skip()) {
    const ViewState state = pageOf(player);
    for (const Rect area : kSmallAreas) {
      SCOPED_TRACE(state.sight.lesson->title + " " + std::to_string(int(area.h)));
      const LessonLayout layout = layoutOf(state, area);
      expectInside(layout.back, area, "Back");
      expectInside(layout.next, area, "Next");
      RecordingCanvas canvas;
      findView("lesson")->draw(canvas, area, state);
      EXPECT_FALSE(canvas.ops().empty());
      EXPECT_GE(layout.buttons.y, layout.body.bottom());
    }
    if (player.atEnd()) break;
  }
}

/// All of the word stands in the box.
bool saysIn(const RecordingCanvas& canvas, Rect box, Msg word) {
  return std::ranges::any_of(canvas.of(DrawOp::Kind::Text), [&](const DrawOp* op) {
    return op->text == text(word) && op->rect.x >= box.x && op->rect.right() <= box.right() + 0.5f &&
           box.contains({op->rect.x + 1, op->rect.y + op->rect.h / 2});
  });
}

TEST(LessonScroll, ButtonsOfANarrowPanelSayTheirWordsInFull) {
  for (LessonPlayer player = roofline();; player.skip()) {
    const ViewState state = pageOf(player);
    const LessonSight& lesson = *state.sight.lesson;
    for (const float width : {90.f, 110.f, 145.f, 185.f, 240.f, 330.f}) {
      SCOPED_TRACE(lesson.title + " " + std::to_string(int(width)));
      const Rect area{0, 0, width, 700};
      const LessonLayout layout = layoutOf(state, area);
      RecordingCanvas canvas;
      findView("lesson")->draw(canvas, area, state);
      for (const auto& [box, word] :
           {std::pair(layout.back, backWord(lesson)), std::pair(layout.next, nextWord(lesson))}) {
        EXPECT_TRUE(saysIn(canvas, box, word)) << text(word);
        EXPECT_LE(box.right(), area.right());
        EXPECT_GE(box.x, area.x);
      }
      EXPECT_TRUE(layout.back.bottom() <= layout.next.y || layout.back.right() <= layout.next.x) << "they stand apart";
      const auto hit = findView("lesson")->hit(canvas, area, state, {layout.back.x + 4, layout.back.y + 4});
      EXPECT_TRUE(hit && hit->lesson);
    }
    if (player.atEnd()) break;
  }
}

TEST(LessonScroll, WhatAPageAsksIsReachedByTheWheelAndOnlyThereItIsAnswered) {
  std::size_t asked = 0;
  for (LessonPlayer player = roofline();; player.skip()) {
    ViewState state = pageOf(player);
    for (const Rect area : kSmallAreas) {
      SCOPED_TRACE(state.sight.lesson->title + " " + std::to_string(int(area.h)));
      state.sight.choices.lessonScroll = 0;
      if (!state.sight.lesson->question || state.sight.lesson->asksPlace()) continue;
      ++asked;
      bool answered = false;
      for (float before = -1; before < state.sight.choices.lessonScroll;) {
        const LessonLayout layout = layoutOf(state, area);
        const auto acts = actsIn(state, area);
        const bool bets = std::ranges::count(acts, LessonAct::Kind::Bet) > 0;
        const auto inSight = [&](Rect part) {
          return part.h > 0 && part.bottom() + 6 > layout.body.y && part.y - 6 < layout.body.bottom();
        };
        const bool seen =
            inSight(layout.asked.track) || std::ranges::any_of(layout.asked.rows, inSight, &LessonLayout::Row::box);
        EXPECT_TRUE(seen || !bets) << "an answer that is not in sight";
        answered = answered || bets;
        before = state.sight.choices.lessonScroll;
        state.sight.choices = findView("lesson")->scrolled(RecordingCanvas{}, area, state, 1);
      }
      EXPECT_TRUE(answered);
    }
    if (player.atEnd()) break;
  }
  EXPECT_GT(asked, 0u);
}

LessonPlayer longPage(int sentences = 60) {
  Lesson lesson = parseLesson(
                      "lesson: Own\nsay: Much\n  " +
                          [&] {
                            std::string words;
                            for (int i = 0; i < sentences; ++i)
                              words += "Word" + std::to_string(i) + " and some more of them. ";
                            return words;
                          }() +
                          "\nsay: End\n  Short.\n",
                      "own.lesson")
                      .value();
  return LessonPlayer(std::make_shared<const Lesson>(std::move(lesson)));
}

TEST(LessonScroll, LettersShrinkBeforeAPageScrolls) {
  const ViewState state = pageOf(longPage());
  const Rect area{0, 0, 760, 560};
  const LessonLayout layout = layoutOf(state, area);
  EXPECT_TRUE(layout.fits);
  EXPECT_EQ(layout.most, 0);
  EXPECT_LT(layout.scale, 1.5f);
  EXPECT_GE(layout.scale, 0.8f);
  RecordingCanvas canvas;
  findView("lesson")->draw(canvas, area, state);
  EXPECT_NE(canvas.findTextWith("Word59"), nullptr);
  EXPECT_EQ(canvas.findTextWith("More below"), nullptr);
}

/// In pixels of the window, which is laid out in as many as it has at that size of letters.
float lettersAt(const ViewState& state, Rect window, float chosen) {
  return chosen * layoutOf(state, {0, 0, window.w / chosen, window.h / chosen}).scale;
}

TEST(LessonScroll, LettersGrowWithTheSizeThatIsChosenAsLongAsThePageFits) {
  const ViewState few = pageOf(longPage(2));
  constexpr Rect kColumn{0, 0, 430, 900};
  for (float chosen = 1.1f; chosen < 2; chosen += 0.1f)
    EXPECT_GT(lettersAt(few, kColumn, chosen), lettersAt(few, kColumn, chosen - 0.1f)) << chosen;
  EXPECT_EQ(layoutOf(few, {0, 0, 215, 450}).scale, 1);
  EXPECT_LT(layoutOf(pageOf(longPage()), {0, 0, 215, 450}).scale, 1) << "it does not fit";
}

TEST(LessonScroll, WhereAPageDoesNotFitLettersAreHardlySmallerAtALargerSize) {
  constexpr float kStep = 0.94f;
  const ViewState much = pageOf(longPage(40));
  for (const float width : {330.f, 430.f})
    for (float chosen = 1.1f; chosen < 2; chosen += 0.1f)
      EXPECT_GT(lettersAt(much, {0, 0, width, 900}, chosen), kStep * lettersAt(much, {0, 0, width, 900}, chosen - 0.1f))
          << width << " " << chosen;
}

TEST(LessonScroll, WhereMoreIsBelowThatIsSaidUntilItsEndIsInSight) {
  ViewState state = pageOf(longPage());
  const Rect area{0, 0, 300, 200};
  const auto drawn = [&](std::string_view words) {
    RecordingCanvas canvas;
    findView("lesson")->draw(canvas, area, state);
    return canvas.findTextWith(words) != nullptr;
  };
  EXPECT_TRUE(drawn(text(Msg::LessonMoreBelow)));
  EXPECT_FALSE(drawn("Word59"));
  const LessonLayout first = layoutOf(state, area);
  const auto hit = findView("lesson")->hit(RecordingCanvas{}, area, state, {20, first.more.y + 4});
  ASSERT_TRUE(hit && hit->choices) << "a click there shows it";
  EXPECT_EQ(hit->choices->lessonScroll, pagedBy(first, 1));
  std::size_t pages = 0;
  for (float before = -1; before < state.sight.choices.lessonScroll; ++pages) {
    before = state.sight.choices.lessonScroll;
    state.sight.choices.lessonScroll = pagedBy(layoutOf(state, area), 1);
  }
  EXPECT_GT(pages, 2u);
  EXPECT_FALSE(drawn(text(Msg::LessonMoreBelow)));
  EXPECT_TRUE(drawn("Word59"));
  state.sight.choices.lessonScroll = 1e6f;
  EXPECT_TRUE(drawn("Word59")) << "further than its end there is nothing";
}

TEST(LessonScroll, NoLineIsCutNorWritesOverWhatStandsBesideThePage) {
  ViewState state = pageOf(longPage());
  const Rect area{0, 0, 300, 200};
  for (float scroll = 0; scroll < 120; scroll += 3) {
    state.sight.choices.lessonScroll = scroll;
    const Rect body = layoutOf(state, area).body;
    RecordingCanvas canvas;
    findView("lesson")->draw(canvas, area, state);
    for (const DrawOp* op : canvas.of(DrawOp::Kind::Text)) {
      if (!op->text.starts_with("Word")) continue;
      EXPECT_GE(op->rect.y, body.y - 1);
      EXPECT_LE(op->rect.bottom(), body.bottom() + 1);
    }
  }
}

TEST(LessonScroll, WhatIsPredictedComesIntoSight) {
  LessonPlayer player = roofline();
  while (!player.atEnd() && player.page().question.kind != Question::Kind::Number) player.skip();
  ViewState state = pageOf(player);
  ASSERT_TRUE(state.sight.lesson->question);
  const Rect area{0, 0, 260, 118};
  for (const float from : {0.f, 1e6f}) {
    state.sight.choices.lessonScroll = from;
    state.sight.choices.lessonScroll = scrolledToAnswer(layoutOf(state, area), *state.sight.lesson->question);
    const LessonLayout layout = layoutOf(state, area);
    EXPECT_GE(layout.asked.value.y, layout.body.y - 1);
    EXPECT_LT(layout.asked.track.y + 20 * layout.scale, layout.body.bottom());
  }
}

TEST(LessonScroll, APageThatScrollsIsNotLaidOutInEverySizeOfLetters) {
  const ViewState state = pageOf(longPage(400));
  const auto widthsFor = [&](Rect area, float scroll) {
    const CountingCanvas canvas;
    layOutLesson(canvas, area, *state.sight.lesson, scroll);
    return canvas.measured;
  };
  const std::size_t once = widthsFor({0, 0, 20000, 20000}, 0);
  ASSERT_GT(once, 400u);
  EXPECT_LT(widthsFor({0, 0, 760, 560}, 0), 5 * once) << "of eight sizes";
  EXPECT_LT(widthsFor({0, 0, 760, 560}, 300), 5 * once) << "moved up";
}

TEST(LessonScroll, NoLetterChangesItsSizeWhenOneAnswers) {
  for (LessonPlayer player = roofline();; player.skip()) {
    const ViewState before = pageOf(player);
    if (before.sight.lesson->question && before.sight.lesson->mayBet && !before.sight.lesson->asksPlace()) {
      player.bet(firstBet(player.page().question));
      const ViewState after = pageOf(player);
      for (float height = 120; height < 700; height += 7) {
        const Rect area{0, 0, 420, height};
        EXPECT_EQ(layoutOf(before, area).scale, layoutOf(after, area).scale)
            << before.sight.lesson->title << " " << height;
        EXPECT_NEAR(layoutOf(before, area).most, layoutOf(after, area).most, 0.01);
      }
    }
    if (player.atEnd()) break;
  }
}

TEST(LessonScroll, OfLinesToPutInOrderTheOneThatMovedComesIntoSight) {
  LessonLayout layout;
  layout.body = {0, 0, 300, 100};
  layout.most = 400;
  layout.asked.rows.resize(10);
  for (std::size_t i = 0; i < layout.asked.rows.size(); ++i)
    layout.asked.rows[i].box = {0, 40 * static_cast<float>(i), 300, 30};
  QuestionSight asked;
  asked.question.kind = Question::Kind::Order;
  EXPECT_EQ(scrolledToAnswer(layout, asked, 1), 0) << "it is in sight";
  EXPECT_EQ(scrolledToAnswer(layout, asked, 6), 170);
}

}  // namespace
}  // namespace strata::lesson_scroll_test
