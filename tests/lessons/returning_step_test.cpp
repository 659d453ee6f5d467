#include <gtest/gtest.h>

#include <memory>

#include "app/facts/page_selection.h"
#include "app/lessons/learned.h"
#include "tests/lessons/noted_progress.h"

// Which step stands beside a question that returns.

namespace strata {
namespace {

constexpr std::string_view kLater =
    "lesson: Later\nsay: Hello\n  Text.\nrun: matmul n=64\nexplain: E\n  {time(naive)}\n";

TEST(ReturningStep, ThePageOfAKernelShowsTheStepThatWasToRunOrWhereItsRunWasBehindTheStack) {
  constexpr std::string_view kAsks = R"(lesson: Copies
ask: Ahead?
  name: ahead
  number: 1 to 64
  answer: 2
  view: kernel
run: copy n=64 variants=strided
ask: Behind?
  name: behind
  number: 1 to 64
  answer: 2
  view: kernel
explain: So
  if 1:
    2
)";
  const std::vector<LessonFile> listed{{"01-copies.lesson", parseLesson(kAsks, "01-copies.lesson")},
                                       LessonFile{"02-later.lesson", parseLesson(kLater, "02-later.lesson")}};
  ASSERT_TRUE(listed[0].lesson.ok()) << listed[0].lesson.error().message;
  const Progress progress = test::notedProgress("01-copies", {"ahead", "behind"});
  const Lesson lesson = withReturning(listed[1].lesson.value(), progress, listed);
  ASSERT_EQ(lesson.returning, 3u);
  EXPECT_EQ(lesson.pages[0].sight.view, "kernel");
  EXPECT_EQ(lesson.pages[0].sight.variant, "strided");
  EXPECT_EQ(lesson.pages[1].sight.view, "stack");
}

TEST(ReturningStep, ThePageThatRunsShowsTheFirstStepUntilItHasRun) {
  const auto lesson = std::make_shared<const Lesson>(
      parseLesson("lesson: Own\nrun: matmul n=64 variants=tiled,naive\n  view: kernel\nexplain: So\n  {time(tiled)}\n",
                  "01-own.lesson")
          .value());
  LessonPlayer player(lesson);
  EXPECT_EQ(stepShown(player, nullptr), "tiled");
  player.addRuns(0, {LessonRun{"matmul", {}, {}, {}, {}}});
  EXPECT_EQ(stepShown(player, nullptr), "");
}

TEST(ReturningStep, OfARunOfAllStepsTheFirstOfItsOwnExperimentIsShown) {
  Lesson lesson = parseLesson(
                      "lesson: Later\nask: Again?\n  name: again\n  number: 1 to 64\n  answer: 2\n"
                      "  view: kernel\nrun: matmul variants=tiled\nexplain: So\n  {time(tiled)}\n",
                      "02-later.lesson")
                      .value();
  ExperimentInfo copy;
  copy.variants.emplace_back().name = "naive";
  EXPECT_EQ(stepShown(LessonPlayer(std::make_shared<const Lesson>(lesson)), &copy), "tiled");
  lesson.pages[0].experiment = "copy";
  EXPECT_EQ(stepShown(LessonPlayer(std::make_shared<const Lesson>(lesson)), &copy), "naive");
}

}  // namespace
}  // namespace strata
