#include <GLFW/glfw3.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "app/views/lesson/lesson_layout.h"
#include "app/words/messages.h"
#include "lesson_show_fixture.h"
#include "tests/lessons/made_run.h"

namespace strata {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::string_view kPuzzled = R"(lesson: Puzzle
puzzle: Map
  Do it.
  task: saxpy n=8
  step: naive
  kernel:
    __global__ void map(float* out, int n) {
      // your line here
    }
  hint: One index.
  solution:
    out[0] = 1;
    out[1] = 2;
say: The end
  That was it.
)";

TEST_F(LessonShowTest, APuzzlesKernelStandsOnItsSlideAndReturnShowsItsHintsThenItsSolution) {
  LessonShow show = begin(kPuzzled);
  EXPECT_THAT(wordsOn(show), AllOf(HasSubstr("void map(float* out,"), HasSubstr("// your line here"),
                                   HasSubstr("Show a hint"), Not(HasSubstr("One index."))));
  press(show, {GLFW_KEY_H});
  EXPECT_THAT(wordsOn(show), HasSubstr("hint and solution")) << "the list of keys says so";
  press(show, {GLFW_KEY_H});
  press(show, {GLFW_KEY_ENTER});
  EXPECT_THAT(wordsOn(show), AllOf(HasSubstr("One index."), HasSubstr("Show the solution"), Not(HasSubstr("out[0]"))));
  press(show, {GLFW_KEY_ENTER});
  EXPECT_THAT(wordsOn(show),
              AllOf(HasSubstr("out[0] = 1;"), HasSubstr("out[1] = 2;"), Not(HasSubstr("// your line here"))));
  press(show, {GLFW_KEY_ENTER});
  EXPECT_EQ(page(show), 1u);
}

TEST_F(LessonShowTest, BeforeTheRunAPageShowsTheKernelOfTheFirstStepThatWillRun) {
  LessonShow show = begin("lesson: A\nsay: B\n  Look.\n  view: kernel\nrun: matmul n=32 variants=tiled,naive\n");
  EXPECT_EQ(show.state().sight.choices.variant, "tiled");
  ASSERT_NE(show.view(), nullptr);
  EXPECT_EQ(show.view()->name, "kernel");
}

TEST_F(LessonShowTest, ThingsAreWholeWhereverTheScaleIsClicked) {
  LessonShow show = begin(kCounted);
  drawn(show);
  const ViewState state = show.state();
  const Rect area{10, 6, 904, 488};
  const LessonLayout layout = layOutLesson(RecordingCanvas{}, area, *state.sight.lesson);
  ASSERT_GT(layout.asked.track.w, 0);
  for (float x = layout.asked.track.x; x < layout.asked.track.right(); x += 3) {
    const auto hit = findView("lesson")->hit(RecordingCanvas{}, area, state, {x, layout.asked.track.y + 10});
    ASSERT_TRUE(hit && hit->lesson);
    EXPECT_EQ(hit->lesson->bet.number, std::round(hit->lesson->bet.number));
  }
}

TEST_F(LessonShowTest, AMedianBetweenTwoOnALogarithmicScaleSaysSo) {
  LessonShow show = begin(kCounted);
  press(show, {GLFW_KEY_3, GLFW_KEY_SPACE, GLFW_KEY_2, GLFW_KEY_0, GLFW_KEY_SPACE});
  EXPECT_THAT(wordsOn(show), HasSubstr("guesses: 2, median 8 sectors (logarithmic)"));
  press(show, {GLFW_KEY_5, GLFW_KEY_SPACE});
  EXPECT_THAT(wordsOn(show), HasSubstr("guesses: 3, median 5 sectors "));
}

