#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

#include "app/canvas/color_math.h"
#include "app/canvas/recording_canvas.h"
#include "app/views/lesson/calibration_curve.h"
#include "app/views/lesson/lesson_asked.h"
#include "app/views/lesson/lesson_puzzle.h"
#include "app/views/view.h"
#include "app/words/messages.h"

namespace strata::lesson_outcome_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

std::string words(const RecordingCanvas& canvas) {
  std::string all;
  for (const DrawOp* op : canvas.of(DrawOp::Kind::Text)) all += op->text + " ";
  return std::regex_replace(all, std::regex(" +"), " ");
}

/// The page that explains what came out of a question.
RecordingCanvas pageOf(const QuestionSight& asked, Rect area = {0, 0, 900, 600}) {
  LessonSight lesson;
  lesson.open = true;
  lesson.count = 1;
  lesson.kind = Page::Kind::Explain;
  lesson.judged = {asked};
  ViewState state;
  state.sight.lesson = std::make_shared<const LessonSight>(lesson);
  RecordingCanvas canvas;
  findView("lesson")->draw(canvas, area, state);
  return canvas;
}

/// The same of a number between 0 and `high`.
RecordingCanvas outcome(double bet, double truth, double high) {
  QuestionSight asked;
  asked.question.kind = Question::Kind::Number;
  asked.question.high = high;
  asked.bet = Bet{bet, {}, {}};
  asked.judged = Judged{*asked.bet, {truth, {}, Provenance::Counted}, 0, {}, false, truth / bet};
  return pageOf(asked);
}

TEST(LessonQuestion, ItsScaleIsToldFromEveryGround) {
  for (const Theme* theme : {&darkTheme(), &lightTheme(), &projectorTheme()}) {
    QuestionSight asked;
    asked.question.kind = Question::Kind::Number;
    asked.question.high = 100;
    RecordingCanvas canvas(*theme);
    drawTrack(canvas, {0, 0, 400, 40}, asked, 1);
    const auto fills = canvas.of(DrawOp::Kind::Fill);
    ASSERT_EQ(fills.size(), 1u);
    for (const Color ground : {theme->dock, theme->background, theme->row, theme->card})
      EXPECT_GE(contrast(ground, fills[0]->color), 3);
  }
}

TEST(LessonOutcome, OfAnAnswerThatDoesNotCompileTheFirstLineIsASentence) {
  LessonSight lesson;
  lesson.open = true;
  lesson.count = 1;
  lesson.kind = Page::Kind::Puzzle;
  lesson.puzzle = PuzzleSight{};
  lesson.puzzle->verdict = Verdict{"compiler", "mine.cu does not compile:\nIt says nothing.", {}, 0, {}};
  ViewState state;
  state.sight.lesson = std::make_shared<const LessonSight>(lesson);
  RecordingCanvas canvas;
  findView("lesson")->draw(canvas, {0, 0, 900, 600}, state);
  EXPECT_THAT(words(canvas), HasSubstr("mine.cu does not compile."));
}

TEST(LessonOutcome, CodeOfAHintAndOfWhatIsSaidOfAWrongAnswerIsSetAsCode) {
  LessonSight lesson;
  lesson.open = true;
  lesson.count = 1;
  lesson.kind = Page::Kind::Puzzle;
  lesson.puzzle = PuzzleSight{};
  lesson.puzzle->hints = {"Ask `i<n` first."};
  lesson.puzzle->verdict = Verdict{"race", "Two threads write.", "Wait with `__syncthreads()`.", 0, {}};
  ViewState state;
  state.sight.lesson = std::make_shared<const LessonSight>(lesson);
  RecordingCanvas canvas;
  findView("lesson")->draw(canvas, {0, 0, 900, 600}, state);
  const auto code = canvas.of(DrawOp::Kind::Text);
  for (const char* word : {"i<n", "__syncthreads()"}) {
    const auto found = std::ranges::find_if(code, [&](const DrawOp* op) { return op->text == word; });
    ASSERT_NE(found, code.end()) << word;
    EXPECT_EQ((*found)->style.face, Face::Mono) << word;
  }
  EXPECT_THAT(words(canvas), Not(HasSubstr("`")));
}

