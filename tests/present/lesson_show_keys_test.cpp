#include <GLFW/glfw3.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/words/messages.h"
#include "lesson_show_fixture.h"

// A class's number typed in, and a clicker of four keys.

namespace strata {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST_F(LessonShowTest, APointIsTypedAfterADigitAndElseAClickersBlack) {
  LessonShow show = begin(kGiven);
  show.play(2);
  press(show, {GLFW_KEY_0, GLFW_KEY_PERIOD, GLFW_KEY_5});
  EXPECT_EQ(show.lesson().votes("threads")->aimed()->number, 0.5);
  EXPECT_FALSE(show.black);
  press(show, {GLFW_KEY_SPACE, GLFW_KEY_1, GLFW_KEY_2, GLFW_KEY_COMMA, GLFW_KEY_8});
  EXPECT_EQ(show.lesson().votes("threads")->aimed()->number, 12.8);
  press(show, {GLFW_KEY_SPACE, GLFW_KEY_KP_2, GLFW_KEY_KP_DECIMAL, GLFW_KEY_KP_5});
  EXPECT_EQ(show.lesson().votes("threads")->aimed()->number, 2.5);
  press(show, {GLFW_KEY_SPACE, GLFW_KEY_PERIOD});
  EXPECT_TRUE(show.black) << "no number is being typed";
}

TEST_F(LessonShowTest, OfThingsAPointIsToldToMakeNoNumber) {
  LessonShow show = begin(kCounted);
  press(show, {GLFW_KEY_3, GLFW_KEY_PERIOD, GLFW_KEY_2});
  EXPECT_FALSE(show.lesson().votes("sectors")->aimed().has_value());
  EXPECT_FALSE(show.black);
  EXPECT_THAT(wordsOn(show), HasSubstr("“3.2” is no whole number from"));
  press(show, {GLFW_KEY_BACKSPACE, GLFW_KEY_3});
  EXPECT_EQ(show.lesson().votes("sectors")->aimed()->number, 3);
  press(show, {GLFW_KEY_COMMA});
  EXPECT_THAT(wordsOn(show), HasSubstr("“3.” is no whole number from"));
}

TEST_F(LessonShowTest, AClickerGoesOnWithoutAPredictionThatItIsAskedForTwice) {
  LessonShow show = begin(kGiven);
  press(show, {GLFW_KEY_PAGE_DOWN, GLFW_KEY_PAGE_DOWN});
  EXPECT_EQ(page(show), 1u);
  EXPECT_THAT(wordsOn(show), HasSubstr(std::string(text(Msg::LessonGoesWithout))));
  press(show, {GLFW_KEY_B, GLFW_KEY_B});
  EXPECT_THAT(wordsOn(show), Not(HasSubstr(std::string(text(Msg::LessonGoesWithout)))));
  press(show, {GLFW_KEY_PAGE_DOWN});
  EXPECT_EQ(page(show), 1u) << "asked anew, since something else was done";
  for (std::size_t next = 2; next <= 4; ++next) {
    press(show, {GLFW_KEY_PAGE_DOWN});
    EXPECT_EQ(page(show), next);
    if (next < 4) press(show, {GLFW_KEY_PAGE_DOWN});
  }
  EXPECT_FALSE(show.working());
  press(show, {GLFW_KEY_PAGE_DOWN});
  EXPECT_TRUE(show.working()) << "a run is not left out";
  finish(show);
  EXPECT_EQ(show.lesson().votes("smaller"), nullptr);
}

}  // namespace
}  // namespace strata
