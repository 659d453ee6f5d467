#include "app/lessons/lesson_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/lessons/lesson_texts.h"
#include "tests/lessons/made_run.h"

namespace strata {
namespace {

using ::testing::Contains;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string kGood = R"(lesson: Tiling
about: One sentence.
ask: How much?
  name: much
  number: 1 to 64
  answer: time(naive) / time(tiled)
run: matmul n=64 variants=naive,tiled
explain: So
  if time(naive) > 0:
    It is {time(naive)}.
  claim: counted(sectors, naive.load1) / counted(requests, naive.load1) == 32
)";

Known known() {
  Known known;
  known.mayRun = [](const RunLine& line) -> Result<void> {
    if (line.experiment == "matmul") return {};
    return Error{ErrorCode::Usage, "There is no experiment '" + line.experiment + "'"};
  };
  known.variants = [](const std::string&) { return std::vector<std::string>{"naive", "tiled"}; };
  known.parameters = [](const std::string&) { return std::vector<std::string>{"n", "model_gpu"}; };
  known.lines = [](const std::string&, const std::string& step) { return step == "naive" ? 20 : 30; };
  known.views = {"kernel", "stack"};
  known.speeds = {"measured", "modelled"};
  known.words = {"warp"};
  known.lessons = {"own", "first", "second"};
  known.after = [](const std::string& name) {
    return name == "first" ? std::vector<std::string>{"second"}
                           : std::vector<std::string>{name == "second" ? "own" : "first"};
  };
  return known;
}

std::string problems(const std::string& text) {
  return listed(problemsOf(parsed(text), known()));
}

std::string problemsRun(const std::string& text, const LessonRun& run = madeRun()) {
  return listed(problemsWhenRun(parsed(text), {[&](const RunLine&) { return run; }, {}}));
}

TEST(LessonCheck, AGoodLessonHasNoProblem) {
  EXPECT_EQ(problems(kGood), "");
  EXPECT_EQ(problemsRun(kGood), "");
}

TEST(LessonCheck, NamesThatDoNotExistAreSaid) {
  EXPECT_THAT(problems(replaced(kGood, "matmul", "matmull")), HasSubstr("7: There is no experiment 'matmull'"));
  EXPECT_THAT(problems(replaced(kGood, "explain: So", "explain: So\n  view: kernl")),
              HasSubstr("There is no view \"kernl\"; did you mean 'kernel'?"));
  EXPECT_THAT(problems(replaced(kGood, "explain: So", "explain: So\n  speeds: modeled")),
              HasSubstr("9: There are no speeds \"modeled\"; did you mean 'modelled'?"));
  EXPECT_EQ(problems(replaced(kGood, "explain: So", "explain: So\n  speeds: modelled")), "");
  EXPECT_THAT(problems(replaced(kGood, "explain: So", "explain: So\n  variant: tilde")),
              HasSubstr("No run of the lesson has a step \"tilde\"; did you mean 'tiled'?"));
  EXPECT_THAT(problems(replaced(kGood, "/ time(tiled)", "/ time(tilde)")),
              HasSubstr("No run of the lesson has a step \"tilde\"; did you mean 'tiled'?"));
  EXPECT_THAT(problems(replaced(kGood, "requests, naive.load1", "requests, nave.load1")),
              HasSubstr("11: No run of the lesson has a step \"nave\""));
  EXPECT_THAT(problems(replaced(kGood, "about:", "words: wrap\nabout:")), HasSubstr("The glossary has no \"wrap\""));
  EXPECT_THAT(problems(replaced(kGood, "about:", "after: thrid\nabout:")), HasSubstr("There is no lesson \"thrid\""));
  EXPECT_THAT(problems(replaced(kGood, "{time(naive)}", "{tim(naive)}")),
              HasSubstr("\"tim(naive)\" cannot be computed"));
  EXPECT_THAT(problems(replaced(kGood, "{time(naive)}", "{bet: more}{time(naive)}")),
              HasSubstr("There is no question \"more\""));
  EXPECT_THAT(problems(replaced(kGood, "{time(naive)}", "{time(naive)")), HasSubstr("a brace is not closed"));
  EXPECT_THAT(problems(replaced(kGood, "{time(naive)}", "{bet: much, of a certain order: {time(naive)}")),
              AllOf(HasSubstr("a brace is not closed"), Not(HasSubstr("format"))));
  EXPECT_THAT(problems(replaced(kGood, "{time(naive)}", "{time(naive): tims}")),
              HasSubstr("\"tims\" is no format; there are time, times, percent"));
  EXPECT_EQ(problems(replaced(kGood, "{time(naive)}", "{1 > 0 ? time(naive) : 1}")), "");
}

TEST(LessonCheck, WhatIsLookedAtBesideAPageExists) {
  const auto beside = [](const std::string& keys) {
    return problems(replaced(kGood, "explain: So", "explain: So\n" + keys));
  };
  EXPECT_EQ(beside("  variant: naive\n  line: 20\n  select: <call>"), "");
  EXPECT_THAT(beside("  variant: naive\n  line: 21"),
              HasSubstr("10: The text of naive has 20 lines, so there is no line 21."));
  EXPECT_THAT(beside("  line: 31"), HasSubstr("9: The longest kernel of the lesson's runs has 30 lines"));
  EXPECT_THAT(beside("  select: <kernl>"), HasSubstr("9: Nothing is called <kernl>; did you mean '<kernel>'?"));
  EXPECT_EQ(beside("  select: <32>"), "") << "part of a name";
}

TEST(LessonCheck, AnEventThatNoRunHadIsSaid) {
  LessonRun run = madeRun();
  run.events = {"matmul_naive<32>", "cudaLaunchKernel"};
  const auto selecting = [&](const std::string& words) {
    return problemsRun(replaced(kGood, "explain: So", "explain: So\n  select: " + words), run);
  };
  EXPECT_EQ(selecting("Naive<"), "");
  EXPECT_EQ(selecting("<copy>"), "");
  EXPECT_THAT(selecting("matmul_nave<32>"), HasSubstr("9: No event of the lesson's runs has \"matmul_nave<32>\" in its "
                                                      "name; did you mean 'matmul_naive<32>'?"));
}

TEST(LessonCheck, TheEventsThatAPageMayNameAreThoseOfRuns) {
  LessonRun run = madeRun();
  run.events = {"zip_kernel", "cudaLaunchKernel"};
  EXPECT_THAT(problemsRun(replaced(kGood, "explain: So", "explain: So\n  select: block_x"), run),
              HasSubstr("choose from: zip_kernel, cudaLaunchKernel."));
}

TEST(LessonCheck, AMistakeOfAFormulaIsSaidOnce) {
  const auto told = [](const std::string& text, const std::string& what) {
    const std::string all = problems(text);
    std::size_t times = 0;
    for (auto at = all.find(what); at != std::string::npos; at = all.find(what, at + 1)) ++times;
    return times;
  };
  const std::string used =
      replaced(kGood, "ask:", "let: reads = time(nave)\nask:") + "  claim: reads > 0\n  claim: reads < 9\n";
  EXPECT_EQ(told(used, "\"nave\""), 1u);
  EXPECT_EQ(told(replaced(used, "time(nave)", "tim(naive)"), "cannot be computed"), 1u);
}

TEST(LessonCheck, WhatIsMeantIsSaidOfAWordThatIsNoneAndOfASingleEqualsSign) {
  const std::string reads = replaced(kGood, "ask:", "let: reads = time(naive)\nask:");
  EXPECT_THAT(problems(reads + "  claim: reds == 64\n"), HasSubstr("there is no \"reds\"; did you mean 'reads'?\n"));
  EXPECT_THAT(problems(reads + "  claim: reads = 64\n"), HasSubstr("two values are compared with ==."));
  EXPECT_THAT(problems(reads + "  claim: time(mine) = 64\n"), HasSubstr("two values are compared with =="))
      << "a step is no misspelt function";
  EXPECT_THAT(parseLesson(replaced(kGood, "1 to 64", "64 to 1"), "own.lesson").error().message,
              HasSubstr("the limits are swapped; write \"number: 1 to 64\""));
}

TEST(LessonCheck, OnlyAQuestionHidesAndSaysYesOrNo) {
  EXPECT_THAT(
      parseLesson(replaced(kGood, "  name: much\n", "  name: much\n  hide: maybe\n"), "own.lesson").error().message,
      HasSubstr("own.lesson:5: \"hide\" is yes or no"));
  EXPECT_THAT(parseLesson(kGood + "  hide: yes\n", "own.lesson").error().message,
              HasSubstr("\"hide\" is not a key of explain"));
}

TEST(LessonCheck, ATitleIsNoKeyOfAnExplanation) {
  EXPECT_THAT(parseLesson(kGood + "  title: foo\n", "own.lesson").error().message,
              HasSubstr("\"title\" is not a key of explain"));
}

TEST(LessonCheck, APictureThatCannotBeShownIsSaid) {
  EXPECT_THAT(problems(kGood + "say: Look\n  At ![a warp](warp.png), please.\n"),
              HasSubstr("13: The picture \"warp.png\" is not there."));
  EXPECT_THAT(problems(replaced(kGood, "It is {time(naive)}.", "![x](../y.png) It is {time(naive)}.")),
              HasSubstr("The picture \"../y.png\" does not lie in the lesson's folder"));
  EXPECT_EQ(problems(kGood + "say: Look\n  In text `![a](b)` is code.\n"), "");
}

TEST(LessonCheck, APageThatTellsSomethingHasAText) {
  for (const char* kind : {"say", "see"})
    EXPECT_THAT(problems(kGood + kind + ": Nothing\n"), HasSubstr("12: This " + std::string(kind) + " has no text"));
  EXPECT_EQ(problems(kGood + "say: Something\n  Here.\n"), "");
}

TEST(LessonCheck, ARecordingIsThereAndItsStepsAreKnown) {
  EXPECT_THAT(problems(kGood + "open: nowhere.pftrace\n"),
              HasSubstr("12: There is no recording \"nowhere.pftrace\" beside the lesson or among Strata's; "));
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "lesson_check_recordings";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "there.pftrace") << "x";
  Known all = known();
  const auto with = [&](const std::string& lines) {
    return listed(problemsOf(parsed(kGood + lines, (folder / "own.lesson").string()), all));
  };
  EXPECT_THAT(with("open: their.pftrace\n"), HasSubstr("did you mean 'there.pftrace'?"));
  all.recorded = [](const std::string&) -> Result<LessonRun> {
    RunResult result;
    result.variant = "direct";
    return LessonRun{"conv2d", {}, {result}, {}, {}};
  };
  EXPECT_EQ(with("open: there.pftrace\n  variant: direct\n"), "");
  EXPECT_THAT(with("open: there.pftrace\n  variant: direkt\n"),
              HasSubstr("13: No run of the lesson has a step \"direkt\"; did you mean 'direct'?"));
  all.recorded = [](const std::string&) -> Result<LessonRun> { return Error{ErrorCode::Io, "It holds no run."}; };
  EXPECT_THAT(with("open: there.pftrace\n  variant: direkt\n"), testing::StrEq("12: It holds no run.\n"));
  std::filesystem::remove_all(folder);
}