TEST_F(LessonShowTest, OneNumberOfTheClassIsJudged) {
  for (const auto& [digits, verdict] : {std::pair(std::initializer_list<int>{GLFW_KEY_3, GLFW_KEY_0}, "right"),
                                        std::pair(std::initializer_list<int>{GLFW_KEY_4}, "off by a factor of 8")}) {
    LessonShow show = begin(kCounted);
    press(show, digits);
    press(show, {GLFW_KEY_ENTER});
    EXPECT_THAT(wordsOn(show), HasSubstr(verdict));
  }
}

TEST_F(LessonShowTest, AClassWalksALessonWithKeys) {
  LessonShow show = begin(kGiven);
  EXPECT_THAT(wordsOn(show), HasSubstr("Before anything"));
  ASSERT_NE(show.view(), nullptr) << "a kernel's text needs no run";
  EXPECT_EQ(show.view()->name, "kernel");
  press(show, {GLFW_KEY_ENTER, GLFW_KEY_ENTER});
  EXPECT_EQ(page(show), 1u) << "the class predicts first";
  press(show, {GLFW_KEY_1, GLFW_KEY_2, GLFW_KEY_2, GLFW_KEY_KP_2, GLFW_KEY_2});
  press(show, {GLFW_KEY_2}, true);
  press(show, {GLFW_KEY_1, GLFW_KEY_BACKSPACE});
  EXPECT_EQ(show.lesson().votes("smaller")->hands().size(), 4u);
  EXPECT_THAT(wordsOn(show), Not(HasSubstr("✓")));
  press(show, {GLFW_KEY_ENTER});
  EXPECT_EQ(page(show), 2u);
  press(show, {GLFW_KEY_RIGHT, GLFW_KEY_UP, GLFW_KEY_SPACE, GLFW_KEY_LEFT, GLFW_KEY_SPACE});
  EXPECT_EQ(page(show), 2u);
  EXPECT_EQ(show.lesson().votes("threads")->hands().size(), 2u);
  press(show, {GLFW_KEY_PAGE_DOWN, GLFW_KEY_N});
  EXPECT_EQ(page(show), 4u) << "nobody knew the line";

  show.state();
  EXPECT_EQ(agentsAsked(), 0) << "nothing runs unasked";
  press(show, {GLFW_KEY_ENTER});
  EXPECT_TRUE(show.working());
  press(show, {GLFW_KEY_ENTER});
  finish(show);
  EXPECT_EQ(agentsAsked(), 1);
  EXPECT_FALSE(show.problem()) << show.problem()->message;
  EXPECT_EQ(page(show), 4u) << "who gives the lesson says when it goes on";
  EXPECT_EQ(show.state().session.results.size(), 2u);
  EXPECT_EQ(show.view()->name, "speed");

  press(show, {GLFW_KEY_ENTER});
  const std::string explained = wordsOn(show);
  EXPECT_THAT(explained, HasSubstr("✓ 3"));
  EXPECT_THAT(explained, HasSubstr("Which error is smaller?"));
  EXPECT_THAT(explained, HasSubstr("measured"));
  press(show, {GLFW_KEY_HOME, GLFW_KEY_ENTER});
  EXPECT_EQ(page(show), 1u);
  EXPECT_THAT(wordsOn(show), HasSubstr("✓ 3")) << "kept for the whole lesson";
  press(show, {GLFW_KEY_1, GLFW_KEY_R});
  EXPECT_EQ(show.lesson().votes("smaller")->hands().size(), 4u) << "closed";
  press(show, {GLFW_KEY_END});
  EXPECT_EQ(page(show), 3u) << "as far as the first page that waits";
  press(show, {GLFW_KEY_N, GLFW_KEY_ENTER, GLFW_KEY_ENTER, GLFW_KEY_ENTER});
  EXPECT_EQ(page(show), 6u) << "the last page stays";
}

