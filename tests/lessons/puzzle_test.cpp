#include "app/lessons/puzzle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/lessons/handout.h"
#include "app/lessons/lesson_sight.h"
#include "app/lessons/progress.h"
#include "tests/lessons/lesson_texts.h"
#include "tests/lessons/made_run.h"

// Puzzles: their text, what is told of an answer, and that the check finds each mistake of who wrote one.

namespace strata {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::string kPuzzle = R"(lesson: Puzzles
about: One sentence.
puzzle: Map
  Do it.
  task: saxpy n=8
  step: naive
  threads: 4
  reads: x 4 | t, t + 1
  writes: out 2x2 | t
  kernel:
    __global__ void map(const float* x, float* out, int n) {
      const int i = threadIdx.x;
      // your line here
    }
  budget: reads | counted(lanes, mine.load) | 10 | 8
  hint: One.
  hint: Two.
  solution:
    // right
    if (i < n) out[i] = x[i];
  wrong: out of bounds | Guard it.
    // outside
  wrong: result | Look again.
    // other
  wrong: reads | Read once.
    // often
)";

std::string refusal(const std::string& text) {
  const auto lesson = parseLesson(text, "own.lesson");
  return lesson.ok() ? std::string() : lesson.error().message;
}

/// What an agent would tell of a text with that comment in it.
RunResult resultOf(const std::string& text) {
  const auto says = [&](const char* word) { return text.find(word) != std::string::npos; };
  RunResult result;
  result.variant = "mine";
  result.findings.emplace();
  if (says("// outside")) {
    Finding finding;
    finding.kind = "out of bounds";
    finding.sentence = "Thread 8 reads element 8 of x, which has 8.";
    finding.line = 3;
    result.findings->findings = {finding};
  }
  if (says("// other")) {
    result.status = RunResult::Status::Failed;
    result.error = RunResult::Check{"relative Frobenius", 1, 1e-7};
    result.message = "mine computes a wrong result";
  }
  if (says("// nonsense")) {
    result.status = RunResult::Status::Failed;
    result.message = "mine.cu:3:1: error: 'nonsense' was not declared";
  }
  ObservedPlace load{"mine.cuh", 3, "load", "global", 1, says("// often") ? 64u : 8u, 1};
  result.places = {load};
  return result;
}

LessonHost host() {
  LessonHost host;
  host.answer = [](const RunLine&, const OwnKernel& answer) -> Result<LessonRun> {
    EXPECT_EQ(answer.like, "naive");
    return LessonRun{"saxpy", {}, {resultOf(answer.text)}, {}};
  };
  return host;
}

std::string puzzleProblems(const std::string& text) {
  Known known;
  known.mayRun = [](const RunLine&) -> Result<void> { return {}; };
  return listed(problemsOf(parsed(text), known));
}

std::string problemsOfRuns(const std::string& text) {
  return listed(problemsWhenRun(parsed(text), host()));
}

Verdict verdictOn(const std::string& lines) {
  const Lesson lesson = parsed(kPuzzle);
  const Page& page = lesson.pages[0];
  const auto verdict =
      judgeAnswer(page, lesson.formulas, answerOf(page.puzzle, filled(page.puzzle.kernel, lines)), host().answer);
  EXPECT_TRUE(verdict.ok());
  return verdict.ok() ? verdict.value() : Verdict{};
}

TEST(Puzzle, IsReadWithItsKernelAnswersAndPicture) {
  const Puzzle puzzle = parsed(kPuzzle).pages[0].puzzle;
  EXPECT_EQ(puzzle.step, "naive");
  EXPECT_THAT(puzzle.kernel, HasSubstr("\n  const int i = threadIdx.x;\n  // your line here\n}"));
  EXPECT_EQ(puzzle.hints, (std::vector<std::string>{"One.", "Two."}));
  EXPECT_EQ(puzzle.solution.lines, "// right\nif (i < n) out[i] = x[i];");
  ASSERT_EQ(puzzle.wrong.size(), 3u);
  EXPECT_EQ(puzzle.wrong[2].reason, "reads");
  EXPECT_EQ(puzzle.says("out of bounds"), "Guard it.");
  ASSERT_EQ(puzzle.picture.size(), 2u);
  EXPECT_EQ(puzzle.picture[1].columns, 2);
  EXPECT_EQ(touchedBy(puzzle.picture[0], 3).value(), std::vector<int>{3}) << "beyond the end is nothing";
}