TEST(LessonCheck, AWordThatNoValueHasIsSaidWithTheNearest) {
  EXPECT_THAT(problems(replaced(kGood, "counted(sectors", "counted(sectrs")),
              AllOf(HasSubstr("11: "), HasSubstr("counted has no \"sectrs\"; did you mean 'sectors'?\n")));
  EXPECT_THAT(problems(replaced(kGood, "requests, naive.load1", "requests, naive.laod1")),
              HasSubstr("counted has no \"laod\"; did you mean 'load'?"));
  EXPECT_THAT(problems(kGood + "  claim: storey(naive, runtme) > 0\n"), HasSubstr("did you mean 'runtime'?"));
  EXPECT_THAT(problems(kGood + "  claim: device(tpu)\n"),
              HasSubstr("12: \"device(tpu)\" cannot be computed: device has"));
  EXPECT_EQ(problems(kGood + "  claim: counted(ways, naive.shared_store12, n=64) >= 0\n"), "");
  EXPECT_THAT(problems(kGood + "  claim: modelled(naive, load_unti) > 0\n"),
              HasSubstr("12: \"modelled(naive, load_unti) > 0\" cannot be computed: modelled has no \"load_unti\"; did "
                        "you mean 'load_unit'?\n"));
  EXPECT_THAT(problems(kGood + "  claim: launch(naive, registres) > 0\n"),
              HasSubstr("launch has no \"registres\"; did you mean 'registers'?\n"));
  EXPECT_EQ(problems(kGood + "  claim: modelled(naive) > modelled(naive, l2, n=64) + launch(naive, seconds)\n"), "");
}