TEST_F(LessonShowTest, TheOutcomeIsSeenAfterTheRunOnly) {
  LessonShow show = begin(kGiven);
  press(show, {GLFW_KEY_ENTER, GLFW_KEY_2});
  show.play(5);
  EXPECT_THAT(wordsOn(show), HasSubstr("has not run yet"));
  EXPECT_THAT(wordsOn(show), Not(HasSubstr("✓")));
  press(show, {GLFW_KEY_PAGE_UP, GLFW_KEY_ENTER});
  finish(show);
  show.play(1);
  EXPECT_THAT(wordsOn(show), Not(HasSubstr("✓")));
  press(show, {GLFW_KEY_ENTER});
  EXPECT_EQ(page(show), 1u);
  EXPECT_THAT(wordsOn(show), HasSubstr("✓ 1"));
  EXPECT_THAT(wordsOn(show), HasSubstr("1 of 1 hands right, 100 %"));
  press(show, {GLFW_KEY_ENTER});
  EXPECT_EQ(page(show), 2u);
}

TEST_F(LessonShowTest, TheMouseRaisesHandsAndTakesThemBack) {
  LessonShow show = begin(kGiven);
  press(show, {GLFW_KEY_ENTER});
  const RecordingCanvas asked = drawn(show);
  const Rect row = asked.findTextWith("Neither")->rect;
  const Point at{row.x + 4, row.y + row.h / 2};
  pointAt(show, kScreen, {MouseAct::Kind::Click, at, 0});
  pointAt(show, kScreen, {MouseAct::Kind::Click, at, 0});
  pointAt(show, kScreen, {MouseAct::Kind::SecondaryClick, at, 0});
  EXPECT_EQ(show.lesson().votes("smaller")->tallies()[1].hands, 1u);
  const auto press = [&](Msg word) {
    const Rect button = drawn(show).findText(text(word))->rect;
    pointAt(show, kScreen, {MouseAct::Kind::Click, {button.x + 2, button.y + button.h / 2}, 0});
  };
  press(Msg::LessonNext);
  EXPECT_EQ(page(show), 2u);
  press(Msg::LessonBack);
  EXPECT_EQ(page(show), 1u);
  pointAt(show, kScreen, {MouseAct::Kind::SecondaryClick, {kScreen.w - 60, 200}, 0});
  EXPECT_EQ(page(show), 0u);
}

TEST_F(LessonShowTest, AClickedLineIsAHandAndAnotherClickAnother) {
  LessonShow show = begin(kGiven);
  show.play(3);
  ASSERT_EQ(show.state().session.experiment->name, "matmul");
  ASSERT_NE(show.view(), nullptr);
  const RecordingCanvas canvas = drawn(show);
  const DrawOp* line = canvas.findTextWith("__global__");
  ASSERT_NE(line, nullptr);
  const MouseAct click{MouseAct::Kind::Click, {line->rect.x + 2, line->rect.y + line->rect.h / 2}, 0};
  pointAt(show, kScreen, click);
  pointAt(show, kScreen, click);
  ASSERT_EQ(show.lesson().votes("line")->tallies().size(), 1u);
  EXPECT_EQ(show.lesson().votes("line")->tallies()[0].hands, 2u);
  const float before = show.state().sight.choices.kernelScroll;
  pointAt(show, kScreen, {MouseAct::Kind::Wheel, click.at, -3});
  EXPECT_NE(show.state().sight.choices.kernelScroll, before);
}

TEST_F(LessonShowTest, WithoutAnAgentTheSlideSaysSoAndTheLessonGoesOn) {
  LessonShow show = begin(kGiven, [] {
    return Result<std::string>(Error{ErrorCode::Unavailable, "No GPU here. Install a driver."});
  });
  show.play(4);
  finish(show);
  EXPECT_EQ(show.problem()->message, "No GPU here. Install a driver.");
  EXPECT_THAT(wordsOn(show), HasSubstr("No GPU here."));
  press(show, {GLFW_KEY_ENTER});
  EXPECT_TRUE(show.working()) << "it is tried again";
  finish(show);
  press(show, {GLFW_KEY_N, GLFW_KEY_N});
  EXPECT_EQ(page(show), 6u);
  EXPECT_FALSE(show.problem());
}

