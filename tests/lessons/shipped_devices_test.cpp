#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "app/lessons/lesson_file.h"
#include "tests/lessons/shipped.h"

// What lessons that come with Strata say of GPUs, and of the device that answers.

namespace strata {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

std::string everyWordOf(const Page& page) {
  std::string text = page.title + "\n" + page.text;
  for (const Outcome& outcome : page.outcomes) text += "\n" + outcome.text;
  return text;
}

/// Counting and modelling runs on the CPU device, also where there is a GPU.
TEST(ShippedLessons, NothingIsToldOfAGpuThatDidNotRun) {
  for (const LessonFile& file : lessonsIn(STRATA_SOURCE_DIR "/assets/lessons")) {
    ASSERT_TRUE(file.lesson.ok()) << file.lesson.error().message;
    bool onCpu = false;
    for (const Page& page : file.lesson.value().pages) {
      if (page.runs()) onCpu = page.kind == Page::Kind::Run && wantsCpu(page.run);
      for (const Outcome& outcome : page.outcomes)
        if (onCpu) {
          EXPECT_THAT(outcome.when, AllOf(Not(HasSubstr("device(gpu)")), Not(HasSubstr("device(cpu)"))))
              << file.path << ": " << page.title;
        }
    }
  }
}

TEST(ShippedLessons, WhatAProcessorWillAnswerIsNotAskedOfThisDevice) {
  std::size_t asked = 0;
  for (const LessonFile& file : lessonsIn(STRATA_SOURCE_DIR "/assets/lessons")) {
    ASSERT_TRUE(file.lesson.ok()) << file.lesson.error().message;
    const auto& pages = file.lesson.value().pages;
    for (auto page = pages.begin(); page != pages.end(); ++page) {
      const auto run = std::find_if(page, pages.end(), [](const Page& later) { return later.runs(); });
      if (page->kind != Page::Kind::Ask || run == pages.end() || !wantsCpu(run->run)) continue;
      ++asked;
      EXPECT_THAT(page->title, Not(HasSubstr("this device"))) << file.path;
      EXPECT_THAT(page->title, Not(HasSubstr("this very device"))) << file.path;
    }
  }
  EXPECT_GT(asked, 10u);
}

TEST(ShippedLessons, HowManyWarpsReadDependsOnTheirWidth) {
  const Lesson lesson = shipped("07-threads-over-data");
  const Question* warps = lesson.question("warps");
  ASSERT_NE(warps, nullptr);
  EXPECT_THAT(warps->answer, HasSubstr("device(warp)"));
}

/// Behind CDNA 4 they have 32.
TEST(ShippedLessons, InstinctGpusHave64LanesUpToCdna4) {
  std::size_t said = 0;
  for (const LessonFile& file : lessonsIn(STRATA_SOURCE_DIR "/assets/lessons")) {
    ASSERT_TRUE(file.lesson.ok()) << file.lesson.error().message;
    for (const Page& page : file.lesson.value().pages) {
      const std::string text = everyWordOf(page);
      if (text.find("Instinct") == std::string::npos || text.find("64") == std::string::npos) continue;
      ++said;
      EXPECT_THAT(text, HasSubstr("up to CDNA 4")) << file.path << ": " << page.title;
    }
  }
  EXPECT_GE(said, 4u);
}

/// HIP's shuffles with a mask assert that it has 64 bits.
TEST(ShippedLessons, AMaskOf32BitsDoesNotCompileOnAmd) {
  const Lesson port = shipped("23-port-it"), same = shipped("04-the-same-on-amd");
  for (const Outcome& outcome : port.pages[pageTitled(port, "Half of the numbers, without a word")].outcomes)
    EXPECT_THAT(outcome.text, HasSubstr("hipcc refuses a mask of 32")) << outcome.when;
  EXPECT_THAT(same.pages[pageTitled(same, "How to port")].text, HasSubstr("refuses masks of 32 bits"));
  for (const Page& page : same.pages) EXPECT_THAT(everyWordOf(page), Not(HasSubstr("without a word"))) << page.title;
}

TEST(ShippedLessons, PtxHasANearTwinOnAmd) {
  const Lesson lesson = shipped("04-the-same-on-amd");
  EXPECT_THAT(lesson.pages[pageTitled(lesson, "Names side by side")].text, HasSubstr("`amdgcnspirv`"));
}

TEST(ShippedLessons, LanesThatPartedAreNotPromisedToMeet) {
  const Lesson lesson = shipped("08-warps-and-divergence");
  for (const Outcome& outcome : lesson.pages[pageTitled(lesson, "Where they part")].outcomes)
    EXPECT_THAT(outcome.text, HasSubstr("only `__syncwarp()` promises it"));
}

/// S. Boehm's kernels 7 and 8 are made of the sixth.
TEST(ShippedLessons, KernelsAgainstConflictsAreComparedWithTheOneTheyStartedFrom) {
  const Lesson lesson = shipped("12-bank-conflicts");
  EXPECT_THAT(lesson.pages[pageTitled(lesson, "Not always worth the trouble")].text, HasSubstr("78.4 %"));
}

TEST(ShippedLessons, PlacesForBlocksRunOutToo) {
  const Lesson lesson = shipped("13-occupancy");
  EXPECT_THAT(lesson.pages[pageTitled(lesson, "A unit takes whole blocks")].text, HasSubstr("places for blocks"));
}

TEST(ShippedLessons, OfAmdsMatrixCoresOnlyCdna3sTakeTf32) {
  const Lesson lesson = shipped("16-matrix-units");
  EXPECT_THAT(lesson.pages[pageTitled(lesson, "A unit that multiplies matrices")].text, HasSubstr("CDNA 3, tf32"));
}

/// A copy engine brings bytes from and to the host.
TEST(ShippedLessons, TilesAreFetchedByTheCopyUnit) {
  const Lesson lesson = shipped("16-matrix-units");
  for (const Outcome& outcome : lesson.pages[pageTitled(lesson, "Who feeds the unit")].outcomes)
    EXPECT_THAT(outcome.text, HasSubstr("the copy unit (TMA)"));
  std::ifstream file(STRATA_SOURCE_DIR "/assets/shows/strata.strata-show");
  const std::string show(std::istreambuf_iterator<char>(file), {});
  EXPECT_THAT(show, AllOf(HasSubstr("the copy unit (TMA)"), Not(HasSubstr("copy engine"))));
}

/// As the lesson on softmax counts them.
TEST(ShippedLessons, FusingSoftmaxAloneSparesOneTripOfFive) {
  const Lesson lesson = shipped("22-fusion-and-graphs");
  EXPECT_THAT(lesson.pages[pageTitled(lesson, "What fusion adds")].text, HasSubstr("four trips instead\nof five"));
}

}  // namespace
}  // namespace strata