TEST(LessonCheck, AParameterThatNoRunHasIsSaidWithTheNearest) {
  EXPECT_THAT(problems(kGood + "  claim: modelled(naive, modle_gpu=h100) > 0\n"),
              HasSubstr("12: No run of the lesson has a parameter \"modle_gpu\"; did you mean 'model_gpu'?"));
  EXPECT_THAT(problems(kGood + "  claim: set(rows) > 0\n"), HasSubstr("has a parameter \"rows\"; "));
  EXPECT_EQ(problems(kGood + "  claim: modelled(naive, model_gpu=h100) > set(n)\n"), "");
}

TEST(LessonCheck, AProblemIsSaidOfTheLineWhereItStands) {
  EXPECT_THAT(problems(replaced(kGood, "ask: How", "let: twice = 2 *\nask: How")),
              AllOf(HasSubstr("3: \"2 *\" cannot be computed: "), Not(HasSubstr(".."))));
  EXPECT_THAT(problems(kGood + "  view: stak\n"), HasSubstr("12: There is no view \"stak\""));
  EXPECT_THAT(problems(kGood + "  claim: tim(naive)\n"), HasSubstr("12: \"tim(naive)\" cannot be computed"));
  EXPECT_THAT(problems(replaced(kGood, "answer: time(naive)", "answer: time(nave)")),
              HasSubstr("6: No run of the lesson has a step \"nave\""));
  EXPECT_THAT(problemsRun(kGood + "  claim: time(naive) < 0\n"),
              HasSubstr("12: \"time(naive) < 0\" does not hold: expected time(naive) < 0, got 0.004 s."));
}

