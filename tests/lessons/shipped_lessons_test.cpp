#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <regex>
#include <tuple>

#include "app/lessons/expression.h"
#include "app/lessons/lesson_file.h"
#include "app/lessons/lesson_player.h"
#include "engine/base/storey.h"
#include "engine/base/text_parts.h"

// What lessons that come with Strata say and show, where it was once wrong.

namespace strata {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Lesson shipped(const std::string& name) {
  auto lesson = readLesson(STRATA_SOURCE_DIR "/assets/lessons/" + name + ".lesson");
  EXPECT_TRUE(lesson.ok()) << lesson.error().message;
  return lesson.ok() ? std::move(lesson).value() : Lesson{};
}

std::size_t pageTitled(const Lesson& lesson, std::string_view title) {
  const auto found = std::ranges::find(lesson.pages, title, &Page::title);
  EXPECT_NE(found, lesson.pages.end()) << title;
  return static_cast<std::size_t>(found - lesson.pages.begin());
}

/// Forty-eight tokens; what starting one costs is 60 µs one by one and 10 µs as a graph.
LessonRun tokensRun(const char* graph, double tokensPerSecond, std::int64_t workNs) {
  LessonRun run;
  run.experiment = "transformer";
  run.parameters = KeptJson(nlohmann::json{{"tokens", 48}, {"graph", graph}});
  run.hello.device.backend = "cpu";
  RunResult result;
  result.variant = "transformer";
  result.figures = {{"generation_tokens_per_s", tokensPerSecond, "tokens/s", Provenance::Measured},
                    {"launch_time_per_token", 60, "µs", Provenance::Measured},
                    {"graph_launch_time_per_token", 10, "µs", Provenance::Measured},
                    {"graph_size", 54, "kernels", Provenance::Counted}};
  result.deviceTime = RunResult::DeviceTime{workNs, workNs, 0};
  run.results = {result};
  return run;
}

std::string whatRemains(LessonRun off, LessonRun on) {
  const Lesson lesson = shipped("22-fusion-and-graphs");
  const std::size_t page = pageTitled(lesson, "What remains is the work");
  std::vector<std::size_t> runs;
  for (std::size_t i = 0; i < page; ++i)
    if (lesson.pages[i].kind == Page::Kind::Run) runs.push_back(i);
  EXPECT_EQ(runs.size(), 2u);
  LessonPlayer player(std::make_shared<const Lesson>(lesson));
  player.addRuns(runs.front(), {std::move(off)});
  player.addRuns(runs.back(), {std::move(on)});
  while (player.index() < page) player.skip();
  const auto text = player.text();
  EXPECT_TRUE(text.ok()) << text.error().message;
  return text.ok() ? text.value() : std::string();
}

TEST(ShippedLessons, WhatAGraphSavesIsNoMoreThanItsStarts) {
  const std::string more = whatRemains(tokensRun("off", 1000, 343'000), tokensRun("on", 3000, 159'000));
  EXPECT_THAT(more, HasSubstr("differ by more than starting explains"));
  EXPECT_THAT(more, HasSubstr("343"));
  EXPECT_THAT(more, HasSubstr("159"));
  const std::string gaps = whatRemains(tokensRun("off", 5000, 100'000), tokensRun("on", 6000, 100'000));
  EXPECT_THAT(gaps, HasSubstr("What closed is gaps"));
  EXPECT_THAT(gaps, Not(HasSubstr("than starting explains")));
}

TEST(ShippedLessons, HowManyKernelsATokenStartsIsAskedBeforeTheyAreSeen) {
  const Lesson lesson = shipped("22-fusion-and-graphs");
  const auto asked = std::ranges::find(lesson.pages, "how_many", [](const Page& page) { return page.question.name; });
  ASSERT_NE(asked, lesson.pages.end());
  EXPECT_TRUE(std::ranges::none_of(lesson.pages.begin(), asked, &Page::runs));
}

/// Its first lines say how many sectors it takes.
TEST(ShippedLessons, AKernelThatTellsItsSectorsIsNotShownBesideTheirQuestion) {
  const Lesson lesson = shipped("09-coalescing");
  std::size_t asked = 0;
  for (std::size_t i = 1; i < lesson.pages.size(); ++i) {
    if (lesson.pages[i].question.unit != "sectors") continue;
    ++asked;
    EXPECT_NE(lesson.pages[i].sight.view, "kernel") << lesson.pages[i].title;
    const Page& before = lesson.pages[i - 1];
    EXPECT_FALSE(before.kind == Page::Kind::Say && before.sight.view == "kernel") << before.title;
  }
  EXPECT_EQ(asked, 5u);
}

/// Of those that are there to be read off: evidence.
bool readsEvidence(const Lesson& lesson) {
  return lesson.name == "24-detective";
}

/// Its first lines say what it costs; only where a line is asked for is the text needed.
TEST(ShippedLessons, NoKernelsTextStandsBesideAQuestionForAnythingButALine) {
  std::size_t asked = 0;
  for (const LessonFile& file : lessonsIn(STRATA_SOURCE_DIR "/assets/lessons")) {
    ASSERT_TRUE(file.lesson.ok()) << file.lesson.error().message;
    if (readsEvidence(file.lesson.value())) continue;
    std::string view;
    for (const Page& page : file.lesson.value().pages) {
      if (!page.sight.view.empty()) view = page.sight.view;
      if (page.kind != Page::Kind::Ask || page.question.kind == Question::Kind::Place) continue;
      ++asked;
      EXPECT_NE(view, "kernel") << file.path << ": " << page.title;
    }
  }
  EXPECT_GT(asked, 60u);
}

/// By a run that stands in the lesson before the question, and by none after it.
bool isTold(const Lesson& lesson, std::size_t asked) {
  constexpr std::string_view kSeen[] = {"time", "rate", "flops", "storey", "whole", "device_time", "counted"};
  const Question& question = lesson.pages[asked].question;
  std::vector<std::string> answers;
  if (question.kind != Question::Kind::Place || question.unit == "line") answers.push_back(question.answer);
  for (const Choice& choice : question.choices) answers.push_back(choice.when);
  const bool seen = std::ranges::any_of(answers, [&](const std::string& answer) {
    const auto parsed = parseExpression(answer.empty() ? "1" : answer, lesson.formulas);
    return parsed.ok() && std::ranges::any_of(parsed.value().references, [&](const Reference& reference) {
             return std::ranges::find(kSeen, reference.function) != std::end(kSeen);
           });
  });
  const auto rest = lesson.pages.begin() + static_cast<std::ptrdiff_t>(asked);
  const auto explained = std::ranges::find(rest, lesson.pages.end(), Page::Kind::Explain, &Page::kind);
  return seen && std::none_of(rest, explained, [](const Page& page) { return page.runs(); });
}

TEST(ShippedLessons, NothingIsAskedThatARunBeforeHasShown) {
  for (const LessonFile& file : lessonsIn(STRATA_SOURCE_DIR "/assets/lessons")) {
    ASSERT_TRUE(file.lesson.ok()) << file.lesson.error().message;
    const Lesson& lesson = file.lesson.value();
    if (readsEvidence(lesson)) continue;
    for (std::size_t i = 0; i < lesson.pages.size(); ++i)
      if (lesson.pages[i].kind == Page::Kind::Ask) {
        EXPECT_FALSE(isTold(lesson, i)) << file.path << ": " << lesson.pages[i].title;
      }
  }
}

/// Stack and map have the storeys one below the other.
TEST(ShippedLessons, TheWayDownIsAskedWhereNoViewShowsIt) {
  for (const char* name : {"01-what-are-cuda-and-rocm", "01-what-are-cuda-and-rocm.de"}) {
    const Lesson lesson = shipped(name);
    const auto asked = std::ranges::find(lesson.pages, "way_down", [](const Page& page) { return page.question.name; });
    ASSERT_NE(asked, lesson.pages.end());
    EXPECT_EQ(asked->sight.view, "speed");
  }
}

/// Before anything ran each storey says in the stack what happens there.
TEST(ShippedLessons, AStoreyIsNotAskedForInItsOwnWords) {
  std::size_t asked = 0;
  for (const LessonFile& file : lessonsIn(STRATA_SOURCE_DIR "/assets/lessons")) {
    ASSERT_TRUE(file.lesson.ok()) << file.lesson.error().message;
    for (const Page& page : file.lesson.value().pages) {
      const auto storey = page.question.unit == "storey" ? storeyFromKey(page.question.answer) : std::nullopt;
      if (!storey) continue;
      ++asked;
      for (const std::string& word : partsOf(storeyInfo(*storey).what, ','))
        EXPECT_THAT(page.title, Not(HasSubstr(word))) << file.path;
    }
  }
  EXPECT_GT(asked, 2u);
}

/// The driver API can start a kernel as well.
TEST(ShippedLessons, WhoStartsAKernelIsAskedOfTheRuntimesSyntax) {
  const Lesson lesson = shipped("02-why-not-straight-to-the-driver");
  const auto asked =
      std::ranges::find(lesson.pages, "who_launches", [](const Page& page) { return page.question.name; });
  ASSERT_NE(asked, lesson.pages.end());
  EXPECT_THAT(asked->title, HasSubstr("<<<…>>>"));
  for (const Outcome& outcome : lesson.pages[pageTitled(lesson, "The runtime has it")].outcomes)
    EXPECT_THAT(outcome.text, HasSubstr("cuLaunchKernel"));
}

/// Bars are of what was measured until a page chooses others.
TEST(ShippedLessons, AnOrderThatIsModelledShowsItsBarsAndTheNextSpeedsAreMeasuredAgain) {
  for (const auto& [name, page] : {std::pair("12-bank-conflicts", "What it is worth"),
                                   std::pair("15-vectorise-and-tune", "Small steps, in this order")}) {
    const Lesson lesson = shipped(name);
    const std::size_t modelled = pageTitled(lesson, page);
    EXPECT_EQ(lesson.pages[modelled].sight.speeds, "modelled") << name;
    for (const Outcome& outcome : lesson.pages[modelled].outcomes)
      if (outcome.when != "device(gpu)") {
        EXPECT_THAT(outcome.text, HasSubstr("The bars are modelled now")) << name;
      }
    const auto next = std::find_if(lesson.pages.begin() + static_cast<std::ptrdiff_t>(modelled) + 1, lesson.pages.end(),
                                   [](const Page& later) { return later.sight.view == "speed"; });
    ASSERT_NE(next, lesson.pages.end()) << name;
    EXPECT_EQ(next->sight.speeds, "measured") << name;
  }
}

/// "5 ms after 8 ms" is no comparison.
TEST(ShippedLessons, OneValueIsNotToldAfterAnother) {
  const std::regex after("after\\s+\\{");
  for (const LessonFile& file : lessonsIn(STRATA_SOURCE_DIR "/assets/lessons")) {
    ASSERT_TRUE(file.lesson.ok()) << file.lesson.error().message;
    for (const Page& page : file.lesson.value().pages)
      for (const Outcome& outcome : page.outcomes)
        EXPECT_FALSE(std::regex_search(outcome.text, after)) << file.path << ": " << page.title;
  }
}

/// One more is another number, though nearly as large.
TEST(ShippedLessons, AFewThatAreCountedAreRightAlone) {
  for (const auto& [name, asked, count] :
       {std::tuple("04-the-same-on-amd", "waves", 4), std::tuple("09-coalescing", "two", 8),
        std::tuple("09-coalescing", "shifted", 5), std::tuple("17-reduction", "warps_sequential", 12),
        std::tuple("21-a-tiny-transformer", "prompt_tokens", 5), std::tuple("23-port-it", "handed_over", 8),
        std::tuple("24-detective", "sectors", 16)}) {
    const Lesson lesson = shipped(name);
    const Question* question = lesson.question(asked);
    ASSERT_NE(question, nullptr) << name << ", " << asked;
    Judged outcome;
    outcome.truth.number = count;
    EXPECT_TRUE(judge(*question, {static_cast<double>(count), {}, {}}, outcome).right) << asked;
    EXPECT_FALSE(judge(*question, {static_cast<double>(count + 1), {}, {}}, outcome).right) << asked;
    EXPECT_FALSE(judge(*question, {static_cast<double>(count - 1), {}, {}}, outcome).right) << asked;
  }
}

TEST(ShippedLessons, AShareIsAskedForOnAScaleFromNothingToAll) {
  const Lesson lesson = shipped("13-occupancy");
  const Question* question = lesson.question("occupancy_a6000");
  ASSERT_NE(question, nullptr);
  EXPECT_TRUE(isByDifference(*question));
  EXPECT_EQ(question->unit, "%");
}

/// A processor has none of its own.
TEST(ShippedLessons, WarpsOfTheCpuDeviceAreSaidToBeStratas) {
  const Lesson lesson = shipped("04-the-same-on-amd");
  const Page& page = lesson.pages[pageTitled(lesson, "Warps and waves")];
  const auto told = std::ranges::find(page.outcomes, "device(cpu)", &Outcome::when);
  ASSERT_NE(told, page.outcomes.end());
  EXPECT_THAT(told->text, HasSubstr("Strata's CPU device groups threads in warps of"));
}

/// Kept registers are found by the architecture in the GPU's file.
TEST(ShippedLessons, WhatHipccCompiledForIsSaidBesideItsRegisters) {
  std::ifstream file(STRATA_SOURCE_DIR "/assets/gpus/7900xtx.json");
  const std::string architecture = nlohmann::json::parse(file).at("architecture");
  const Lesson lesson = shipped("04-the-same-on-amd");
  const Page& page = lesson.pages[pageTitled(lesson, "What the compiler decides")];
  ASSERT_FALSE(page.outcomes.empty());
  EXPECT_THAT(page.outcomes.back().text, HasSubstr(architecture));
}

TEST(ShippedLessons, AQuestionAboutALoadShowsWhatItReads) {
  const Lesson lesson = shipped("09-coalescing");
  for (const Page& page : lesson.pages)
    if (page.question.unit == "sectors") {
      EXPECT_THAT(page.text, HasSubstr("read `")) << page.title;
    }
}

/// In German the word alone is how long something runs.
TEST(ShippedLessons, InGermanARuntimeIsNoLaufzeit) {
  const std::regex alone("\\bLaufzeit\\b");
  std::size_t translated = 0;
  for (const auto& entry : std::filesystem::directory_iterator(STRATA_SOURCE_DIR "/assets/lessons")) {
    if (!entry.path().string().ends_with(".de.lesson")) continue;
    ++translated;
    std::ifstream file(entry.path());
    const std::string text(std::istreambuf_iterator<char>(file), {});
    EXPECT_FALSE(std::regex_search(text, alone)) << entry.path();
  }
  EXPECT_GT(translated, 0u);
}

}  // namespace
}  // namespace strata
