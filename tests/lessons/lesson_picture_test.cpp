#include "app/lessons/lesson_picture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "app/canvas/png.h"
#include "app/lessons/handout.h"
#include "app/lessons/lesson_file.h"
#include "app/lessons/lesson_sight.h"

namespace strata {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
namespace fs = std::filesystem;

/// A course's folder, in one that is not its own.
class LessonPictureTest : public testing::Test {
 protected:
  void SetUp() override {
    m_outside = fs::temp_directory_path() / ("strata-lesson-picture-" + std::to_string(::getpid()));
    fs::create_directories(m_outside / "course" / "figures");
    draw(m_outside / "secret.png", 1);
    draw(course() / "warp.png", 2);
    draw(course() / "figures" / "grid.png", 3);
  }
  void TearDown() override { fs::remove_all(m_outside); }

  fs::path course() const { return m_outside / "course"; }
  static void draw(const fs::path& file, std::uint32_t side) {
    const std::vector<Color> pixels(std::size_t{side} * side, Color{1, 2, 3});
    std::ofstream(file, std::ios::binary) << encodePng(side, side, pixels);
  }
  std::uint32_t widthOf(const std::string& file) const {
    const auto read = lessonPicture(course().string(), file);
    return read.ok() ? read.value()->content().width : 0;
  }
  std::string why(const std::string& file) const {
    const auto read = lessonPicture(course().string(), file);
    return read.ok() ? "" : read.error().message;
  }
  LessonPlayer playing(std::string_view text) const {
    return LessonPlayer(std::make_shared<const Lesson>(
        parseLesson("lesson: A\nsay: S\n  " + std::string(text) + "\n", (course() / "a.lesson").string()).value()));
  }

  fs::path m_outside;
};

TEST_F(LessonPictureTest, LiesInTheLessonsFolderOrBelow) {
  EXPECT_EQ(widthOf("warp.png"), 2u);
  EXPECT_EQ(widthOf("figures/grid.png"), 3u);
  EXPECT_EQ(widthOf("figures/../warp.png"), 2u);
  fs::create_symlink(m_outside / "secret.png", course() / "link.png");
  for (const std::string& elsewhere :
       {std::string("../secret.png"), (m_outside / "secret.png").string(), std::string("link.png")})
    EXPECT_THAT(why(elsewhere), HasSubstr("does not lie in the lesson's folder")) << elsewhere;
}

TEST_F(LessonPictureTest, WhatCannotBeReadSaysWhy) {
  EXPECT_THAT(why("none.png"), HasSubstr("\"none.png\" is not there"));
  EXPECT_THAT(why("figures"), HasSubstr("is not there"));
  std::ofstream(course() / "text.png") << "This is a text, whatever its name says.";
  EXPECT_THAT(why("text.png"), HasSubstr("is no PNG file"));
}

TEST_F(LessonPictureTest, IsReadOnceWhileItIsShownAndAgainOnceItsFileIsAnother) {
  const auto first = lessonPicture(course().string(), "warp.png");
  EXPECT_EQ(first.value(), lessonPicture(course().string(), "warp.png").value());
  draw(course() / "warp.png", 40);
  EXPECT_EQ(widthOf("warp.png"), 40u);
}

TEST_F(LessonPictureTest, IsKeptNoLargerThanAPageCouldShowIt) {
  draw(course() / "large.png", 2000);
  EXPECT_EQ(widthOf("large.png"), 1600u);
}

TEST_F(LessonPictureTest, APageHasThePicturesOfItsText) {
  const auto sight = sightOf(playing("Here ![a warp](warp.png) and ![nothing](none.png)."), false, {});
  ASSERT_EQ(sight->pictures.size(), 1u);
  EXPECT_EQ(sight->pictures.at("warp.png")->content().width, 2u);
}

TEST_F(LessonPictureTest, AHandoutHoldsThemAndOfThoseThatAreMissingTheWords) {
  const std::string page = handout(playing("Here ![a \"warp\"](warp.png) and ![nothing](none.png)."), "2026-05-31");
  EXPECT_THAT(page, HasSubstr("src=\"data:image/png;base64,"));
  EXPECT_THAT(page, HasSubstr("alt=\"a &quot;warp&quot;\""));
  EXPECT_THAT(page, HasSubstr("<p>nothing</p>"));
  EXPECT_THAT(page, Not(HasSubstr("none.png")));
}

}  // namespace
}  // namespace strata
