#include "app/lessons/class_lesson.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/lessons/lesson_file.h"
#include "tests/lessons/made_run.h"

namespace strata {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::string_view kTaught = R"(lesson: Tiling
let: factor = time(naive) / time(tiled)
ask: Which is slower?
  name: slower
  choice: naive | factor > 1
  choice: tiled | factor < 1
  choice: neither | 1
ask: How much?
  name: much
  number: 1 to 64
  answer: factor
ask: In order?
  name: ordered
  item: naive | time(naive)
  item: tiled | time(tiled)
ask: Where?
  name: where
  place: line
  answer: counted(line, naive.load1)
ask: On which storey?
  name: storey
  place: storey
  answer: hardware
run: matmul n=64 variants=naive,tiled
  title: Two steps
explain: So
  if factor > 1:
    You said {bet: slower}; it is {factor: times}.
explain: Further
  if factor > 1:
    You said {bet: much} and {bet: where}: {time(naive)}.
explain: The rest
  if factor > 1:
    {time(tiled)}
ask: What is 2 + 2?
  name: sum
  number: 1 to 8
  answer: 4
explain: Known
  if 1:
    {2 + 2}
)";

ClassLesson taught(const char* file = "tiling.lesson") {
  auto lesson = parseLesson(kTaught, file);
  EXPECT_TRUE(lesson.ok()) << lesson.error().message;
  return ClassLesson(std::make_shared<const Lesson>(std::move(lesson).value()));
}

void skipTo(ClassLesson& lesson, std::size_t page) {
  while (lesson.player().index() < page) lesson.player().skip();
}

std::vector<std::size_t> handsOf(const ClassLesson& lesson, std::string_view question) {
  std::vector<std::size_t> hands;
  for (const Tally& tally : lesson.votes(question)->tallies()) hands.push_back(tally.hands);
  return hands;
}

TEST(Votes, HandsAreCountedForEachChoice) {
  ClassLesson lesson = taught();
  lesson.raise(0), lesson.raise(1), lesson.raise(1), lesson.raise(2);
  lesson.raise(3);
  EXPECT_THAT(handsOf(lesson, "slower"), ElementsAre(1, 2, 1)) << "there is no fourth choice";
  lesson.lower(2), lesson.lower(2);
  EXPECT_THAT(handsOf(lesson, "slower"), ElementsAre(1, 2, 0)) << "no fewer than none";
  lesson.raise(0);
  lesson.takeBack();
  EXPECT_THAT(handsOf(lesson, "slower"), ElementsAre(1, 2, 0)) << "the newest";
  lesson.clear();
  EXPECT_THAT(handsOf(lesson, "slower"), ElementsAre(0, 0, 0));
}

TEST(Votes, TheClassSaysWhatMostHandsSay) {
  ClassLesson lesson = taught();
  EXPECT_EQ(lesson.player().betInWords("slower"), "");
  lesson.raise(1);
  EXPECT_EQ(lesson.player().betInWords("slower"), "tiled");
  lesson.raise(0);
  EXPECT_EQ(lesson.player().betInWords("slower"), "naive / tiled") << "it is divided";
  lesson.raise(0);
  EXPECT_EQ(lesson.player().betInWords("slower"), "naive");
  lesson.clear();
  EXPECT_EQ(lesson.player().betOn("slower"), nullptr);
  EXPECT_EQ(lesson.player().waitsFor(), "your prediction");
}

TEST(Votes, OneNumberIsTheClassesAndOfSeveralTheMedianIs) {
  ClassLesson lesson = taught();
  skipTo(lesson, 1);
  lesson.guess();
  EXPECT_EQ(lesson.player().betOn("much"), nullptr) << "nothing was aimed at";
  lesson.step(1);
  EXPECT_EQ(lesson.player().betOn("much")->number, 8) << "the middle of the scale";
  lesson.step(4);
  EXPECT_EQ(lesson.player().betOn("much")->number, 12);
  for (const double guess : {2., 32., 8.}) {
    lesson.take({guess, {}, {}});
    lesson.guess();
  }
  EXPECT_EQ(lesson.player().betOn("much")->number, 8);
  lesson.takeBack();
  EXPECT_EQ(lesson.player().betOn("much")->number, 8) << "between 2 and 32 on a logarithmic scale";
  lesson.takeBack(), lesson.takeBack();
  EXPECT_EQ(lesson.player().betOn("much")->number, 8) << "what is aimed at";
  lesson.takeBack();
  EXPECT_EQ(lesson.player().betOn("much"), nullptr);
}

