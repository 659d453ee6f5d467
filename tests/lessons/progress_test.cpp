#include "app/lessons/progress.h"

#include <gtest/gtest.h>

namespace strata {
namespace {

Progress::Guess guess(std::string lesson, std::string question, bool right, double factor) {
  Progress::Guess made;
  made.lesson = std::move(lesson);
  made.question = std::move(question);
  made.right = right;
  made.factor = factor;
  return made;
}

TEST(LessonProgress, IsKeptAndReadAgain) {
  Progress progress;
  progress.done = {"01-a"};
  progress.places["02-b"] = {
      3, "say; ask q 2; ", {{"q", {1, {}, {}}}, {"o", {0, {1, 0}, {}}}, {"w", {0, {}, "runtime"}}}, {2}};
  progress.note(guess("01-a", "much", false, 2.5));
  progress.note(guess("01-a", "where", true, 0));
  EXPECT_EQ(progressFromText(toText(progress)), progress);
}

TEST(LessonProgress, ANewerGuessTakesThePlaceOfTheOlder) {
  Progress progress;
  progress.note(guess("a", "q", false, 4));
  progress.note(guess("b", "q", false, 3));
  progress.note(guess("a", "q", true, 1));
  ASSERT_EQ(progress.guesses.size(), 2u);
  EXPECT_EQ(progress.guesses[1], guess("a", "q", true, 1));
}

TEST(LessonProgress, ABrokenFileCostsItsMemoryOnly) {
  EXPECT_EQ(progressFromText(""), Progress{});
  EXPECT_EQ(progressFromText("{"), Progress{});
  EXPECT_EQ(progressFromText("[1]"), Progress{});
  const Progress some = progressFromText(
      R"({"done": ["a", 3], "places": {"b": 7, "c": {"page": 2, "bets": [3], "explained": "x"}, "d": {"page": -1}}, "guesses": [7, {"lesson": "a"}]})");
  EXPECT_EQ(some.done, std::set<std::string>{"a"});
  EXPECT_EQ(some.places, (std::map<std::string, LessonPlace>{{"c", {2, {}, {}, {}}}, {"d", {}}}));
  EXPECT_TRUE(some.guesses.empty());
}

}  // namespace
}  // namespace strata