TEST_F(LessonShowTest, AnAgentThatDiesIsSaid) {
  LessonShow show = begin(kGiven, [] { return Result<std::string>("exit 3"); });
  show.play(4);
  finish(show);
  ASSERT_TRUE(show.problem());
  EXPECT_EQ(show.problem()->code, ErrorCode::AgentDied);
  EXPECT_FALSE(show.lesson().player().hasRun(4));
}

TEST_F(LessonShowTest, EscapeStopsTheRunAndAsksForTheVotesBeforeItLeaves) {
  LessonShow show = begin(kGiven);
  EXPECT_FALSE(pressKey(show, GLFW_KEY_ESCAPE, false)) << "there is nothing to lose";
  press(show, {GLFW_KEY_ENTER, GLFW_KEY_1});
  show.play(4);
  press(show, {GLFW_KEY_H, GLFW_KEY_ESCAPE});
  EXPECT_FALSE(show.keys);
  EXPECT_TRUE(show.working()) << "that was for the list of keys";
  press(show, {GLFW_KEY_ESCAPE});
  finish(show);
  ASSERT_TRUE(show.problem());
  EXPECT_EQ(show.problem()->code, ErrorCode::Stopped);
  EXPECT_FALSE(show.lesson().player().hasRun(4));
  press(show, {GLFW_KEY_ESCAPE});
  EXPECT_THAT(wordsOn(show), HasSubstr(std::string(text(Msg::ShowLosesVotes))));
  press(show, {GLFW_KEY_PAGE_UP, GLFW_KEY_ESCAPE});
  EXPECT_TRUE(show.leaving()) << "asked anew, since something else was done";
  EXPECT_FALSE(pressKey(show, GLFW_KEY_ESCAPE, false)) << "and this one leaves";
  EXPECT_EQ(show.lesson().votes("smaller")->hands().size(), 1u);
}

TEST_F(LessonShowTest, EveryWayToLeaveAsksForTheVotesOnce) {
  LessonShow show = begin(kGiven);
  EXPECT_FALSE(pressKey(show, GLFW_KEY_Q, false)) << "there is nothing to lose";
  press(show, {GLFW_KEY_ENTER, GLFW_KEY_1, GLFW_KEY_H, GLFW_KEY_Q});
  EXPECT_THAT(wordsOn(show), HasSubstr(std::string(text(Msg::ShowLosesVotes))));
  EXPECT_FALSE(pressKey(show, GLFW_KEY_Q, false)) << "this one leaves";
  press(show, {GLFW_KEY_H, GLFW_KEY_Q});
  EXPECT_TRUE(show.leaving()) << "asked anew, since something else was done";
  EXPECT_FALSE(pressKey(show, GLFW_KEY_ESCAPE, false)) << "and any way to leave answers";
}

TEST_F(LessonShowTest, TheWindowsCloseButtonAsksForTheVotes) {
  auto lesson = parseLesson(kGiven, "given.lesson");
  ASSERT_TRUE(lesson.ok()) << lesson.error().message;
  const auto given = std::make_shared<const Lesson>(std::move(lesson).value());
  const auto slides = slidesOf(given, [] { return agentProgram("cpu"); })([] {});
  EXPECT_FALSE(slides->askToLeave()) << "there is nothing to lose";
  slides->press(GLFW_KEY_ENTER, false);
  slides->press(GLFW_KEY_1, false);
  EXPECT_TRUE(slides->askToLeave());
  EXPECT_FALSE(slides->askToLeave()) << "and once more closes it";
}

