#include <gtest/gtest.h>

#include "app/canvas/recording_canvas.h"
#include "app/views/view.h"

namespace strata::lesson_outcome_test {
namespace {

/// The page that explains what came out of a number between 0 and `high`.
RecordingCanvas outcome(double bet, double truth, double high) {
  QuestionSight asked;
  asked.question.kind = Question::Kind::Number;
  asked.question.high = high;
  asked.bet = Bet{bet, {}, {}};
  asked.judged = Judged{*asked.bet, {truth, {}, Provenance::Counted}, 0, {}, false, truth / bet};
  LessonSight lesson;
  lesson.open = true;
  lesson.count = 1;
  lesson.kind = Page::Kind::Explain;
  lesson.judged = {asked};
  ViewState state;
  state.sight.lesson = std::make_shared<const LessonSight>(lesson);
  RecordingCanvas canvas;
  findView("lesson")->draw(canvas, {0, 0, 900, 600}, state);
  return canvas;
}

TEST(LessonOutcome, ThingsThatCanBeCountedAreOffBySomeOfThem) {
  EXPECT_NE(outcome(4, 5, 7).findTextWith("off by 1"), nullptr);
  EXPECT_NE(outcome(400, 500, 10'000).findTextWith("off by a factor of 1.2"), nullptr);
}

}  // namespace
}  // namespace strata::lesson_outcome_test
