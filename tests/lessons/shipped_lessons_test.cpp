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
#include "tests/lessons/shipped.h"

// What lessons that come with Strata say and show, where it was once wrong.

namespace strata {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

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

/// On the page of that title, where the runs before it came to these, in order.
LessonPlayer playedTo(const Lesson& lesson, std::string_view title, const std::vector<LessonRun>& came) {
  const std::size_t page = pageTitled(lesson, title);
  std::vector<std::size_t> runs;
  for (std::size_t i = 0; i < page; ++i)
    if (lesson.pages[i].kind == Page::Kind::Run) runs.push_back(i);
  EXPECT_EQ(runs.size(), came.size());
  LessonPlayer player(std::make_shared<const Lesson>(lesson));
  for (std::size_t i = 0; i < std::min(runs.size(), came.size()); ++i) player.addRuns(runs[i], {came[i]});
  while (player.index() < page) player.skip();
  return player;
}

std::string textOn(const Lesson& lesson, std::string_view title, const std::vector<LessonRun>& came) {
  const auto text = playedTo(lesson, title, came).text();
  EXPECT_TRUE(text.ok()) << text.error().message;
  return text.ok() ? text.value() : std::string();
}

std::string whatRemains(const LessonRun& off, const LessonRun& on) {
  return textOn(shipped("22-fusion-and-graphs"), "What remains is the work", {off, on});
}

TEST(ShippedLessons, WhatAGraphSavesIsNoMoreThanItsStarts) {
  const std::string more = whatRemains(tokensRun("off", 1000, 343'000), tokensRun("on", 3000, 159'000));
  EXPECT_THAT(more, HasSubstr("differ by more than starting explains"));
  EXPECT_THAT(more, HasSubstr("343"));
  EXPECT_THAT(more, HasSubstr("159"));
  const std::string gaps = whatRemains(tokensRun("off", 5000, 100'000), tokensRun("on", 6000, 100'000));
  EXPECT_THAT(gaps, HasSubstr("What closed is gaps"));
  EXPECT_THAT(gaps, Not(HasSubstr("than starting explains")));
  const std::string hardlyMore = whatRemains(tokensRun("off", 5000, 100'000), tokensRun("on", 1e6 / 145, 100'000));
  EXPECT_THAT(hardlyMore, HasSubstr("What closed is gaps")) << "55 µs, of which 50 are explained";
}

TEST(ShippedLessons, ALossIsNotSaidToBeNoGain) {
  const std::string loss = whatRemains(tokensRun("off", 5056, 100'000), tokensRun("on", 2333, 300'000));
  EXPECT_THAT(loss, HasSubstr("slower"));
  EXPECT_THAT(loss, HasSubstr("Run both again"));
  EXPECT_THAT(loss, Not(HasSubstr("no gain")));
  EXPECT_THAT(whatRemains(tokensRun("off", 5000, 100'000), tokensRun("on", 4900, 100'000)), HasSubstr("no gain"));
}

/// It ends where the host has started the token.
TEST(ShippedLessons, BesideATokensSpanItIsSaidThatItIsTheHosts) {
  const Lesson lesson = shipped("22-fusion-and-graphs");
  EXPECT_THAT(lesson.pages[pageTitled(lesson, "One after the other")].text, HasSubstr("is the host's"));
  for (const Outcome& outcome : lesson.pages[pageTitled(lesson, "Several rows of one stream")].outcomes)
    EXPECT_THAT(outcome.text, HasSubstr("it is the host's"));
}

/// Reading has 9.72 FLOP for each byte, writing 1.88.
LessonRun readAndWritten(double ridge) {
  LessonRun run = tokensRun("off", 6061, 100'000);
  std::vector<Figure>& figures = run.results.front().figures;
  for (const auto& [name, value] :
       {std::pair("prompt_intensity", 9.72), {"generation_intensity", 1.88}, {"prompt_gflop_per_s", 10.}})
    figures.push_back({name, value, "", Provenance::Modelled});
  for (const auto& [name, value] : {std::pair("roof_bytes_per_s", 15e9),
                                    {"roof_flop_per_s", ridge * 15e9},
                                    {"prompt_tokens_per_s", 3190.},
                                    {"bytes_per_token", 2e6}})
    figures.push_back({name, value, "", Provenance::Measured});
  return run;
}

TEST(ShippedLessons, WhatLimitsAPhaseDoesNotHangOnAFewPercentOfTheRidge) {
  const Lesson lesson = shipped("21-a-tiny-transformer");
  for (const double ridge : {9.42, 9.55, 12.9, 13.1}) {
    const LessonPlayer player = playedTo(lesson, "Left of the ridge", {readAndWritten(ridge)});
    const auto truth = truthOf(*lesson.question("bound"), player.telling());
    ASSERT_TRUE(truth.ok()) << truth.error().message;
    EXPECT_EQ(truth.value().choice, 0u) << ridge;
    const auto text = player.text();
    ASSERT_TRUE(text.ok()) << text.error().message;
    EXPECT_THAT(text.value(), HasSubstr("within a factor of two")) << ridge;
  }
  EXPECT_THAT(textOn(lesson, "Left of the ridge", {readAndWritten(40)}), HasSubstr("memory limits both"));
  EXPECT_THAT(textOn(lesson, "Left of the ridge", {readAndWritten(4)}), HasSubstr("memory cannot be what limits it"));
}

TEST(ShippedLessons, TheSpeedOfReadingIsSaidToBeThatOfAFirstRun) {
  const Lesson lesson = shipped("21-a-tiny-transformer");
  for (const Outcome& outcome : lesson.pages[pageTitled(lesson, "In tokens a second")].outcomes)
    EXPECT_THAT(outcome.text, HasSubstr("a first reading also"));
}

/// The pipe takes 1 ms and 16 ms; device memory cannot be shared.
LessonRun handedOver(int side, double pipe, double inPlace) {
  LessonRun run;
  run.experiment = "frames";
  run.parameters = KeptJson(nlohmann::json{{"side", side}, {"semaphore", "on"}});
  run.hello.device.backend = "cpu";
  for (const auto& [way, seconds] : {std::pair("pipe", pipe), {"in_place", inPlace}}) {
    RunResult result;
    result.variant = way;
    result.figures = {{"handing_over", seconds, "s", Provenance::Measured}};
    run.results.push_back(result);
  }
  RunResult device;
  device.variant = "device";
  device.status = RunResult::Status::Failed;
  run.results.push_back(device);
  return run;
}

TEST(ShippedLessons, WhereNothingIsCopiedAFactorIsSaidToBeScatter) {
  const Lesson lesson = shipped("25-one-frame-four-ways");
  const auto told = [&](double small, double large) {
    return textOn(lesson, "What is handed over is a number",
                  {handedOver(512, 1e-3, small), handedOver(2048, 16e-3, large)});
  };
  EXPECT_THAT(told(25.3e-6, 50.1e-6), HasSubstr("scatters"));
  EXPECT_THAT(told(207e-6, 27.0e-6), HasSubstr("scatters"));
  EXPECT_THAT(told(30e-6, 31e-6), Not(HasSubstr("scatters")));
}

TEST(ShippedLessons, APipesFactorIsExplainedOnBothSidesOfSixteen) {
  const Lesson lesson = shipped("25-one-frame-four-ways");
  const Page& grown = lesson.pages[pageTitled(lesson, "Copies grow with the frame")];
  for (const Outcome& outcome : grown.outcomes) {
    EXPECT_THAT(outcome.text, HasSubstr("below 16"));
    EXPECT_THAT(outcome.text, HasSubstr("above"));
  }
  for (const Outcome& outcome : lesson.pages[pageTitled(lesson, "Each hand copies once")].outcomes)
    EXPECT_THAT(outcome.text, HasSubstr("the bar shows the kernel, too")) << "its time does not";
}

std::vector<std::string> linesOf(const std::string& file) {
  std::ifstream read(STRATA_SOURCE_DIR "/" + file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(read, line);) lines.push_back(line);
  return lines;
}

TEST(ShippedLessons, TheStepsOfAReductionAreToldBesideTheLineThatTakesThem) {
  const Lesson lesson = shipped("17-reduction");
  for (const auto& [title, file, what] :
       {std::tuple("The same 255 additions", "kernels/reduce/sequential.cuh", "sums[thread + half]"),
        std::tuple("The tree's banks", "kernels/scan/blelloch.cuh", "tree[right - distance]")}) {
    const std::size_t line = static_cast<std::size_t>(lesson.pages[pageTitled(lesson, title)].sight.line);
    const std::vector<std::string> lines = linesOf(file);
    ASSERT_TRUE(line >= 1 && line <= lines.size()) << title;
    EXPECT_THAT(lines[line - 1], HasSubstr(what)) << title;
  }
  EXPECT_EQ(lesson.pages[pageTitled(lesson, "The line, and its price")].sight.variant, "sequential");
  for (const Outcome& outcome : lesson.pages[pageTitled(lesson, "The tree's banks")].outcomes)
    EXPECT_THAT(outcome.text, HasSubstr("the most frequent one"));
}

/// Beside the question for its line, the one for its warp steps is still open.
TEST(ShippedLessons, AKernelAskedAboutDoesNotTellItsWarpSteps) {
  for (const std::string& line : linesOf("kernels/reduce/interleaved.cuh")) EXPECT_THAT(line, Not(HasSubstr("47")));
}

TEST(ShippedLessons, APublishedFactorNamesWhoseItIs) {
  const Lesson lesson = shipped("09-coalescing");
  EXPECT_THAT(lesson.titleOf("quicker"), HasSubstr("S. Boehm"));
  for (const Outcome& outcome : lesson.pages[pageTitled(lesson, "Two indices, swapped")].outcomes)
    EXPECT_THAT(outcome.text, HasSubstr("are S. Boehm's"));
}

TEST(ShippedLessons, ADifferenceOfTwoTimesOnAProcessorMayBeScatter) {
  const Lesson lesson = shipped("09-coalescing");
  const Page& here = lesson.pages[pageTitled(lesson, "And here?")];
  ASSERT_FALSE(here.outcomes.empty());
  EXPECT_THAT(here.outcomes.back().text, HasSubstr("Run again before you compare"));
}

/// Of a float and an int neither overload of max is the better one.
TEST(ShippedLessons, WhatAPuzzleTellsToComputeCanBeTyped) {
  const std::regex mixed("\\b(max|min)\\([^)]*, *-?[0-9]+\\)");
  for (const Page& page : shipped("26-puzzles-threads").pages) {
    if (page.puzzle.step != "scalar") continue;
    EXPECT_FALSE(std::regex_search(page.text, mixed)) << page.title;
    EXPECT_FALSE(std::regex_search(page.puzzle.kernel, mixed)) << page.title;
  }
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
      EXPECT_THAT(outcome.text, HasSubstr("The bars are modelled now")) << name;
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
  ASSERT_FALSE(page.outcomes.empty());
  for (const Outcome& outcome : page.outcomes) EXPECT_THAT(outcome.text, HasSubstr("Strata's CPU device"));
  EXPECT_THAT(page.outcomes.back().text, HasSubstr("groups threads in warps of"));
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

TEST(ShippedLessons, AQuestionAboutALoadQuotesItsKernel) {
  std::ifstream file(STRATA_SOURCE_DIR "/kernels/matmul/naive.cuh");
  const std::string kernel(std::istreambuf_iterator<char>(file), {});
  const Lesson lesson = shipped("09-coalescing");
  for (const char* name : {"sectors_a", "sectors_b"}) {
    const auto asked = std::ranges::find(lesson.pages, name, [](const Page& page) { return page.question.name; });
    ASSERT_NE(asked, lesson.pages.end()) << name;
    const std::vector<std::string> parts = partsOf(asked->text, '`');
    ASSERT_GT(parts.size(), 1u) << name;
    EXPECT_THAT(kernel, HasSubstr(parts[1])) << name;
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