TEST(LessonCheck, WhatIsWrongInATextIsSaidOfItsLine) {
  const std::string text = problems(kGood +
                                    "say: Look\n  view: kernel\n  It begins.\n\n  Then {per: cout} and\n"
                                    "  {bet: more}\n  ![a](warp.png)\n  {tim(naive)} {never\n");
  for (const char* told :
       {"16: \"cout\" is no format", "17: There is no question \"more\".", "18: The picture \"warp.png\" is not there.",
        "19: \"tim(naive)\" cannot be computed", "19: a brace is not closed"})
    EXPECT_THAT(text, HasSubstr(told));
  EXPECT_THAT(problems(replaced(kGood, "    It is {time(naive)}.", "    It is {time(naive)}.\n    {bet: more}")),
              HasSubstr("11: There is no question \"more\"."));
}

TEST(LessonCheck, AValueThatNoRunTellsIsSaidOfItsLine) {
  const std::string told =
      replaced(kGood, "    It is {time(naive)}.", "    It is {time(naive)}.\n    {time(tiled, n=7)}");
  EXPECT_THAT(problemsRun(told), testing::ContainsRegex("(^|\n)11: [^\n]*time\\(tiled, n=7\\)"));
}

TEST(LessonCheck, OfALessonWithMistakesTheOtherPagesAreCheckedAllTheSame) {
  const auto readable = [](const std::string& text) {
    return listed(problemsOf(readablePart(text, "own.lesson"), known()));
  };
  EXPECT_EQ(readable(kGood), "");
  const std::string broken = replaced(replaced(kGood, "about:", "minutes: soon\nabout:"), "  name: much\n", "");
  EXPECT_EQ(readable(broken), "") << "nothing follows from a mistake";
  const std::string more = broken + "  view: kernl\nsay: Look\n  ![a](warp.png) {bet: much} {twice(naive)}\n";
  const std::string all = readable(more);
  EXPECT_THAT(all, HasSubstr("12: There is no view \"kernl\""));
  EXPECT_THAT(all, HasSubstr("14: The picture \"warp.png\" is not there."));
  EXPECT_THAT(all, HasSubstr("14: \"twice(naive)\" cannot be computed"));
  EXPECT_THAT(all, Not(HasSubstr("\"much\""))) << "it stands on a page that has a mistake";
  EXPECT_THAT(readable("let: A = 1\n" + more), Not(HasSubstr("cannot be computed"))) << "it may be that formula";
}

