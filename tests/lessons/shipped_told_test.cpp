#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/lessons/lesson_player.h"
#include "app/lessons/told.h"
#include "app/session/choices.h"
#include "tests/lessons/shipped.h"

// What explanations of lessons that come with Strata make of values that came out.

namespace strata {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// On that page the runs of the page before it came to these.
std::string toldOf(const Lesson& lesson, std::string_view title, std::vector<LessonRun> came) {
  const std::size_t page = pageTitled(lesson, title);
  std::size_t run = page;
  while (run > 0 && lesson.pages[run].kind != Page::Kind::Run) --run;
  LessonPlayer player(std::make_shared<const Lesson>(lesson));
  player.addRuns(run, std::move(came));
  while (player.index() < page) player.skip();
  const auto text = player.text();
  EXPECT_TRUE(text.ok()) << text.error().message;
  return text.ok() ? text.value() : std::string();
}

LessonRun productOf(int side, std::int64_t stairsNs, std::int64_t hardwareNs) {
  LessonRun run;
  run.parameters = KeptJson(nlohmann::json{{"n", side}});
  RunResult result;
  result.variant = "library";
  result.storeyNs[static_cast<std::size_t>(Storey::Driver)] = stairsNs;
  result.storeyNs[static_cast<std::size_t>(Storey::Hardware)] = hardwareNs;
  run.results = {result};
  return run;
}

TEST(ShippedLessons, TheStairsOfALargeProductAreToldAsTheyCame) {
  const Lesson lesson = shipped("03-one-call-seven-storeys");
  const auto told = [&](std::int64_t largeStairs) {
    return toldOf(lesson, "How much longer?", {productOf(16, 23'300, 1'000), productOf(1024, largeStairs, 20'000'000)});
  };
  EXPECT_THAT(told(240'000), HasSubstr("23.3"));
  EXPECT_THAT(told(240'000), HasSubstr("240"));
  EXPECT_THAT(told(240'000), HasSubstr("waking it counts as the driver's"));
  EXPECT_THAT(told(240'000), Not(HasSubstr("do not grow")));
  EXPECT_THAT(told(24'000), HasSubstr("do not grow"));
}

LessonRun saxpyOf(int n, double here, double there) {
  LessonRun run;
  run.parameters = KeptJson(nlohmann::json{{"n", n}});
  run.hello.device.backend = "cpu";
  RunResult result;
  result.variant = "vectorised";
  result.seconds = {here, here, here, 5, "device"};
  result.gbytesPerSecond = 12 * n / here / 1e9;
  result.figures = {{"share_of_roof", 0.125, "", Provenance::Modelled}};
  result.modelled.emplace();
  result.modelled->seconds = there;
  run.results = {result};
  return run;
}

/// A kernel that is slow on a processor makes no GPU quick.
TEST(ShippedLessons, AGpusFactorIsPartedIntoMemoryAndKernel) {
  const Lesson lesson = shipped("05-is-the-gpu-faster");
  const std::vector<LessonRun> runs{saxpyOf(256, 3e-6, 2.2e-6), saxpyOf(4096, 12e-6, 2.2e-6),
                                    saxpyOf(65536, 130e-6, 2.5e-6), saxpyOf(16777216, 0.1, 70e-6)};
  const std::string large = toldOf(lesson, "Far to the right", runs);
  EXPECT_THAT(large, HasSubstr("**208**")) << "3.35 TB/s, where a copy here has 16.1 GB/s";
  EXPECT_THAT(large, HasSubstr("12.5 %"));
  EXPECT_THAT(toldOf(lesson, "Where the lines cross", runs), HasSubstr("makes it slower"));
  EXPECT_EQ(lesson.pages[pageTitled(lesson, "Where the lines cross")].sight.select, "vectorised 256");
}

TEST(ShippedLessons, AFieldOfTheFormIsCalledAsItIsThere) {
  const Lesson lesson = shipped("05-is-the-gpu-faster");
  const auto explore = std::ranges::find(lesson.pages, Page::Kind::Explore, &Page::kind);
  ASSERT_NE(explore, lesson.pages.end());
  const auto experiment = findExperiment(explore->run.experiment);
  ASSERT_TRUE(experiment.ok());
  const auto& parameters = experiment.value()->parameters;
  const auto size = std::ranges::find(parameters, "n", &ParameterInfo::name);
  ASSERT_NE(size, parameters.end());
  EXPECT_THAT(explore->text, HasSubstr("set *" + size->title + "*"));
}

/// It may return in another lesson, alone.
TEST(ShippedLessons, AQuestionDoesNotHangOnTheOneBefore) {
  for (const LessonFile& file : lessonsIn(STRATA_SOURCE_DIR "/assets/lessons")) {
    ASSERT_TRUE(file.lesson.ok()) << file.lesson.error().message;
    for (const Page& page : file.lesson.value().pages)
      for (const char* joint : {"And ", "Und ", "The same ", "Now "})
        if (page.kind == Page::Kind::Ask && page.question.kind != Question::Kind::Place) {
          EXPECT_FALSE(page.title.starts_with(joint)) << file.path << ": " << page.title;
        }
  }
}

/// As the number that was asked for.
TEST(ShippedLessons, AShareIsToldAsExactlyAsItIsAskedFor) {
  for (const double percent : {0.27, 1.24, 12.5, 100.})
    EXPECT_EQ(formatted({percent / 100, {}, {}}, "percent"), formatted({percent, "%", {}}, {}));
}

}  // namespace
}  // namespace strata
