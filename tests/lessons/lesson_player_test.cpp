#include "app/lessons/lesson_player.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "app/lessons/lesson_file.h"
#include "app/lessons/lesson_sight.h"
#include "tests/lessons/made_run.h"

namespace strata {
namespace {

using ::testing::HasSubstr;

constexpr std::string_view kLesson = R"(lesson: Tiling
let: factor = time(naive) / time(tiled)
say: First
  Hello.
ask: Which is slower?
  name: slower
  choice: naive | factor > 1
  choice: tiled | factor < 1
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
run: matmul n=64 variants=naive,tiled
explain: So
  if factor > 3:
    You said {bet: much} and {bet: slower}; it is {factor: times}, {time(naive)}.
  else:
    Only {factor}.
explain: Nothing more
  if factor > 100:
    {factor}
)";

LessonPlayer player() {
  auto lesson = parseLesson(kLesson, "tiling.lesson");
  EXPECT_TRUE(lesson.ok()) << lesson.error().message;
  return LessonPlayer(std::make_shared<const Lesson>(std::move(lesson).value()));
}

void predictAll(LessonPlayer& player) {
  player.next();
  player.bet({0, {}, {}});
  player.next();
  player.bet({2, {}, {}});
  player.next();
  player.bet({0, {0, 1}, {}});
  player.next();
  player.bet({22, {}, {}});
  player.next();
}

TEST(LessonPlayer, APredictionComesBeforeTheRun) {
  LessonPlayer one = player();
  one.go(7);
  EXPECT_EQ(one.index(), 1u);
  EXPECT_EQ(one.waitsFor(), "your prediction");
  one.next();
  EXPECT_EQ(one.index(), 1u);
  one.bet({0, {}, {}});
  one.next();
  EXPECT_EQ(one.index(), 2u);
  one.back();
  EXPECT_EQ(one.index(), 1u);
}

TEST(LessonPlayer, ARunComesBeforeItsExplanation) {
  LessonPlayer one = player();
  predictAll(one);
  EXPECT_EQ(one.page().kind, Page::Kind::Run);
  EXPECT_EQ(one.waitsFor(), "the run");
  one.next();
  EXPECT_EQ(one.index(), 5u);
  EXPECT_FALSE(one.judged(*one.lesson().question("much")));
  one.addRuns(5, {madeRun()});
  one.next();
  EXPECT_EQ(one.index(), 6u);
}

TEST(LessonPlayer, WhatWasPredictedStandsBesideWhatCameOut) {
  LessonPlayer one = player();
  predictAll(one);
  one.addRuns(5, {madeRun()});
  one.next();
  const auto judge = [&](std::string_view name) { return *one.judged(*one.lesson().question(name)); };
  EXPECT_TRUE(judge("slower").right);
  EXPECT_FALSE(judge("much").right);
  EXPECT_DOUBLE_EQ(judge("much").factor, 2);
  EXPECT_FALSE(judge("ordered").right);
  EXPECT_EQ(judge("ordered").order, (std::vector<std::size_t>{1, 0}));
  EXPECT_TRUE(judge("where").right);
  EXPECT_EQ(one.questionsBefore(6).size(), 4u);
  EXPECT_TRUE(one.questionsBefore(7).empty());
  EXPECT_EQ(one.text().value(),
            "You said **2** and **naive**; it is **4 ×** [measured](kind:measured), **4.00 ms** "
            "[measured](kind:measured).");
}

TEST(LessonPlayer, APredictionIsFinalOnceItHasBeenExplained) {
  LessonPlayer one = player();
  predictAll(one);
  one.go(2);
  one.bet({3, {}, {}});
  EXPECT_EQ(one.betOn("much")->number, 3) << "nothing has been explained yet";
  one.go(5);
  one.addRuns(5, {madeRun()});
  one.next();
  one.go(2);
  EXPECT_FALSE(one.mayBet());
  one.bet({4, {}, {}});
  EXPECT_EQ(one.betOn("much")->number, 3);
}

TEST(LessonPlayer, AnOutcomeWithoutExplanationIsSaid) {
  LessonPlayer one = player();
  predictAll(one);
  one.addRuns(5, {madeRun()});
  one.next();
  one.next();
  ASSERT_FALSE(one.text().ok());
  EXPECT_THAT(one.text().error().message, HasSubstr("no explanation for what came out here (tiling, line"));
}

TEST(LessonPlayer, AnotherOutcomeIsExplainedOtherwise) {
  LessonPlayer one = player();
  predictAll(one);
  LessonRun run = madeRun();
  run.results[1].seconds.median = 0.002;
  one.addRuns(5, {run});
  one.next();
  EXPECT_EQ(one.text().value(), "Only **2** [measured](kind:measured).");
}

TEST(LessonPlayer, ARunAgainReplacesTheOneBefore) {
  LessonPlayer one = player();
  predictAll(one);
  one.addRuns(5, {madeRun()});
  LessonRun run = madeRun();
  run.results[1].seconds.median = 0.004;
  one.addRuns(5, {run});
  one.next();
  EXPECT_EQ(one.text().value(), "Only **1** [measured](kind:measured).");
}

TEST(LessonPlayer, ANumberWithNothingToCompareIsInfinitelyFarOff) {
  LessonPlayer one = player();
  predictAll(one);
  LessonRun run = madeRun();
  run.results[0].seconds.median = 0;
  one.addRuns(5, {run});
  EXPECT_TRUE(std::isinf(one.judged(*one.lesson().question("much"))->factor));
}

TEST(LessonSight, ShowsThePageAsItStands) {
  LessonPlayer one = player();
  EXPECT_EQ(sightOf(one, false, {})->title, "First");
  predictAll(one);
  const auto run = sightOf(one, true, {});
  EXPECT_TRUE(run->running);
  EXPECT_EQ(run->run, "strata run matmul --set n=64 --variants naive,tiled");
  one.addRuns(5, {madeRun()});
  one.next();
  const auto explained = sightOf(one, false, {});
  EXPECT_EQ(explained->judged.size(), 4u);
  EXPECT_EQ(plainText(explained->text), "You said 2 and naive; it is 4 × (measured), 4.00 ms (measured).");
  one.next();
  EXPECT_THAT(sightOf(one, false, {})->problem, HasSubstr("no explanation"));
}

/// As a learner has it who stopped on a page after the run.
LessonPlace stoppedAt(std::size_t page) {
  LessonPlayer one = player();
  predictAll(one);
  one.addRuns(5, {madeRun()});
  one.go(page);
  EXPECT_EQ(one.index(), page);
  return one.place();
}

TEST(LessonPlayer, WhatIsMissingIsSaidInTheLessonsLanguage) {
  LessonPlayer german(std::make_shared<const Lesson>(parseLesson(kLesson, "tiling.de.lesson").value()));
  while (german.index() < 6) german.skip();
  EXPECT_THAT(german.text().error().message, HasSubstr("Geh zurück und führ das zuerst aus."));
}

TEST(LessonPlayer, GoesOnWhereItWasLeftWithItsPredictionsAndWithoutItsRuns) {
  const LessonPlace place = stoppedAt(6);
  LessonPlayer again = player();
  ASSERT_TRUE(again.resume(place));
  EXPECT_EQ(again.index(), 6u);
  EXPECT_EQ(again.betInWords("much"), "2");
  EXPECT_FALSE(again.hasRun(5));
  ASSERT_NE(again.runNeeded(), nullptr);
  EXPECT_EQ(again.runNeeded()->kind, Page::Kind::Run);
  EXPECT_THAT(again.text().error().message, HasSubstr("has not run yet"));
  EXPECT_TRUE(sightOf(again, false, {})->mayCatchUp());
  again.addRuns(5, {madeRun()});
  EXPECT_EQ(again.runNeeded(), nullptr);
  EXPECT_TRUE(again.text().ok());
  EXPECT_FALSE(sightOf(again, false, {})->mayCatchUp());
  EXPECT_EQ(again.place(), place);
}

TEST(LessonPlayer, WhatWasExplainedStaysExplained) {
  LessonPlayer again = player();
  ASSERT_TRUE(again.resume(stoppedAt(6)));
  again.go(1);
  EXPECT_FALSE(again.mayBet());
}

TEST(LessonPlayer, DoesNotGoOnInALessonOfAnotherPlan) {
  LessonPlace place = stoppedAt(6);
  std::string edited(kLesson);
  edited.replace(edited.find("say: First"), 10, "say: Before\n  One more.\nsay: First");
  LessonPlayer other(std::make_shared<const Lesson>(parseLesson(edited, "tiling.lesson").value()));
  EXPECT_FALSE(other.resume(place));
  EXPECT_EQ(other.index(), 0u);
  EXPECT_EQ(other.betOn("much"), nullptr);
  std::string reworded(kLesson);
  reworded.replace(reworded.find("Hello."), 6, "Good day.");
  LessonPlayer same(std::make_shared<const Lesson>(parseLesson(reworded, "tiling.lesson").value()));
  EXPECT_TRUE(same.resume(place)) << "only its words are others";
  place.page = 99;
  EXPECT_FALSE(player().resume(place));
}

TEST(LessonPlayer, TakesNoPredictionThatTheQuestionDoesNotAllow) {
  LessonPlace place = stoppedAt(6);
  place.bets["slower"] = {2, {}, {}};
  place.bets["much"] = {65, {}, {}};
  place.bets["ordered"] = {0, {1, 1}, {}};
  place.bets["nobody"] = {1, {}, {}};
  LessonPlayer again = player();
  ASSERT_TRUE(again.resume(place));
  for (const char* name : {"slower", "much", "ordered", "nobody"}) EXPECT_EQ(again.betOn(name), nullptr) << name;
  EXPECT_NE(again.betOn("where"), nullptr);
}

TEST(LessonPlayer, QuestionsThatReturnedAreNoPartOfThePlace) {
  const LessonPlace place = stoppedAt(6);
  Lesson lesson = parseLesson(kLesson, "tiling.lesson").value();
  Page asked = lesson.pages[1];
  asked.question.lesson = "00-before";
  asked.question.name = "00-before/q";
  lesson.pages.insert(lesson.pages.begin(), asked);
  lesson.returning = 1;
  LessonPlayer longer(std::make_shared<const Lesson>(std::move(lesson)));
  longer.bet({0, {}, {}});
  EXPECT_TRUE(longer.place().atStart());
  ASSERT_TRUE(longer.resume(place));
  EXPECT_EQ(longer.index(), 7u);
  EXPECT_EQ(longer.place(), place);
}

TEST(LessonPlayer, ANumberIsJudgedByItsScale) {
  Question question;
  question.kind = Question::Kind::Number;
  question.low = 0, question.high = 7;
  EXPECT_EQ(closeFactor(question), 1.1);
  question.low = 50, question.high = 100;
  EXPECT_EQ(closeFactor(question), 1.1) << "never stricter than a tenth";
  question.low = 0.01;
  EXPECT_EQ(closeFactor(question), 1.6) << "a twentieth of four decades";
  Judged outcome;
  outcome.truth.number = 2;
  EXPECT_TRUE(judge(question, {3.1, {}, {}}, outcome).right);
  EXPECT_TRUE(judge(question, {1.3, {}, {}}, outcome).right);
  EXPECT_FALSE(judge(question, {3.3, {}, {}}, outcome).right);
}

TEST(LessonPlayer, AScaleFromNothingIsJudgedByTheDifference) {
  Question question;
  question.kind = Question::Kind::Number;
  question.unit = "threads";
  const auto right = [&](double high, double bet, double truth) {
    question.high = high;
    Judged outcome;
    outcome.truth.number = truth;
    return judge(question, {bet, {}, {}}, outcome).right;
  };
  EXPECT_TRUE(right(7, 5, 5));
  EXPECT_TRUE(right(7, 0, 0));
  EXPECT_FALSE(right(7, 6, 5));
  EXPECT_TRUE(right(7, 5, 4.6)) << "the nearest whole number";
  EXPECT_TRUE(right(256, 2, 0)) << "no factor leads to nothing";
  EXPECT_FALSE(right(256, 27, 24));
  EXPECT_FALSE(right(256, 245, 250)) << "near as a factor, not as a count";
  question.unit = "%";
  EXPECT_TRUE(right(100, 3, 7));
  EXPECT_FALSE(right(100, 90, 96));
}

}  // namespace
}  // namespace strata