TEST(Puzzle, AnAnswerTakesTheHolesPlaceAsDeepAsItIs) {
  EXPECT_EQ(filled("a\n    // your line here\nb", "x;\n\n  y;"), "a\n    x;\n\n      y;\nb");
  EXPECT_EQ(filled("// your line here", "x;"), "x;");
  EXPECT_EQ(filled("no hole", "x;"), "no hole");
}

TEST(Puzzle, WhatIsNoPuzzleIsSaid) {
  EXPECT_THAT(refusal(replaced(kPuzzle, "  step: naive\n", "")), HasSubstr("own.lesson:3: a puzzle has a \"task"));
  EXPECT_THAT(refusal(replaced(kPuzzle, "  task: saxpy n=8\n", "")), HasSubstr("task"));
  EXPECT_THAT(refusal(replaced(kPuzzle, "// your line here", "// here")), HasSubstr("one line \"// your line here\""));
  EXPECT_THAT(refusal(replaced(kPuzzle, "| 10 | 8", "| 10")), HasSubstr("a budget is"));
  EXPECT_THAT(refusal(replaced(kPuzzle, "| 10 | 8", "| 8 | 10")), HasSubstr("a budget is"));
  EXPECT_THAT(refusal(replaced(kPuzzle, "| Guard it.", "")), HasSubstr("a wrong answer is"));
  EXPECT_THAT(refusal(replaced(kPuzzle, "x 4 |", "x 400 |")), HasSubstr("a row of the picture is"));
  EXPECT_THAT(refusal(replaced(kPuzzle, "threads: 4", "threads: 0")), HasSubstr("threads"));
  const auto prose = parseLesson("lesson: A\nsay: B\n  Count the\n  threads: eight.\n", "own.lesson");
  ASSERT_TRUE(prose.ok()) << "elsewhere such words are text";
  EXPECT_EQ(prose.value().pages[0].text, "Count the\nthreads: eight.");
}

TEST(Puzzle, EachAnswerIsToldApart) {
  EXPECT_TRUE(verdictOn("// right").right());
  const Verdict outside = verdictOn("// outside");
  EXPECT_EQ(outside.reason, "out of bounds");
  EXPECT_EQ(outside.line, 3);
  EXPECT_EQ(outside.says, "Guard it.");
  EXPECT_EQ(verdictOn("// other").reason, "result");
  EXPECT_EQ(verdictOn("// nonsense").reason, "compiler");
  const Verdict often = verdictOn("// often");
  EXPECT_EQ(often.reason, "reads");
  EXPECT_EQ(often.seen, "reads: 64 counted, at most 10");
  EXPECT_EQ(often.says, "Read once.");
}

TEST(Puzzle, AHoleThatIsStillEmptyIsSaidToBeSoWithItsLine) {
  const Lesson lesson = parsed(kPuzzle);
  const Page& page = lesson.pages[0];
  const std::string& kernel = page.puzzle.kernel;
  const auto verdictOnText = [&](const std::string& text) {
    const auto wrong = [](const RunLine&, const OwnKernel&) -> Result<LessonRun> {
      return LessonRun{"saxpy", {}, {resultOf("// other")}, {}};
    };
    return judgeAnswer(page, lesson.formulas, answerOf(page.puzzle, text), wrong).value();
  };
  for (const std::string& text : {kernel, filled(kernel, "  "), "\n" + kernel}) {
    const Verdict verdict = verdictOnText(text);
    EXPECT_EQ(verdict.reason, "hole") << text;
    EXPECT_EQ(verdict.seen, "Nothing is written there yet.");
    EXPECT_EQ(verdict.line, text.starts_with('\n') ? 4 : 3);
  }
  EXPECT_EQ(verdictOnText(replaced(kernel, "// your line here", "// your line here\n  x[0];")).reason, "result")
      << "the mark may stay above an answer";
}

TEST(Puzzle, AGoodOneHasNoProblem) {
  EXPECT_EQ(puzzleProblems(kPuzzle), "");
  EXPECT_EQ(problemsOfRuns(kPuzzle), "");
}