TEST(LessonCheck, OnlyAFormulaThatIsMissingExcusesAnUnknownWord) {
  const auto below = [](const std::string& line) {
    const std::string text = replaced(kGood, "ask:", "say: First\nvieww: stack\n" + line + "\nask:");
    return listed(problemsOf(readablePart(text + "say: Look\n  {twice(naive)}\n", "own.lesson"), known()));
  };
  constexpr const char* kTold = "\"twice(naive)\" cannot be computed";
  EXPECT_THAT(below("  let us compare"), HasSubstr(kTold)) << "a line of a text that is not read";
  EXPECT_THAT(below("  let: us compare"), HasSubstr(kTold));
  EXPECT_THAT(below("let us compare"), HasSubstr(kTold));
  EXPECT_THAT(below("let: twice = 2"), Not(HasSubstr("cannot be computed"))) << "it was not read";
}

TEST(LessonCheck, ALessonThatComesAfterItselfIsSaid) {
  EXPECT_THAT(problems(replaced(kGood, "about:", "after: first\nabout:")), HasSubstr("It comes after itself"));
}

TEST(LessonCheck, EveryLessonRunsAndAsksForMoreThanAChoice) {
  EXPECT_THAT(problems("lesson: x\nabout: y\nsay: a\n"), HasSubstr("It runs nothing"));
  EXPECT_THAT(problems("lesson: x\nabout: y\nsay: a\n"), HasSubstr("No prediction in it is a number"));
  EXPECT_THAT(problems(replaced(kGood, "It is {time(naive)}.", "It is slow.")), HasSubstr("tells no value"));
}

TEST(LessonCheck, WhatComesOutIsExplainedBehindItsQuestion) {
  const std::string asks = "ask: How much?\n  name: much\n  number: 1 to 64\n  answer: time(naive) / time(tiled)\n";
  const std::string explains = "explain: So\n  You said {bet: much}. It is {time(naive)}.\n";
  const std::string begins = "lesson: x\nabout: y\nrun: matmul n=64 variants=naive,tiled\n";
  EXPECT_EQ(problems(begins + asks + explains), "");
  EXPECT_EQ(problems(begins + explains + asks),
            "5: \"much\" is told before it is predicted: its question stands in line 6. Tell it on a page behind.\n"
            "6: No explanation stands behind this question; write one of what comes out.\n");
  EXPECT_EQ(problems(begins + asks + "  Is it {bet: much}?\n" + explains),
            "8: \"much\" is told before it is predicted: its question stands in line 4. Tell it on a page behind.\n")
      << "on its own page nobody has predicted it";
}

TEST(LessonCheck, ALongPageIsSaid) {
  std::string long_text;
  for (int i = 0; i < 95; ++i) long_text += "word ";
  EXPECT_THAT(problems(replaced(kGood, "It is {time(naive)}.", long_text + "{time(naive)}")),
              HasSubstr("96 words stand on one page; at most 90 do."));
  EXPECT_EQ(wordsIn("one {time(a) / time(b): times} three\n\nfour"), 4u);
}

TEST(LessonCheck, ATimeOfSeveralRunsSaysOfWhich) {
  const std::string several = replaced(kGood, "n=64 variants", "n=64,128 variants");
  EXPECT_THAT(problems(several), HasSubstr("time(naive) is told by 2 runs of \"matmul n=64,128 variants=naive,tiled\"; "
                                           "say of which it is, such as n=64."));
  EXPECT_THAT(problems(replaced(several, "{time(naive)}", "{time(naive, n=64)}")),
              Not(HasSubstr("time(naive, n=64) is told")));
}

TEST(LessonCheck, AClaimThatDoesNotHoldFails) {
  LessonRun broken = madeRun();
  broken.results[0].places[0].sectors = 64;
  EXPECT_THAT(problemsRun(kGood, broken), HasSubstr("== 32\" does not hold: expected"));
  EXPECT_THAT(problemsRun(kGood, broken), HasSubstr(" == 32, got 8."));
}

