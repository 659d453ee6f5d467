#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <span>

#include "app/facts/start_sight.h"
#include "app/lessons/handout.h"
#include "app/lessons/learned.h"
#include "app/lessons/lesson_sight.h"
#include "tests/lessons/made_run.h"

// Where the numbers of saved answers come from, and what a list says of a lesson that is none.

namespace strata {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(SavedAnswers, AFindingNamesWhatItsValuesAreOfEachWithItsOwnDevice) {
  LessonPlayer player(
      std::make_shared<const Lesson>(parseLesson("lesson: Own\nopen: gpu.pftrace\nexplore: Find a size\n  goal: 1\n"
                                                 "  solution: matmul n=8\nrun: saxpy n=16\nexplain: So\n"
                                                 "  if device(gpu):\n    On a GPU.\n  else:\n"
                                                 "    {time(naive)}, there {time(wide)}\n",
                                                 "own.lesson")
                                         .value()));
  LessonRun recorded = madeRun();
  recorded.experiment = "saxpy";
  recorded.results[0].variant = "wide";
  recorded.hello.device.name = "a far GPU";
  player.addRuns(0, {recorded});
  player.skip();
  LessonRun here = madeRun();
  here.hello.device.name = "a CPU";
  player.addTry(here);
  player.addTry(here);
  player.skip();
  LessonRun unasked = madeRun();
  unasked.results.clear();
  unasked.hello.device.name = "another CPU";
  player.addRuns(2, {unasked});
  player.skip();
  Progress progress;
  noteOutcomes(progress, player);
  ASSERT_EQ(progress.findings.size(), 1u);
  EXPECT_EQ(progress.findings[0].runs,
            (std::vector<Progress::Source>{{"matmul n=64 type=fp32 variants=naive,tiled,broken", "a CPU"}}))
      << "the run that tells nothing is not named";
  EXPECT_EQ(progress.findings[0].recordings, (std::vector<Progress::Source>{{"gpu.pftrace", "a far GPU"}}));
  EXPECT_EQ(progressFromText(toText(progress)), progress);
  const std::string page = learnerPage(progress, {}, {"Anna", "2026-05-31 02:10", "lab-07"});
  EXPECT_THAT(page, HasSubstr("<h1>Anna</h1>"));
  EXPECT_THAT(page, HasSubstr("<footer>Saved 2026-05-31 02:10 on lab-07.</footer>"));
  EXPECT_THAT(page, HasSubstr("strata run matmul --set n=64 --set type=fp32"));
  EXPECT_THAT(page, HasSubstr("</pre>\n<p><small>a CPU</small></p>\n"
                              "<p>Recording: <code>gpu.pftrace</code></p>\n<p><small>a far GPU</small></p>"));
  EXPECT_THAT(page, Not(HasSubstr("strata run saxpy")));
}

TEST(LessonList, WhatIsWrongWithALessonOfAListNamesItsFileWithoutTheFolder) {
  const std::string path = "/a/course/in/a/far/folder/03-broken.lesson";
  const auto sight = listOf({{path, parseLesson("lesson: A\nsey: B\n", path)}}, {});
  ASSERT_EQ(sight->list.size(), 1u);
  EXPECT_TRUE(sight->list[0].problem.starts_with("03-broken.lesson:2: ")) << sight->list[0].problem;
}

TEST(LessonList, MarksWhatIsNotInTheLanguageThatWasChosen) {
  const auto file = [](const char* name) { return LessonFile{name, parseLesson("lesson: A\nsay: B\n", name)}; };
  const std::vector<LessonFile> files{file("01-a.de.lesson"), file("02-b.lesson"), file("03-c.fr.lesson")};
  const auto german = listOf(files, {}, "de");
  EXPECT_EQ(german->language, "de");
  EXPECT_EQ(german->list[0].language, "");
  EXPECT_EQ(german->list[1].language, "(Englisch)");
  EXPECT_EQ(german->list[2].language, "(fr)");
  for (const ListedLesson& one : listOf(files, {})->list) EXPECT_EQ(one.language, "") << "none was chosen";
  const std::span<const LessonFile> english = std::span(files).subspan(1);
  StartSight start;
  addLessons(start, english, {}, "de");
  EXPECT_EQ(start.nextLanguage, "(Englisch)") << "of the next on the start page, too";
  start = {};
  addLessons(start, files, {}, "de");
  EXPECT_EQ(start.nextLanguage, "");
}

}  // namespace
}  // namespace strata