TEST(LessonOutcome, AnAnswersSignatureIsBrokenBehindACommaRatherThanCut) {
  LessonSight lesson;
  lesson.open = true;
  lesson.count = 1;
  lesson.kind = Page::Kind::Puzzle;
  lesson.puzzle = PuzzleSight{};
  lesson.puzzle->kernel =
      "__global__ void rows(const float* in, const float* bias, float* out, int rows, int cols) {\n  ____\n}\n";
  ViewState state;
  state.sight.lesson = std::make_shared<const LessonSight>(lesson);
  RecordingCanvas canvas;
  findView("lesson")->draw(canvas, {0, 0, 360, 600}, state);
  EXPECT_THAT(words(canvas), HasSubstr("float* out, int rows, int cols) {"));
  EXPECT_THAT(words(canvas), HasSubstr("const float* bias,"));
}

TEST(LessonOutcome, APuzzlesPictureIsOneOfAPageTooInTheLessonsLanguage) {
  PuzzleSight puzzle;
  EXPECT_EQ(puzzleSvg(puzzle, {}), "");
  PuzzleSight::Row row;
  row.tensor.name = "out";
  row.tensor.length = 4;
  row.tensor.written = true;
  row.touched = {{0}, {1}, {2}, {3}};
  puzzle.picture = {row};
  EXPECT_THAT(puzzleSvg(puzzle, {}), AllOf(HasSubstr("<svg"), HasSubstr("out"), HasSubstr("threads")));
  EXPECT_THAT(puzzleSvg(puzzle, "de"), HasSubstr("Threads"));
}

TEST(LessonOutcome, AMatrixOfAPuzzlesPictureStandsInRows) {
  PuzzleSight puzzle;
  PuzzleSight::Row row;
  row.tensor.name = "in";
  row.tensor.length = 12;
  row.tensor.columns = 4;
  row.touched = {{5}};
  puzzle.picture = {row};
  RecordingCanvas canvas;
  drawPuzzlePicture(canvas, {0, 0, 480, pictureHeight(puzzle, 1)}, puzzle, {}, 1);
  const auto cells = canvas.of(DrawOp::Kind::Stroke);
  ASSERT_EQ(cells.size(), 13u) << "and a thread";
  EXPECT_EQ(cells[3]->rect.y, cells[0]->rect.y);
  EXPECT_EQ(cells[4]->rect.x, cells[0]->rect.x);
  EXPECT_GT(cells[4]->rect.y, cells[0]->rect.bottom());
}

/// A tensor of the picture whose elements the only thread touches.
PuzzleSight::Row touched(int length, int columns, std::vector<int> elements) {
  PuzzleSight::Row row;
  row.tensor.name = "row";
  row.tensor.length = length;
  row.tensor.columns = columns;
  row.touched = {std::move(elements)};
  return row;
}

TEST(LessonOutcome, NoLineOfAPuzzlesPictureRunsThroughACell) {
  PuzzleSight puzzle;
  puzzle.picture = {touched(8, 4, {1, 6}), touched(2, 0, {0})};
  RecordingCanvas canvas;
  drawPuzzlePicture(canvas, {0, 0, 480, pictureHeight(puzzle, 1)}, puzzle, {}, 1);
  const auto cells = canvas.of(DrawOp::Kind::Stroke);
  const auto lines = canvas.of(DrawOp::Kind::Polyline);
  ASSERT_EQ(lines.size(), 3u);
  for (const DrawOp* line : lines)
    for (std::size_t i = 1; i < line->points.size(); ++i)
      for (const float share : {0.1f, 0.3f, 0.5f, 0.7f, 0.9f}) {
        const Point a = line->points[i - 1], b = line->points[i];
        const Point at{a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)};
        for (const DrawOp* cell : cells) EXPECT_FALSE(cell->rect.contains(at)) << at.x << ' ' << at.y;
      }
}