TEST(Votes, ANumberIsTypedDigitByDigit) {
  ClassLesson lesson = taught();
  skipTo(lesson, 1);
  lesson.type('3'), lesson.type('2');
  EXPECT_EQ(lesson.player().betOn("much")->number, 32);
  lesson.guess();
  lesson.type('5');
  EXPECT_EQ(lesson.votes("much")->aimed()->number, 5) << "another number";
  EXPECT_EQ(lesson.votes("much")->hands().size(), 1u);
  lesson.step(1), lesson.type('7');
  EXPECT_EQ(lesson.votes("much")->aimed()->number, 7);
}

TEST(Votes, ANumberThatIsTypedMayHaveAPoint) {
  ClassLesson lesson = taught();
  skipTo(lesson, 1);
  EXPECT_FALSE(lesson.typing());
  for (const char sign : std::string_view("12.8")) EXPECT_TRUE(lesson.type(sign));
  EXPECT_TRUE(lesson.typing());
  EXPECT_EQ(lesson.player().betOn("much")->number, 12.8);
  EXPECT_TRUE(lesson.type('.')) << "a second point changes nothing";
  EXPECT_EQ(lesson.player().betOn("much")->number, 12.8);
  lesson.guess();
  for (const char sign : std::string_view("0.5")) lesson.type(sign);
  EXPECT_EQ(lesson.sight(false, {})->question->typed, "0.5");
  lesson.takeBack();
  EXPECT_EQ(lesson.votes("much")->hands().size(), 1u);
}

TEST(Votes, ANumberThatIsOffTheScaleIsNoGuess) {
  ClassLesson lesson = taught();
  skipTo(lesson, 1);
  lesson.type('8'), lesson.guess();
  for (int i = 0; i < 3; ++i) lesson.type('9');
  EXPECT_EQ(lesson.sight(false, {})->question->typed, "999") << "what was typed stays to be seen";
  lesson.guess();
  EXPECT_EQ(lesson.votes("much")->hands().size(), 1u);
  EXPECT_EQ(lesson.player().betOn("much")->number, 8);
  lesson.takeBack();
  EXPECT_EQ(lesson.sight(false, {})->question->typed, "");
  EXPECT_EQ(lesson.votes("much")->hands().size(), 1u) << "the digits went, and no hand";
  lesson.type('9');
  EXPECT_EQ(lesson.votes("much")->aimed()->number, 9);
}

TEST(Votes, TheBeginningOfANumberIsRefusedOnlyWhereItIsGuessed) {
  ClassLesson lesson = taught();
  skipTo(lesson, 1);
  lesson.type('0');
  EXPECT_EQ(lesson.sight(false, {})->question->typed, "0");
  EXPECT_TRUE(lesson.sight(false, {})->question->mayGrow);
  lesson.guess();
  EXPECT_FALSE(lesson.sight(false, {})->question->mayGrow);
  EXPECT_EQ(lesson.votes("much")->hands().size(), 0u);
  lesson.type('7');
  EXPECT_EQ(lesson.sight(false, {})->question->typed, "");
  EXPECT_EQ(lesson.votes("much")->aimed()->number, 7);
}

TEST(Votes, AreLostOnlyWhereAnyWereTaken) {
  ClassLesson lesson = taught();
  EXPECT_FALSE(lesson.anyVotes());
  lesson.raise(0);
  EXPECT_TRUE(lesson.anyVotes());
  lesson.takeBack();
  EXPECT_FALSE(lesson.anyVotes());
}

TEST(ClassLesson, APictureLeavesOutASentenceThatTellsAMissingPrediction) {
  ClassLesson lesson = taught();
  lesson.forPictures();
  skipTo(lesson, 5);
  lesson.player().addRuns(5, {madeRun()});
  skipTo(lesson, 6);
  EXPECT_EQ(lesson.player().text().value(), "It is **4 ×** [measured](kind:measured).");
}