TEST_F(LessonShowTest, APictureHasNothingToPressAndNoPredictionThatWasNotMade) {
  LessonShow show = begin(kGiven);
  EXPECT_NE(drawn(show).findText(text(Msg::LessonNext)), nullptr);
  show.forPictures();
  show.play(4);
  finish(show);
  for (std::size_t i = 0; i < show.lesson().player().lesson().pages.size(); ++i) {
    show.go(0);
    while (page(show) < i) show.skip();
    const RecordingCanvas canvas = drawn(show);
    for (const Msg word : {Msg::LessonBack, Msg::LessonNext, Msg::LessonRunAgain, Msg::ShowKeysHint})
      EXPECT_EQ(canvas.findText(text(word)), nullptr) << i << " " << text(word);
    EXPECT_THAT(wordsOn(show), Not(HasSubstr("You said"))) << i;
    EXPECT_THAT(wordsOn(show), Not(HasSubstr(std::string(text(Msg::LessonNoHands))))) << i;
  }
  show.play(5);
  EXPECT_THAT(wordsOn(show), HasSubstr("The error was"));
}

TEST_F(LessonShowTest, AGermanSlideIsGerman) {
  auto lesson = parseLesson(kGiven, "given.de.lesson");
  ASSERT_TRUE(lesson.ok()) << lesson.error().message;
  LessonShow show(
      std::make_shared<const Lesson>(std::move(lesson).value()), [] { return agentProgram("cpu"); }, [] {});
  EXPECT_THAT(wordsOn(show), HasSubstr("H: Tasten"));
  press(show, {GLFW_KEY_H});
  EXPECT_THAT(wordsOn(show), HasSubstr(std::string(text(Msg::ShowKeyStopDoes, "de"))));
  press(show, {GLFW_KEY_H});
  LessonRun run = madeRun();
  run.results[0].error = RunResult::Check{"relative Frobenius", 1e-7, 1e-3};
  show.lesson().player().addRuns(4, {run});
  show.play(5);
  EXPECT_THAT(wordsOn(show), HasSubstr("gemessen"));
}

TEST_F(LessonShowTest, WhatALessonGetsWrongIsSaid) {
  LessonShow show = begin(
      "lesson: Broken\nsay: A\n  x\n  view: kernell\nrun: matmull n=3\n  view: stack\nrun: matmul "
      "n=3\nexplain: B\n  if time(nowhere) > 1:\n    {time(nowhere)}\n");
  show.state();
  EXPECT_THAT(show.problem()->message, HasSubstr("view \"kernell\""));
  press(show, {GLFW_KEY_ENTER, GLFW_KEY_ENTER});
  finish(show);
  EXPECT_THAT(show.problem()->message, HasSubstr("matmull"));
  show.play(2);
  finish(show);
  EXPECT_FALSE(wordsOn(show).empty());
}

TEST_F(LessonShowTest, ATextThatCannotBeToldIsAProblemOfItsPage) {
  LessonShow show = begin("lesson: x\nlet: none = 0\nsay: A\n  Well.\nsay: B\n  It is {1 / none}.\n");
  show.state();
  EXPECT_FALSE(show.problem());
  show.play(1);
  ASSERT_TRUE(show.problem());
  EXPECT_THAT(wordsOn(show), HasSubstr(show.problem()->message));
}

TEST_F(LessonShowTest, APageForgetsTheVariantOfTheOneThatWasLeft) {
  LessonShow show = begin("lesson: x\nsay: A\n  a\n  view: stack\nsay: B\n  b\n  view: kernel\n  variant: tiled\n");
  press(show, {GLFW_KEY_ENTER});
  EXPECT_EQ(show.state().sight.choices.variant, "tiled");
  show.back();
  EXPECT_EQ(show.state().sight.choices.variant, "");
}

