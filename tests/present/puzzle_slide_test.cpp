#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/canvas/recording_canvas.h"
#include "app/lessons/lesson_file.h"
#include "app/present/kernel_scales.h"
#include "app/present/lesson_show.h"
#include "app/present/lesson_slide.h"
#include "app/session/agents.h"
#include "tests/views/counting_canvas.h"

// The slides of the puzzles that come with Strata, as a class sees them.

namespace strata::puzzle_slide_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr Rect kHall{0, 0, 1920, 1080};
constexpr float kCodeFromTheBack = 17;  // pixels

LessonShow shipped(const std::string& name) {
  auto lesson = readLesson(STRATA_SOURCE_DIR "/assets/lessons/" + name + ".lesson");
  EXPECT_TRUE(lesson.ok()) << lesson.error().message;
  return LessonShow(
      std::make_shared<const Lesson>(std::move(lesson).value()), [] { return agentProgram("cpu"); }, [] {});
}

RecordingCanvas drawn(LessonShow& show) {
  RecordingCanvas canvas;
  drawLessonSlide(canvas, kHall, show, std::nullopt);
  return canvas;
}

float codeSize(const RecordingCanvas& canvas) {
  const DrawOp* first = canvas.findTextWith("__global__");
  return first ? first->style.size : 0;
}

/// Title and text, and where they stand: all up to what an answer may take.
std::vector<std::pair<std::string, Rect>> titleAndText(const RecordingCanvas& canvas) {
  std::vector<std::pair<std::string, Rect>> words;
  for (const DrawOp* op : canvas.of(DrawOp::Kind::Text)) {
    if (op->text.find("best") != std::string::npos) break;
    words.emplace_back(op->text, op->rect);
  }
  return words;
}

PuzzleSight puzzleOf(const std::string& kernel) {
  PuzzleSight puzzle;
  puzzle.kernel = kernel;
  puzzle.solutionToCome = "  out[0] = 1;";
  return puzzle;
}

TEST(PuzzleSlide, TheKernelsSizeIsFoundOnceForATextAndABox) {
  KernelScales scales;
  const PuzzleSight puzzle = puzzleOf("__global__ void map(float* out) {\n  // your line here\n}\n");
  constexpr Rect kBox{10, 20, 400, 300}, kMoved{50, 20, 400, 300}, kNarrow{10, 20, 80, 300};
  const auto scaleOf = [&](const PuzzleSight& of, Rect box, bool again) {
    const CountingCanvas canvas;
    const float scale = scales.in(canvas, box, of);
    EXPECT_EQ(canvas.measured == 0, again);
    return scale;
  };
  const float first = scaleOf(puzzle, kBox, false);
  EXPECT_EQ(scaleOf(puzzle, kBox, true), first);
  EXPECT_EQ(scaleOf(puzzle, kMoved, true), first);
  PuzzleSight told = puzzle;
  told.solution = std::exchange(told.solutionToCome, {});
  EXPECT_EQ(scaleOf(told, kBox, true), first);
  EXPECT_LT(scaleOf(puzzle, kNarrow, false), first);
  EXPECT_EQ(scaleOf(puzzle, kBox, true), first) << "both sizes are kept";
  scaleOf(puzzleOf("__global__ void other(float* out) {\n  // your line here\n}\n"), kBox, false);
  EXPECT_EQ(scaleOf(puzzle, kBox, false), first);
}

TEST(PuzzleSlide, ASlideDrawnAgainLooksForNoSizeOfItsKernel) {
  LessonShow show = shipped("26-puzzles-threads");
  std::size_t before = 0;
  for (const bool again : {false, true}) {
    CountingCanvas canvas;
    drawLessonSlide(canvas, kHall, show, std::nullopt);
    if (again) {
      EXPECT_LT(canvas.measured, before);
    }
    before = canvas.measured;
  }
}

TEST(PuzzleSlide, IsReadFromTheBackAndHintsAndTheSolutionMoveNothing) {
  LessonShow show = shipped("26-puzzles-threads");
  const std::size_t pages = show.lesson().player().lesson().pages.size();
  for (std::size_t page = 0; page < pages; ++page, show.skip()) {
    SCOPED_TRACE(show.lesson().player().page().title);
    const RecordingCanvas before = drawn(show);
    const float size = codeSize(before);
    EXPECT_GE(size, kCodeFromTheBack);
    while (show.lesson().mayReveal()) {
      show.goOn();
      const RecordingCanvas after = drawn(show);
      EXPECT_EQ(codeSize(after), size);
      EXPECT_EQ(titleAndText(after), titleAndText(before));
      for (const DrawOp* op : after.of(DrawOp::Kind::Text))
        if (op->style.face == Face::Mono) {
          EXPECT_THAT(op->text, Not(HasSubstr("…")));
        }
    }
    EXPECT_FALSE(show.state().sight.lesson->puzzle->solution.empty());
  }
}

}  // namespace
}  // namespace strata::puzzle_slide_test