TEST(Votes, TheMedianOfThingsIsWhole) {
  Question question;
  question.kind = Question::Kind::Number;
  question.low = 1, question.high = 64, question.unit = "sectors";
  const auto median = [&] {
    Votes votes(question);
    votes.raise({3, {}, {}}), votes.raise({20, {}, {}});
    return votes.bet()->number;
  };
  EXPECT_EQ(median(), 8);
  question.unit = "×";
  EXPECT_NEAR(median(), 7.746, 0.001);
}

TEST(Votes, ADigitMovesAnItemUpAndRaisesAHandForAPlace) {
  ClassLesson lesson = taught();
  skipTo(lesson, 2);
  lesson.raise(1);
  EXPECT_EQ(lesson.player().betInWords("ordered"), "tiled → naive");
  skipTo(lesson, 3);
  lesson.raise(0);
  EXPECT_EQ(lesson.player().betOn("where"), nullptr) << "no line was clicked yet";
  lesson.take({22, {}, {}}), lesson.take({0, {}, {}}), lesson.take({5, {}, {}}), lesson.take({22, {}, {}});
  lesson.raise(1);
  EXPECT_THAT(handsOf(lesson, "where"), ElementsAre(2, 2));
  lesson.raise(0);
  EXPECT_EQ(lesson.player().betInWords("where"), "line 22");
  skipTo(lesson, 4);
  lesson.raise(6);
  EXPECT_EQ(lesson.player().betInWords("storey"), "hardware");
}

TEST(Votes, AsManyHandsForTwoLinesAreToldInTheLanguageOfTheLesson) {
  ClassLesson lesson = taught("tiling.de.lesson");
  skipTo(lesson, 3);
  lesson.take({22, {}, {}}), lesson.take({5, {}, {}});
  EXPECT_EQ(lesson.player().betInWords("where"), "Zeile 22 / Zeile 5");
}

TEST(ClassLesson, APuzzlesHintsAndThenItsSolutionAreShownWhenAskedFor) {
  auto parsed = parseLesson(
      "lesson: P\npuzzle: Map\n  Do it.\n  task: saxpy n=8\n  step: naive\n  kernel:\n    // your line here\n"
      "  hint: One.\n  solution:\n    x;\nsay: End\n",
      "p.lesson");
  ASSERT_TRUE(parsed.ok()) << parsed.error().message;
  ClassLesson lesson(std::make_shared<const Lesson>(std::move(parsed).value()));
  const auto puzzle = [&] { return lesson.sight(false, {})->puzzle.value(); };
  EXPECT_EQ(puzzle().kernel, "// your line here");
  EXPECT_TRUE(puzzle().hints.empty());
  EXPECT_EQ(lesson.goingOn(), LessonAct::Kind::Reveal);
  lesson.reveal();
  EXPECT_THAT(puzzle().hints, ElementsAre("One."));
  EXPECT_EQ(puzzle().solution, "");
  EXPECT_TRUE(lesson.sight(false, {})->mayReveal);
  lesson.reveal();
  EXPECT_EQ(puzzle().solution, "x;");
  EXPECT_EQ(lesson.goingOn(), LessonAct::Kind::Next);
  lesson.next();
  EXPECT_EQ(lesson.player().index(), 1u);
}

TEST(ClassLesson, TheOutcomeIsHiddenWhileItsRunLiesAhead) {
  ClassLesson lesson = taught();
  lesson.raise(0);
  lesson.reveal();
  EXPECT_FALSE(lesson.mayReveal());
  EXPECT_FALSE(lesson.sight(false, {})->question->judged);
  EXPECT_EQ(lesson.goingOn(), LessonAct::Kind::Next);
  skipTo(lesson, 4);
  lesson.raise(6);
  EXPECT_FALSE(lesson.mayReveal()) << "the answer stands in the file, and still the run comes first";
  skipTo(lesson, 6);
  const auto early = lesson.sight(false, {});
  EXPECT_THAT(early->problem, HasSubstr("\"Two steps\", which has not run yet"));
  EXPECT_TRUE(early->text.empty());
  EXPECT_TRUE(early->judged.empty());
  lesson.player().go(0);
  EXPECT_TRUE(lesson.open()) << "nothing was explained";
}