TEST(Puzzle, TheCheckFindsWhatIsMissing) {
  EXPECT_THAT(puzzleProblems(replaced(kPuzzle, "  hint: One.\n  hint: Two.\n", "")), HasSubstr("no \"hint"));
  EXPECT_THAT(puzzleProblems(replaced(kPuzzle, "  wrong: reads | Read once.\n    // often\n", "")),
              HasSubstr("keeps 2 wrong"));
  EXPECT_THAT(puzzleProblems(replaced(kPuzzle, "wrong: reads", "wrong: result")),
              HasSubstr("Two wrong answers are told apart by \"result\""));
  EXPECT_THAT(puzzleProblems(replaced(kPuzzle, "t, t + 1", "t, +")), HasSubstr("cannot be computed"));
  EXPECT_THAT(puzzleProblems(replaced(kPuzzle, "reads: x 4", "reads: q 4")), HasSubstr("8: The kernel has no \"q\"."));
  EXPECT_THAT(puzzleProblems(replaced(kPuzzle, "counted(lanes", "count(lanes")), HasSubstr("cannot be computed"));
}

TEST(Puzzle, AMistakeIsSaidOfTheLineWhereItStands) {
  EXPECT_THAT(refusal(replaced(kPuzzle, "// your line here", "// here")), HasSubstr("own.lesson:10: a puzzle has a"));
  EXPECT_THAT(refusal(replaced(kPuzzle, "    // right\n    if (i < n) out[i] = x[i];\n", "")),
              HasSubstr("own.lesson:18: a puzzle has a \"solution:\""));
  EXPECT_THAT(puzzleProblems(replaced(kPuzzle, "t, t + 1", "t, +")), HasSubstr("8: \"+\" cannot be computed"));
  EXPECT_THAT(puzzleProblems(replaced(kPuzzle, "out 2x2 | t", "out 2x2 | t + 9")), HasSubstr("9: No thread"));
  EXPECT_THAT(puzzleProblems(replaced(kPuzzle, "  threads: 4\n", "")), HasSubstr("7: The picture has no threads"));
  EXPECT_THAT(puzzleProblems(replaced(kPuzzle, "counted(lanes", "count(lanes")), HasSubstr("15: \"count(lanes"));
  EXPECT_THAT(problemsOfRuns(replaced(kPuzzle, "| 10 | 8", "| 10 | 7")), HasSubstr("15: reads: the solution takes 8"));
  EXPECT_THAT(problemsOfRuns(replaced(kPuzzle, "// right", "// nonsense")), HasSubstr("19: The solution is wrong"))
      << "the compiler blames line 3 of the answer's text, the first of the solution";
  EXPECT_THAT(problemsOfRuns(replaced(kPuzzle, "mine.load) |", "mine.store) |")),
              HasSubstr("15: The solution is wrong (reads)"));
}

TEST(Puzzle, TheCheckFindsASolutionThatIsNone) {
  EXPECT_THAT(problemsOfRuns(replaced(kPuzzle, "// right", "// outside")),
              HasSubstr("19: The solution is wrong (out of"));
  EXPECT_THAT(problemsOfRuns(replaced(kPuzzle, "// right", "// often")), HasSubstr("The solution is wrong (reads)"));
  EXPECT_THAT(problemsOfRuns(replaced(kPuzzle, "| 10 | 8", "| 10 | 7")),
              HasSubstr("the solution takes 8, and the best"));
}

TEST(Puzzle, TheCheckFindsAWrongAnswerThatIsNotToldApart) {
  EXPECT_THAT(problemsOfRuns(replaced(kPuzzle, "// other", "// fine")),
              HasSubstr("is taken for right, not for \"result\""));
  EXPECT_THAT(problemsOfRuns(replaced(kPuzzle, "// often", "// other")),
              HasSubstr("told apart by \"result\", not by \"reads\""));
}

TEST(Puzzle, HintsAreToldOneAtATime) {
  LessonPlayer player(std::make_shared<const Lesson>(parsed(kPuzzle)));
  EXPECT_TRUE(sightOf(player, false, {})->puzzle->hints.empty());
  player.tellHint();
  EXPECT_EQ(sightOf(player, false, {})->puzzle->hints, std::vector<std::string>{"One."});
  player.tellHint();
  player.tellHint();
  EXPECT_EQ(player.hintsTold(), 2u);
  EXPECT_FALSE(sightOf(player, false, {})->puzzle->moreHints);
}

