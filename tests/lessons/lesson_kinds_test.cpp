#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "app/lessons/class_lesson.h"
#include "app/lessons/lesson_check.h"
#include "app/lessons/lesson_file.h"
#include "app/lessons/lesson_sight.h"
#include "app/words/messages.h"
#include "tests/lessons/lesson_texts.h"
#include "tests/lessons/made_run.h"

// Pages that open a recording or let the learner try, and lessons in other languages.

namespace strata {
namespace {

using ::testing::HasSubstr;

constexpr std::string_view kExplore = R"(lesson: Search
explore: Make naive slow
  Find a size that takes more than 3 ms.
  goal: time(naive) > 0.003
  solution: matmul n=64
explain: So
  {time(naive)}
)";

Lesson read(std::string_view text, std::string_view file = "own.lesson") {
  auto lesson = parseLesson(text, file);
  EXPECT_TRUE(lesson.ok()) << lesson.error().message;
  return lesson.ok() ? std::move(lesson).value() : Lesson{};
}

std::string wrong(std::string_view text) {
  const auto lesson = parseLesson(text, "own.lesson");
  return lesson.ok() ? "" : lesson.error().message;
}

LessonRun slowRun(double seconds) {
  LessonRun run = madeRun();
  run.results[0].seconds.median = seconds;
  return run;
}

TEST(LessonKinds, ExploringWaitsForTheGoalOrForThreeTries) {
  LessonPlayer player(std::make_shared<const Lesson>(read(kExplore)));
  EXPECT_EQ(player.waitsFor(), "the goal");
  player.addTry(slowRun(0.001));
  EXPECT_FALSE(player.goalReached());
  player.next();
  EXPECT_EQ(player.index(), 0u);
  player.addTry(slowRun(0.004));
  EXPECT_TRUE(player.goalReached());
  EXPECT_EQ(sightOf(player, false, {})->tries, 2u);
  player.next();
  EXPECT_EQ(player.index(), 1u);

  LessonPlayer other(std::make_shared<const Lesson>(read(kExplore)));
  for (int i = 0; i < 3; ++i) other.addTry(slowRun(0.001));
  EXPECT_FALSE(other.goalReached());
  EXPECT_EQ(other.waitsFor(), "") << "nobody is kept";
}

TEST(LessonKinds, AGoalOutOfReachIsFoundByTheCheck) {
  LessonHost host;
  host.run = [](const RunLine&) -> Result<LessonRun> { return slowRun(0.001); };
  const auto problems = problemsWhenRun(read(kExplore), host);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_THAT(problems[0].what, HasSubstr("does not reach"));
}

// Whoever goes back from a recording reads what their own run came to.
TEST(LessonKinds, AnExplanationTellsTheRunsBeforeIt) {
  LessonPlayer player(std::make_shared<const Lesson>(
      read("lesson: A\nrun: matmul\nexplain: B\n  {time(naive)}\nopen: a.pftrace\nexplain: C\n  {time(naive)}\n")));
  player.addRuns(0, {slowRun(0.004)});
  player.addRuns(2, {slowRun(0.001)});
  player.go(3);
  EXPECT_THAT(player.text().value(), HasSubstr("1.00 ms"));
  player.go(1);
  EXPECT_THAT(player.text().value(), HasSubstr("4.00 ms"));
}

TEST(LessonKinds, ExploringNeedsGoalAndSolution) {
  EXPECT_THAT(wrong("lesson: A\nexplore: B\n  goal: 1\n"), HasSubstr("solution"));
  EXPECT_THAT(wrong("lesson: A\nexplore: B\n  solution: matmul\n"), HasSubstr("goal"));
  EXPECT_THAT(wrong("lesson: A\nsay: B\n  goal: 1\n"), HasSubstr("goal")) << "of another kind of page";
}

TEST(LessonKinds, WhatCameOutMayStandInAPublication) {
  const std::string asks = "lesson: A\nask: B\n  name: b\n  number: 1 to 8\n  answer: 6.4\n";
  EXPECT_FALSE(parsed(asks).pages[0].question.published);
  EXPECT_TRUE(parsed(asks + "  kind: published\n").pages[0].question.published);
  EXPECT_FALSE(parseLesson(asks + "  kind: guessed\n", "own.lesson").ok());
}

TEST(LessonKinds, ARecordingLiesBesideTheLesson) {
  const Lesson lesson = read("lesson: A\nopen: runs/slow.pftrace\n", "/course/a.lesson");
  EXPECT_EQ(lesson.recordingOf(lesson.pages[0]), "/course/runs/slow.pftrace");
  for (const char* path : {"/etc/passwd", "../x", "runs/../../x"})
    EXPECT_THAT(wrong("lesson: A\nopen: " + std::string(path) + "\n"), HasSubstr("folder")) << path;
}

TEST(LessonKinds, ARecordingTakesThePlaceOfARun) {
  const Lesson lesson = read("lesson: A\nopen: slow.pftrace\nexplain: E\n  {time(naive)}\n");
  std::string asked;
  LessonHost host;
  host.open = [&](const std::string& path) -> Result<LessonRun> {
    asked = path;
    return madeRun();
  };
  EXPECT_TRUE(problemsWhenRun(lesson, host).empty());
  EXPECT_EQ(asked, "slow.pftrace");
  LessonPlayer player(std::make_shared<const Lesson>(lesson));
  EXPECT_EQ(player.waitsFor(), "the recording");
}

TEST(LessonKinds, AClassRunsTheSolutionAndOpensTheRecording) {
  ClassLesson exploring(std::make_shared<const Lesson>(read(kExplore)));
  EXPECT_EQ(exploring.goingOn(), LessonAct::Kind::Run);
  exploring.player().addRuns(0, {slowRun(0.004)});
  EXPECT_EQ(exploring.goingOn(), LessonAct::Kind::Next);
  ClassLesson opening(
      std::make_shared<const Lesson>(read("lesson: A\nopen: a.pftrace\nexplain: E\n  {time(naive)}\n")));
  EXPECT_EQ(opening.player().experimentInSight(), "");
  EXPECT_TRUE(opening.sight(false, {})->mayRun());
  opening.player().addRuns(0, {madeRun()});
  EXPECT_EQ(opening.player().experimentInSight(), "matmul");
}

TEST(LessonKinds, AHandGoesOnFromTheRunThatIsSpokenOfAndIsToldNoSolution) {
  LessonPlayer player(std::make_shared<const Lesson>(
      read("lesson: A\nsay: S\n  S.\nrun: saxpy n=64,128 variants=naive\nexplore: Try\n  Try.\n"
           "  goal: time(naive) > 0\n  solution: saxpy n=16 variants=naive\nopen: a.pftrace\n")));
  const Page& run = player.lesson().pages[1];
  for (const std::size_t page : {0u, 1u, 2u}) {
    EXPECT_EQ(player.index(), page);
    EXPECT_EQ(player.runToGoOnFrom(), &run) << page;
    player.skip();
  }
  EXPECT_EQ(player.runToGoOnFrom(), nullptr) << "a recording was asked what its session says";
  const LessonPlayer alone(std::make_shared<const Lesson>(read(kExplore)));
  EXPECT_EQ(alone.runToGoOnFrom(), nullptr);
}

TEST(LessonKinds, AQuestionExplainedBeforeTheNextRunIsOfTheRunBehind) {
  LessonPlayer player(std::make_shared<const Lesson>(read(
      "lesson: A\nrun: matmul n=64\nask: Q?\n  name: q\n  number: 1 to 9\n  answer: 3\nexplain: E\n  {time(naive)}\n"
      "say: Now\nopen: a.pftrace\n")));
  EXPECT_EQ(player.runInSight()->kind, Page::Kind::Run);
  player.skip();
  EXPECT_EQ(player.runInSight()->kind, Page::Kind::Run) << "the question's explanation comes first";
  player.skip();
  player.skip();
  EXPECT_EQ(player.runInSight()->kind, Page::Kind::Open);
}

TEST(LessonKinds, ATranslationStandsInForItsOriginal) {
  const auto file = [](const char* name, const char* title) {
    return LessonFile{name, parseLesson("lesson: " + std::string(title) + "\nsay: A\n", name)};
  };
  const std::vector<LessonFile> all = {file("01-a.lesson", "One"), file("01-a.de.lesson", "Eins"),
                                       file("02-b.lesson", "Two")};
  EXPECT_EQ(languagesOf(all), std::vector<std::string>{"de"});
  const auto titles = [&](const std::string& language) {
    std::string joined;
    for (const LessonFile& one : inLanguage(all, language)) joined += one.lesson.value().title + " ";
    return joined;
  };
  EXPECT_EQ(titles(""), "One Two ");
  EXPECT_EQ(titles("de"), "Eins Two ");
  EXPECT_EQ(titles("fr"), "One Two ");
  EXPECT_EQ(all[1].lesson.value().name, "01-a") << "progress is of the lesson, not of its language";
}

TEST(LessonKinds, TheLanguageIsTheFirstOneReadThatLessonsAreIn) {
  const std::vector<LessonFile> all = {{"01-a.de.lesson", parseLesson("lesson: Eins\nsay: A\n", "01-a.de.lesson")}};
  const auto languageOf = [&](const std::vector<std::string>& read) { return languageFor(read, all); };
  EXPECT_EQ(languageOf({"de-AT", "de"}), "de");
  EXPECT_EQ(languageOf({"fr-FR", "de"}), "de");
  EXPECT_EQ(languageOf({"en-GB", "de"}), "") << "lessons are written in English";
  EXPECT_EQ(languageOf({"C"}), "");
  EXPECT_EQ(languageOf({}), "");
  EXPECT_EQ(languageFor(std::vector<std::string>{"de"}, {}), "") << "nothing is in German";
}

TEST(LessonKinds, ALessonInOneLanguageAloneIsListedInEach) {
  const auto file = [](const char* name) { return LessonFile{name, parseLesson("lesson: Eins\nsay: A\n", name)}; };
  for (const char* language : {"", "de", "fr"})
    EXPECT_EQ(inLanguage({file("03-c.de.lesson"), file("03-c.fr.lesson")}, language).size(), 1u) << language;
  EXPECT_EQ(inLanguage({file("03-c.de.lesson"), file("03-c.fr.lesson")}, "fr")[0].path, "03-c.fr.lesson");
}

TEST(LessonKinds, ATranslationDoesWhatItsOriginalDoes) {
  const std::string original = "lesson: A\nask: Q?\n  name: q\n  number: 1 to 9\n  answer: 3\nrun: matmul n=64\n";
  const auto problem = [&](const std::string& translated) {
    const auto problems = problemsOfTranslation(read(translated), read(original));
    return problems.empty() ? std::string() : problems[0].what;
  };
  EXPECT_EQ(problem("lesson: B\nask: F?\n  name: q\n  number: 1 to 9\n  answer: 3\nrun: matmul n=64\n"), "");
  EXPECT_THAT(problem("lesson: B\nask: F?\n  name: r\n  number: 1 to 9\n  answer: 3\nrun: matmul n=64\n"),
              HasSubstr("name"));
  EXPECT_THAT(problem("lesson: B\nask: F?\n  name: q\n  number: 1 to 9\n  answer: 4\nrun: matmul n=64\n"),
              HasSubstr("answered"));
  EXPECT_THAT(problem("lesson: B\nask: F?\n  name: q\n  number: 1 to 32\n  answer: 3\nrun: matmul n=64\n"),
              HasSubstr("answered"));
  EXPECT_THAT(problem("lesson: B\nask: F?\n  name: q\n  number: 1 to 9\n  answer: 3\nrun: matmul n=65\n"),
              HasSubstr("run"));
  EXPECT_THAT(problem("lesson: B\nsay: F\n"), HasSubstr("pages"));
}

TEST(LessonKinds, TheTourIsALessonThatAsksNothing) {
  const auto tour = readLesson(STRATA_SOURCE_DIR "/assets/tour/first-run.lesson");
  ASSERT_TRUE(tour.ok()) << tour.error().message;
  EXPECT_EQ(tour.value().pages.size(), 5u);
  for (const Page& page : tour.value().pages) {
    EXPECT_EQ(page.kind, Page::Kind::See);
    EXPECT_LE(wordsIn(page.text), kMostWords);
    EXPECT_FALSE(page.sight.view.empty() || page.sight.select.empty());
  }
}

TEST(LessonKinds, TheToursCopyIsToldAsAProcessorShowsItToo) {
  const auto tour = readLesson(STRATA_SOURCE_DIR "/assets/tour/first-run.lesson");
  ASSERT_TRUE(tour.ok()) << tour.error().message;
  const auto copy = std::ranges::find(tour.value().pages, std::string_view("The copy"), &Page::title);
  ASSERT_NE(copy, tour.value().pages.end());
  std::string told = copy->text;
  std::ranges::replace(told, '\n', ' ');
  EXPECT_THAT(told, HasSubstr(std::string(text(Msg::SameRamLink))));
}

}  // namespace
}  // namespace strata