TEST(LessonOutcome, WhatAnAnswerMayTakeIsCalledCountedOnceItWasCounted) {
  PuzzleSight puzzle;
  puzzle.budgets = {{"sectors", "counted(sectors)", 64, 64}};
  const auto words = [&] { return budgetWords(RecordingCanvas(), puzzle, {}, 12); };
  EXPECT_EQ(words().size(), 1u) << "the limit is the lesson's";
  puzzle.verdict = Verdict{{}, {}, {}, 0, {Spent{puzzle.budgets.front(), 64}}};
  ASSERT_EQ(words().size(), 3u);
  EXPECT_EQ(words().back().text, "counted");
}

TEST(LessonOutcome, WhatIsSeenOfAnAnswerIsSaidInTheLessonsLanguage) {
  PuzzleSight puzzle;
  const auto said = [&](const std::string& language) {
    return verdictWords(RecordingCanvas(), puzzle, language, 12).front().text;
  };
  puzzle.verdict = Verdict{std::string(kEmpty), std::string(text(Msg::PuzzleEmpty)), {}, 3, {}};
  EXPECT_THAT(said({}), HasSubstr("Nothing is written there yet."));
  EXPECT_THAT(said("de"), HasSubstr("Dort steht noch nichts."));
  puzzle.verdict =
      Verdict{"Zugriffe", "Zugriffe: 2.5 counted, at most 1.5", {}, 0, {Spent{{"Zugriffe", {}, 1.5, 1}, 2.5}}};
  EXPECT_EQ(said("de"), "Zugriffe: 2,5 gezählt, höchstens 1,5.");
}