TEST(Puzzle, WaitsForARightAnswerOrThreeOrForNothingThatCanRun) {
  const auto lesson = std::make_shared<const Lesson>(parsed(kPuzzle));
  LessonPlayer player(lesson);
  EXPECT_EQ(player.waitsFor(), "a right answer");
  player.addVerdict(0, verdictOn("// other"), {});
  EXPECT_EQ(player.waitsFor(), "a right answer");
  player.addVerdict(0, verdictOn("// right"), {});
  EXPECT_EQ(player.waitsFor(), "");
  LessonPlayer trying(lesson);
  for (int i = 0; i < 3; ++i) trying.addVerdict(0, verdictOn("// other"), {});
  EXPECT_EQ(trying.waitsFor(), "") << "nobody is kept";
  LessonPlayer without(lesson);
  without.addVerdict(0, {std::string(kNotRun), "g++ is not here", {}, 0, {}}, {});
  EXPECT_EQ(without.waitsFor(), "") << "nobody can answer here";
}

TEST(Puzzle, WhatWasSolvedIsKept) {
  const auto lesson = std::make_shared<const Lesson>(parsed(kPuzzle));
  LessonPlayer player(lesson);
  player.addVerdict(0, verdictOn("// right"), {});
  Progress progress;
  progress.places["own"] = player.place();
  LessonPlayer later(lesson);
  ASSERT_TRUE(later.resume(progressFromText(toText(progress)).places.at("own")));
  EXPECT_TRUE(later.solved());
  EXPECT_EQ(later.waitsFor(), "");
}

TEST(Puzzle, AHandoutHoldsItsKernelItsBudgetItsHintsAndItsSolution) {
  const LessonPlayer player(std::make_shared<const Lesson>(parsed(kPuzzle)));
  const std::string page = handout(player, "2026-05-31");
  EXPECT_THAT(page, HasSubstr("// your line here\n}</pre>"));
  EXPECT_THAT(page, HasSubstr("<p>reads: at most 10, best 8</p>"));
  EXPECT_THAT(page, HasSubstr("<p>Hints</p>\n<ol>\n<li>One.</li>\n<li>Two.</li>\n</ol>"));
  EXPECT_THAT(page, HasSubstr("<strong>A solution</strong>\n<pre>// right\nif (i &lt; n) out[i] = x[i];</pre>"));
}

TEST(Puzzle, AHandoutWithoutAnswersHasItsHintsAndNoSolution) {
  const LessonPlayer player(std::make_shared<const Lesson>(parsed(kPuzzle)));
  const std::string page = handout(player, "2026-05-31", {}, HandoutAnswers::LeftOut);
  EXPECT_THAT(page, HasSubstr("<li>One.</li>"));
  EXPECT_THAT(page, Not(HasSubstr("// right")));
}

TEST(Puzzle, AHandoutSetsTheCodeOfAHintAsCode) {
  const std::string text = replaced(kPuzzle, "hint: One.", "hint: Ask `i < n`, then *write*; a * b.");
  const std::string page = handout(LessonPlayer(std::make_shared<const Lesson>(parsed(text))), "2026-05-31");
  EXPECT_THAT(page, HasSubstr("<li>Ask <code>i &lt; n</code>, then <em>write</em>; a * b.</li>\n<li>Two.</li>"));
}

/// Paper does not scroll.
TEST(Puzzle, AHandoutBreaksLongLinesOfAKernelWhereItIsPrinted) {
  const LessonPlayer player(std::make_shared<const Lesson>(parsed(kPuzzle)));
  const std::string page = handout(player, "2026-05-31");
  EXPECT_THAT(page.substr(page.find("@media print{")), HasSubstr("pre{white-space:pre-wrap"));
}

TEST(Puzzle, AHandoutHasItsPictureBeforeItsKernel) {
  const LessonPlayer player(std::make_shared<const Lesson>(parsed(kPuzzle)));
  const std::string page = handout(player, "2026-05-31", [](const PuzzleSight& puzzle, const std::string&) {
    return "<svg id=\"" + puzzle.picture.front().tensor.name + "\"/>";
  });
  EXPECT_THAT(page, HasSubstr("<svg id=\"x\"/><pre>"));
}

TEST(Puzzle, FourteenComeWithStrata) {
  std::size_t puzzles = 0;
  for (const LessonFile& file : lessonsIn(STRATA_SOURCE_DIR "/assets/lessons"))
    if (file.lesson.ok())
      for (const Page& page : file.lesson.value().pages) puzzles += page.kind == Page::Kind::Puzzle;
  EXPECT_EQ(puzzles, 14u);
}

}  // namespace
}  // namespace strata