TEST(ClassLesson, AfterTheRunTheOutcomeIsShownWhenAskedFor) {
  ClassLesson lesson = taught();
  lesson.raise(0), lesson.raise(0), lesson.raise(2);
  lesson.player().addRuns(5, {madeRun()});
  EXPECT_FALSE(lesson.sight(false, {})->question->judged);
  EXPECT_EQ(lesson.goingOn(), LessonAct::Kind::Reveal);
  lesson.reveal();
  const auto seen = lesson.sight(false, {});
  EXPECT_EQ(seen->question->judged->choice, 0u);
  EXPECT_EQ(seen->question->votes->right, 2u);
  EXPECT_EQ(seen->question->votes->hands, 3u);
  EXPECT_EQ(lesson.goingOn(), LessonAct::Kind::Next);
  lesson.raise(0);
  EXPECT_THAT(handsOf(lesson, "slower"), ElementsAre(2, 0, 1)) << "no hand goes up once the outcome is seen";
  lesson.clear();
  EXPECT_FALSE(lesson.revealed()) << "asked anew";
  lesson.raise(1);
  EXPECT_THAT(handsOf(lesson, "slower"), ElementsAre(0, 1, 0));
}

TEST(ClassLesson, AnExplanationShowsTheHandsThatItTellsOf) {
  ClassLesson lesson = taught();
  lesson.raise(0);
  skipTo(lesson, 1);
  lesson.take({4, {}, {}}), lesson.guess(), lesson.take({9, {}, {}}), lesson.guess();
  skipTo(lesson, 2);
  lesson.raise(1);
  skipTo(lesson, 5);
  lesson.player().addRuns(5, {madeRun()});
  const auto names = [&] {
    std::vector<std::string> all;
    const auto sight = lesson.sight(false, {});
    for (const QuestionSight& one : sight->judged) all.push_back(one.question.name);
    return all;
  };
  skipTo(lesson, 6);
  EXPECT_THAT(names(), ElementsAre("slower", "ordered")) << "no explanation tells the order";
  EXPECT_EQ(lesson.sight(false, {})->judged[0].asked, "Which is slower?");
  skipTo(lesson, 7);
  EXPECT_THAT(names(), ElementsAre("much")) << "nobody voted on where";
  EXPECT_EQ(lesson.sight(false, {})->judged[0].votes->right, 1u) << "within a tenth";
  lesson.player().go(0);
  EXPECT_TRUE(lesson.revealed()) << "it was explained";
  EXPECT_FALSE(lesson.open());
  EXPECT_THAT(handsOf(lesson, "slower"), ElementsAre(1, 0, 0));
}

TEST(ClassLesson, WhatNoRunTellsIsShownAtOnce) {
  ClassLesson lesson = taught();
  skipTo(lesson, 9);
  EXPECT_EQ(lesson.goingOn(), LessonAct::Kind::Next) << "the class predicts first";
  lesson.take({4, {}, {}});
  EXPECT_EQ(lesson.goingOn(), LessonAct::Kind::Reveal);
}

TEST(LessonPlayer, AnExplanationsKernelsAreThoseOfTheRunBehindIt) {
  auto parsed = parseLesson(
      "lesson: Two\nsay: A\n  x\nrun: matmul n=64\nexplain: B\n  if 1:\n    {time(naive)}\nsay: C\n  x\nrun: copy "
      "n=64\nexplain: D\n  if 1:\n    {time(naive)}\nsay: E\n  x\n",
      "two.lesson");
  ASSERT_TRUE(parsed.ok()) << parsed.error().message;
  LessonPlayer player(std::make_shared<const Lesson>(parsed.value()));
  std::vector<std::string> seen;
  for (;; player.skip()) {
    seen.push_back(player.runInSight()->run.experiment);
    if (player.atEnd()) break;
  }
  EXPECT_THAT(seen, ElementsAre("matmul", "matmul", "matmul", "copy", "copy", "copy", "copy"));
}

}  // namespace
}  // namespace strata