TEST(LessonCheck, OfAClaimThatDoesNotHoldItIsSaidWhichPartAndWhatCameOut) {
  const auto why = [](const std::string& claim) { return problemsRun(kGood + "  claim: " + claim + "\n"); };
  EXPECT_THAT(why("time(naive) > 0 && time(naive) < time(tiled)"),
              HasSubstr(": expected time(naive) < time(tiled), got 0.004 s and 0.001 s."));
  EXPECT_THAT(why("1 < 2 && (1 > 2 || 3 == 4)"), HasSubstr(": expected 1 > 2, got 1; expected 3 == 4, got 3."));
  EXPECT_THAT(why("ran(naive) - 1"), HasSubstr(": expected ran(naive) - 1, got 0."));
  EXPECT_THAT(why("device(cpu) ? time(naive) > 9 : 1"), HasSubstr(": expected device(cpu) ? time(naive) > 9 : 1, got"));
  EXPECT_THAT(problemsRun(replaced(kGood, "ask:", "let: ratio = (rint(time(naive) / time(tiled)) == 5)\nask:") +
                          "  claim: ratio\n"),
              HasSubstr("\"ratio\" does not hold: expected rint(time(naive) / time(tiled)) == 5, got 4."));
}

TEST(LessonCheck, AGoalThatIsMissedSaysWhatCameOut) {
  EXPECT_THAT(problemsRun(kGood + "explore: Try\n  goal: time(naive) < 0.001\n  solution: matmul n=64\n"),
              HasSubstr("13: The solution does not reach the goal: expected time(naive) < 0.001, got 0.004 s."));
}

TEST(LessonCheck, AQuestionWhoseAnswerStandsBesideItIsSaid) {
  const auto asking = [](const std::string& keys) {
    return problemsRun(kGood + "ask: And now?\n  name: now\n  number: 1 to 64\n  answer: time(naive) / time(tiled)\n" +
                       keys);
  };
  EXPECT_THAT(asking("  view: speed\n"),
              HasSubstr("16: The lesson has run what tells the answer, and \"speed\" shows"));
  EXPECT_THAT(problemsRun(kGood + "  view: kernel\nask: And now?\n  name: now\n  number: 1 to 64\n"
                                  "  answer: counted(sectors, naive.load1) / 8\n"),
              HasSubstr("13: The lesson has run what tells the answer, and \"kernel\" shows"))
      << "the view of the page before is still there";
  EXPECT_EQ(asking("  view: speed\n  hide: yes\n"), "");
  EXPECT_EQ(asking("  view: speed\n  hide: no\n"), "");
  EXPECT_EQ(asking("  view: kernel\n"), "") << "a time does not stand there";
  EXPECT_EQ(problemsRun(replaced(kGood, "  name: much\n", "  name: much\n  view: speed\n")), "") << "its run is ahead";
}

TEST(LessonCheck, AnOutcomeThatNobodyExplainsFails) {
  EXPECT_THAT(problemsRun(replaced(kGood, "time(naive) > 0", "time(naive) > 9")), HasSubstr("has no explanation"));
}

TEST(LessonCheck, AnAnswerBeyondTheScaleFails) {
  EXPECT_THAT(problemsRun(replaced(kGood, "1 to 64", "1 to 3")), HasSubstr("much: 4 comes out, and 1 to 3"));
}

TEST(LessonCheck, AnOutcomeThatIsNoChoiceFails) {
  EXPECT_THAT(problemsRun(replaced(kGood, "number: 1 to 64\n  answer: time(naive) / time(tiled)",
                                   "choice: a | time(naive) > 9\n  choice: b | 0")),
              HasSubstr("much: What came out is none of the choices."));
}

TEST(LessonCheck, AValueThatIsMissingFails) {
  LessonRun without = madeRun();
  without.results.pop_back();
  without.results.pop_back();
  EXPECT_THAT(problemsRun(kGood, without), HasSubstr("no run of the lesson tells time(tiled)"));
}

TEST(LessonCheck, ARunThatFailsFails) {
  const auto fails = [](const RunLine&) -> Result<LessonRun> { return Error{ErrorCode::AgentDied, "The agent died."}; };
  EXPECT_THAT(problemsWhenRun(parsed(kGood), {fails, {}}),
              Contains(Field(&LessonProblem::what, HasSubstr("The agent died."))));
}

}  // namespace
}  // namespace strata
