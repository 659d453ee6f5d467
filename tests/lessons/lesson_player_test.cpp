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
  EXPECT_EQ(run->run, "matmul n=64 variants=naive,tiled");
  one.addRuns(5, {madeRun()});
  one.next();
  const auto explained = sightOf(one, false, {});
  EXPECT_EQ(explained->judged.size(), 4u);
  EXPECT_EQ(plainText(explained->text), "You said 2 and naive; it is 4 × (measured), 4.00 ms (measured).");
  one.next();
  EXPECT_THAT(sightOf(one, false, {})->problem, HasSubstr("no explanation"));
}

}  // namespace
}  // namespace strata