TEST(LessonOutcome, ThingsThatCanBeCountedAreOffBySomeOfThem) {
  EXPECT_THAT(words(outcome(4, 5, 7)), HasSubstr("off by 1"));
  EXPECT_THAT(words(outcome(400, 500, 10'000)), HasSubstr("off by a factor of 1.2"));
}

TEST(LessonOutcome, AnExactOneIsExact) {
  EXPECT_THAT(words(outcome(5, 5, 7)), HasSubstr("exactly"));
}

TEST(LessonOutcome, OneThatReadsTheSameIsExact) {
  EXPECT_THAT(words(outcome(5, 5.0000001, 7)), HasSubstr("exactly"));
}

TEST(LessonOutcome, OfAChoiceItIsReadableThatItWasAnother) {
  QuestionSight asked;
  asked.question.choices = {{"naive", {}}, {"tiled", {}}};
  asked.bet = Bet{0, {}, {}};
  asked.judged = Judged{*asked.bet, {}, 1, {}, false, 1};
  const RecordingCanvas canvas = pageOf(asked);
  const DrawOp *other = canvas.findTextWith("predicted"), *you = canvas.findTextWith("you:");
  ASSERT_TRUE(other && you);
  EXPECT_EQ(other->style.size, you->style.size);
  EXPECT_EQ(other->style.color, you->style.color);
}

TEST(LessonOutcome, OnAScaleFromNothingTheDifferenceIsTold) {
  QuestionSight asked;
  asked.question.kind = Question::Kind::Number;
  asked.question.high = 256;
  asked.question.unit = "threads";
  asked.judged = Judged{Bet{26, {}, {}}, {24, "threads", Provenance::Counted}, 0, {}, true, 26. / 24};
  asked.bet = asked.judged->bet;
  EXPECT_THAT(words(pageOf(asked)), HasSubstr("within 2 of it"));
}

TEST(LessonOutcome, IsReadToItsEndInANarrowDock) {
  QuestionSight asked;
  asked.question.kind = Question::Kind::Number;
  asked.question.low = 1;
  asked.question.high = 1'000'000;
  asked.question.unit = "multiplications";
  asked.bet = Bet{4000, {}, {}};
  asked.judged = Judged{*asked.bet, {4200, "multiplications", Provenance::Counted}, 0, {}, true, 1.05};
  EXPECT_THAT(words(pageOf(asked, {0, 0, 385, 640})), HasSubstr("within a factor of 2)"));
}

/// A question for a number on a page of its own.
RecordingCanvas asking(double low, double high, std::string unit) {
  QuestionSight asked;
  asked.question.kind = Question::Kind::Number;
  asked.question.low = low, asked.question.high = high, asked.question.unit = std::move(unit);
  LessonSight lesson;
  lesson.open = true;
  lesson.count = 1;
  lesson.kind = Page::Kind::Ask;
  lesson.question = asked;
  ViewState state;
  state.sight.lesson = std::make_shared<const LessonSight>(lesson);
  RecordingCanvas canvas;
  findView("lesson")->draw(canvas, {0, 0, 900, 600}, state);
  return canvas;
}

TEST(LessonScale, IsLabelledAtRoundNumbers) {
  for (const char* label : {"8", "16", "32", "64"}) {
    EXPECT_NE(asking(0, 64, "lanes").findText(label), nullptr) << label;
    EXPECT_NE(asking(1, 64, "lanes").findText(label), nullptr) << label;
  }
  EXPECT_EQ(asking(0, 64, "lanes").findText("4"), nullptr);
  EXPECT_NE(asking(0, 100, "lanes").findText("20"), nullptr);
  EXPECT_NE(asking(0, 1, "").findText("1"), nullptr);
  EXPECT_NE(asking(0.01, 100, "%").findText("0.1"), nullptr);
  EXPECT_EQ(asking(0, 50, "lanes").findText("7"), nullptr);
}

TEST(LessonOutcome, OfAClassEachTagStandsWithWhatItIsOf) {
  QuestionSight asked;
  asked.question.kind = Question::Kind::Number;
  asked.question.low = 1, asked.question.high = 64, asked.question.unit = "×", asked.question.published = true;
  asked.bet = Bet{4, {}, {}};
  asked.judged = Judged{*asked.bet, {6.43, "×", std::nullopt}, 0, {}, false, 1.6};
  asked.votes = VoteSight{};
  asked.votes->guesses = {4, 4};
  asked.votes->hands = 2;
  EXPECT_THAT(words(pageOf(asked)),
              HasSubstr("outcome: 6.43 × published · 0 of 2 guesses right (0 %) counted · right: within a factor"));
  asked.judged->truth.kind = Provenance::Measured;
  EXPECT_THAT(words(pageOf(asked)), HasSubstr("outcome: 6.43 × measured · 0 of 2"));
  asked.judged->truth.kind = Provenance::Modelled, asked.judged->truth.gpus = {"RTX A6000", "H200"};
  EXPECT_THAT(words(pageOf(asked)), HasSubstr("outcome: 6.43 × modelled: RTX A6000, H200 · 0 of 2"));
}

TEST(LessonSlide, IsReadToItsEndAtEveryWidth) {
  LessonSight lesson;
  lesson.open = lesson.slide = lesson.hasRun = true;
  lesson.index = 1, lesson.count = 3;
  lesson.language = "de";
  lesson.kind = Page::Kind::Ask;
  QuestionSight asked;
  asked.question.kind = Question::Kind::Order;
  asked.question.choices = {{"Die Runtime, die den Kernel in eine Warteschlange stellt", {}}, {"Die Hardware", {}}};
  asked.votes = VoteSight{};
  lesson.question = asked;
  ViewState state;
  state.sight.lesson = std::make_shared<const LessonSight>(lesson);
  for (float width = 240; width < 900; width += 3) {
    RecordingCanvas canvas;
    findView("lesson")->draw(canvas, {0, 0, width, 520}, state);
    for (const DrawOp* op : canvas.of(DrawOp::Kind::Text)) EXPECT_EQ(op->text.find("…"), std::string::npos) << width;
  }
}

TEST(LessonPage, HowLinesMoveIsSaidAsLongAsTheyDo) {
  LessonSight lesson;
  lesson.open = lesson.mayBet = true;
  lesson.count = 2;
  lesson.kind = Page::Kind::Ask;
  lesson.question.emplace();
  lesson.question->question.kind = Question::Kind::Order;
  lesson.question->question.choices = {{"naive", {}}, {"tiled", {}}};
  const auto says = [&] {
    ViewState state;
    state.sight.lesson = std::make_shared<const LessonSight>(lesson);
    RecordingCanvas canvas;
    findView("lesson")->draw(canvas, {0, 0, 900, 600}, state);
    return words(canvas);
  };
  lesson.waitsFor = "your prediction";
  EXPECT_THAT(says(), AllOf(HasSubstr("it moves up"), HasSubstr("Next needs your prediction")));
  lesson.waitsFor = {};
  lesson.question->bet = Bet{0, {1, 0}, {}};
  EXPECT_THAT(says(), AllOf(HasSubstr("it moves up"), Not(HasSubstr("Next needs"))));
  lesson.mayBet = false;
  EXPECT_THAT(says(), Not(HasSubstr("it moves up")));
}

TEST(LessonPage, OnASlideNobodyIsAskedToSetAForm) {
  LessonSight lesson;
  lesson.open = true;
  lesson.count = 1;
  lesson.kind = Page::Kind::Explore;
  lesson.waitsFor = "the goal";
  for (const bool slide : {false, true}) {
    lesson.slide = slide;
    ViewState state;
    state.sight.lesson = std::make_shared<const LessonSight>(lesson);
    RecordingCanvas canvas;
    findView("lesson")->draw(canvas, {0, 0, 900, 600}, state);
    EXPECT_EQ(words(canvas).find("Set the form") == std::string::npos, slide);
  }
}

TEST(CalibrationCurve, OfAFewNumbersNoMedianIsTold) {
  const auto said = [](const Calibration& calibration) {
    RecordingCanvas canvas;
    drawCalibration(canvas, {0, 0, 480, 180}, calibration, {}, 1);
    const auto* text = canvas.findTextWith("Your numbers");
    return text ? text->text : std::string();
  };
  EXPECT_EQ(said({{1, 2.2}, {}, 0, 0}), "Your numbers: 2; 1 within a factor of 2");
  EXPECT_EQ(said({{1, 1.5, 3, 8}, {}, 0, 0}), "Your numbers: 4; half are within a factor of 1.5");
}

TEST(CalibrationCurve, SpeaksTheLanguageOfTheLessons) {
  const Calibration calibration{{1, 1.5, 3, 8}, {1, 8}, 3, 2};
  RecordingCanvas canvas;
  drawCalibration(canvas, {0, 0, 480, 180}, calibration, "de", 1);
  EXPECT_THAT(words(canvas), AllOf(HasSubstr("die Hälfte höchstens um Faktor 1,5 daneben"),
                                   HasSubstr("2 von 3 anderen Vorhersagen richtig"), HasSubstr("höchstens daneben um"),
                                   HasSubstr("dünn: deine frühere Hälfte")));
  EXPECT_THAT(words(canvas), Not(HasSubstr("off by")));
  RecordingCanvas few;
  drawCalibration(few, {0, 0, 480, 180}, {{1, 2.2}, {}, 0, 0}, "de", 1);
  EXPECT_THAT(words(few), HasSubstr("Deine Zahlen: 2; höchstens um den Faktor 2 daneben: 1"));
  EXPECT_THAT(calibrationSvg(calibration, "de"), HasSubstr("Faktor 1,5"));
}

TEST(LessonList, SpeaksTheLanguageThatWasChosenAndMarksWhatIsNotInIt) {
  LessonSight list;
  list.language = "de";
  list.list.push_back({"01-a", "Eins", "Worum es geht.", "", 10, true, false, ""});
  list.list.push_back({"02-b", "Two", "What it is about.", "", 10, false, true, "(Englisch)"});
  list.calibration = {{1, 1.5, 3, 8}, {}, 0, 0};
  ViewState state;
  state.sight.lesson = std::make_shared<const LessonSight>(list);
  RecordingCanvas canvas;
  findView("lesson")->draw(canvas, {0, 0, 600, 700}, state);
  EXPECT_THAT(words(canvas), AllOf(HasSubstr("Lektionen"), HasSubstr("1 von 2 fertig"), HasSubstr("10 Min."),
                                   HasSubstr("Two (Englisch)"), HasSubstr("Faktor 1,5")));
  EXPECT_THAT(words(canvas), Not(HasSubstr("Eins (")));
}

/// As in the column of a window of 1366 × 768.
constexpr Rect kLaptopList{0, 0, 430, 600};

ViewState longList(std::size_t lessons) {
  LessonSight list;
  list.language = "de";
  for (std::size_t i = 0; i < lessons; ++i)
    list.list.push_back({std::to_string(i), "Lektion " + std::to_string(i), "", "", 10, false, false, ""});
  list.calibration = {{1, 1.5, 3, 8}, {}, 0, 0};
  ViewState state;
  state.sight.lesson = std::make_shared<const LessonSight>(list);
  return state;
}

TEST(LessonList, WhereItLeavesTheCurveNoRoomAWordInItsHeaderShowsThatAndBack) {
  ViewState state = longList(29);
  const LessonListLayout layout = layOutList(RecordingCanvas(), kLaptopList, state);
  ASSERT_EQ(layout.rows.size(), 29u);
  EXPECT_EQ(layout.curve.h, 0);
  RecordingCanvas list;
  findView("lesson")->draw(list, kLaptopList, state);
  EXPECT_THAT(words(list), AllOf(HasSubstr("deine Zahlen"), HasSubstr("Lektion 28"), Not(HasSubstr("Faktor"))));
  const auto turned = [&](const LessonListLayout& from) {
    const Point at{from.turn.x + from.turn.w / 2, from.turn.y + from.turn.h / 2};
    return findView("lesson")->hit(RecordingCanvas(), kLaptopList, state, at);
  };
  const auto there = turned(layout);
  ASSERT_TRUE(there && there->choices);
  state.sight.choices = *there->choices;
  RecordingCanvas curve;
  findView("lesson")->draw(curve, kLaptopList, state);
  EXPECT_THAT(words(curve), AllOf(HasSubstr("Faktor 1,5"), Not(HasSubstr("Lektion 28"))));
  const auto back = turned(layOutList(RecordingCanvas(), kLaptopList, state));
  ASSERT_TRUE(back && back->choices);
  EXPECT_FALSE(back->choices->lessonCurve);
}

TEST(LessonList, LettersGrowWithTheSizeThatIsChosenAsLongAsAllLessonsHaveARow) {
  const auto scaleIn = [](Rect area, std::size_t lessons) {
    return layOutList(RecordingCanvas(), area, longList(lessons)).scale;
  };
  EXPECT_EQ(scaleIn({0, 0, 270, 600}, 9), 1);
  EXPECT_LT(scaleIn({0, 0, 430, 500}, 29), 1);
  const LessonListLayout many = layOutList(RecordingCanvas(), {0, 0, 430, 500}, longList(29));
  EXPECT_GT(many.rows.back().h, 0) << "they shrink until the last one has a row";
}

TEST(LessonList, SaysOfALessonThatWasBegunAtWhichPageItGoesOn) {
  LessonSight list;
  list.list.push_back({"01-a", "One", "", "", 10, false, true, "", "page 5 of 13"});
  list.list.push_back({"02-b", "Two", "", "", 20, false, false, "", ""});
  ViewState state;
  state.sight.lesson = std::make_shared<const LessonSight>(list);
  RecordingCanvas canvas;
  findView("lesson")->draw(canvas, kLaptopList, state);
  EXPECT_THAT(words(canvas), AllOf(HasSubstr("page 5 of 13"), HasSubstr("20 min"), Not(HasSubstr("10 min"))));
  EXPECT_THAT(findView("lesson")->reads(state), HasSubstr("page 5 of 13"));
}

TEST(LessonList, WhereBothHaveRoomOrNobodyCanClickThereIsNoWordForTheCurve) {
  ViewState state = longList(9);
  state.sight.choices.lessonCurve = true;
  const LessonListLayout both = layOutList(RecordingCanvas(), kLaptopList, state);
  EXPECT_EQ(both.turn.w, 0);
  EXPECT_EQ(both.rows.size(), 9u);
  EXPECT_GT(both.curve.h, 0);
  state = longList(29);
  state.sight.still = true;
  EXPECT_EQ(layOutList(RecordingCanvas(), kLaptopList, state).turn.w, 0);
}

}  // namespace
}  // namespace strata::lesson_outcome_test