TEST_F(LessonShowTest, APageChoosesTheSpeedsThatAreShownFromThereOn) {
  LessonShow show = begin(
      "lesson: x\nsay: A\n  a\n  view: speed\n  speeds: modelled\nsay: B\n  b\n  view: roofline\n"
      "say: C\n  c\n  view: speed\n  speeds: measured\n");
  EXPECT_EQ(show.state().sight.choices.speeds, SpeedKind::Modelled);
  press(show, {GLFW_KEY_ENTER});
  EXPECT_EQ(show.state().sight.choices.speeds, SpeedKind::Modelled);
  press(show, {GLFW_KEY_ENTER});
  EXPECT_EQ(show.state().sight.choices.speeds, SpeedKind::Measured);
}

TEST_F(LessonShowTest, WhatRanIsHiddenBesideAQuestionThatItAnswersUntilTheOutcomeIsSeen) {
  LessonShow show = begin(
      "lesson: x\nrun: matmul n=32 variants=naive,tiled\nask: How many times?\n  name: times\n  number: 1 to 64\n"
      "  answer: time(naive) / time(tiled)\n  view: stack\n  hide: yes\nexplain: So\n  {time(naive)}\n");
  press(show, {GLFW_KEY_ENTER});
  finish(show);
  press(show, {GLFW_KEY_ENTER, GLFW_KEY_RIGHT});
  EXPECT_TRUE(show.state().session.results.empty()) << "the class may still change its number";
  press(show, {GLFW_KEY_ENTER});
  EXPECT_FALSE(show.state().session.results.empty());
}

TEST_F(LessonShowTest, TheMapIsSeenBeforeAnythingRan) {
  LessonShow show = begin(
      "lesson: Where\nsay: Columns\n  Three of them.\n  view: map\n"
      "say: Calls\n  One.\n  view: stack\n");
  EXPECT_NE(show.state().sight.systems, nullptr) << "what is on this machine is known";
  ASSERT_NE(show.view(), nullptr);
  EXPECT_EQ(show.view()->name, "map");
  EXPECT_THAT(wordsOn(show), AllOf(HasSubstr(std::string(text(Msg::MapNvidia))), HasSubstr("click one")));
  EXPECT_EQ(agentsAsked(), 0);
  press(show, {GLFW_KEY_ENTER});
  show.state();
  EXPECT_EQ(show.view(), nullptr) << "no call ran yet";
}

TEST_F(LessonShowTest, ALineThatIsAskedForIsSeenToItsEnd) {
  const auto lesson = readLesson(STRATA_SOURCE_DIR "/assets/lessons/12-bank-conflicts.lesson");
  ASSERT_TRUE(lesson.ok());
  LessonShow show(
      std::make_shared<const Lesson>(lesson.value()), [] { return agentProgram("cpu"); }, [] {});
  while (show.lesson().player().page().question.name != "where") show.skip();
  const RecordingCanvas canvas = drawn(show);
  const DrawOp* number = canvas.findText("27");
  ASSERT_NE(number, nullptr);
  std::string line;
  for (const DrawOp* op : canvas.of(DrawOp::Kind::Text))
    if (std::abs(op->rect.y - number->rect.y) < 2 && op->visible()) line += op->text;
  EXPECT_THAT(line, HasSubstr("tile[x][y + i];"));
}

TEST_F(LessonShowTest, EverySlideIsReadFromTheLastRow) {
  for (const LessonFile& file : lessonsIn(STRATA_SOURCE_DIR "/assets/lessons")) {
    LessonShow show(
        std::make_shared<const Lesson>(file.lesson.value()), [] { return agentProgram("cpu"); }, [] {});
    for (;; show.skip()) {
      const Page& here = show.lesson().player().page();
      const std::string where = show.lesson().player().lesson().name + " page " + std::to_string(page(show) + 1);
      const RecordingCanvas canvas = drawn(show);
      const std::string first = here.title.substr(0, here.title.find(' '));
      const DrawOp* title = canvas.findTextWith(first);
      ASSERT_NE(title, nullptr) << where << " " << first;
      EXPECT_GE(title->style.size / kScreen.h, 0.035f) << where;
      if (show.lesson().player().atEnd()) break;
    }
  }
}

}  // namespace
}  // namespace strata
