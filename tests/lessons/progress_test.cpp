#include "app/lessons/progress.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

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

TEST(LessonProgress, SavedAnswersSayWhoseTheyAreAndWhenAndWhereTheyWereSaved) {
  Progress progress;
  progress.note(guess("01-a", "much", false, 2.5));
  const AnswersOf anna{"Anna", "2026-05-31 02:10", "lab-07"};
  const auto read = answersFromText(toText(progress, anna), "answers.json");
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read.value().of, anna);
  EXPECT_EQ(read.value().progress, progress);
  EXPECT_EQ(toText(progress).find("machine"), std::string::npos) << "what is kept is nobody else's";
  for (const char* none : {"", "{", "[]", "{}", R"({"guesses": 3})"}) {
    const auto refused = answersFromText(none, "a.json");
    ASSERT_FALSE(refused.ok()) << none;
    EXPECT_NE(refused.error().message.find("a.json"), std::string::npos);
  }
}

TEST(LessonProgress, AFindingIsReadAsItWasKeptOnce) {
  const auto found = [](const char* runs) {
    return progressFromText(std::string(R"({"findings": [{"lesson": "a", "page": "p", "text": "t", "device": "D", )") +
                            runs + "}]}")
        .findings.at(0);
  };
  EXPECT_EQ(found(R"("runs": ["matmul n=64"])").runs, (std::vector<Progress::Source>{{"matmul n=64", "D"}}));
  EXPECT_EQ(found(R"("runs": ["a", "b"])").runs, (std::vector<Progress::Source>{{"a", {}}, {"b", {}}}))
      << "it was the last one's only";
}

TEST(LessonProgress, WhatTwoWindowsAnsweredIsMerged) {
  Progress before;
  before.done = {"01-a"};
  before.places["02-b"] = {2, "p", {}, {}};
  before.note(guess("01-a", "q", false, 4));
  Progress mine = before, theirs = before;
  mine.done.insert("02-b");
  mine.places.erase("02-b");
  mine.note(guess("02-b", "q", true, 1));
  theirs.done.insert("03-c");
  theirs.note(guess("01-a", "q", true, 1));
  theirs.note(guess("03-c", "q", false, 3));
  theirs.findings.push_back({"03-c", "So", "text", {{"matmul", "here"}}, {}});
  const Progress both = merged(before, mine, theirs);
  EXPECT_EQ(both.done, (std::set<std::string>{"01-a", "02-b", "03-c"}));
  EXPECT_TRUE(both.places.empty()) << "it was read to its end here";
  EXPECT_EQ(both.guesses,
            (std::vector{guess("01-a", "q", true, 1), guess("03-c", "q", false, 3), guess("02-b", "q", true, 1)}));
  EXPECT_EQ(both.findings, theirs.findings);
  mine.note(guess("01-a", "q", false, 2));
  EXPECT_EQ(merged(before, mine, theirs).guesses.back(), guess("01-a", "q", false, 2)) << "the newest wins";
  EXPECT_EQ(merged(before, Progress{}, before), Progress{}) << "what is forgotten is gone";
  EXPECT_EQ(merged(before, before, Progress{}), Progress{}) << "also for a window that still has it";
}

TEST(LessonProgress, PartsOfItAreOfTheLessonsThatAreNamed) {
  Progress progress;
  progress.done = {"01-a", "02-b"};
  progress.note(guess("01-a", "q", false, 4));
  progress.note(guess("03-c", "q", false, 4));
  EXPECT_EQ(lessonsOf(progress), (std::set<std::string>{"01-a", "02-b", "03-c"}));
  EXPECT_EQ(lessonsOf(ofLessons(progress, {"01-a"})), std::set<std::string>{"01-a"});
  EXPECT_EQ(lessonsOf(withoutLessons(progress, {"01-a"})), (std::set<std::string>{"02-b", "03-c"}));
}

/// With a data folder of its own.
class KeptProgress : public ::testing::Test {
 protected:
  KeptProgress() { setData(m_folder / "data"); }
  ~KeptProgress() override {
    m_before ? setenv("XDG_DATA_HOME", m_home.c_str(), 1) : unsetenv("XDG_DATA_HOME");
    std::filesystem::remove_all(m_folder);
  }
  static void setData(const std::filesystem::path& folder) { setenv("XDG_DATA_HOME", folder.c_str(), 1); }
  std::filesystem::path learning() const { return m_folder / "data/strata/learning"; }

  const std::filesystem::path m_folder = [] {
    std::string name = (std::filesystem::temp_directory_path() / "strata_progress_XXXXXX").string();
    return std::filesystem::path(mkdtemp(name.data()));
  }();

 private:
  const char* m_before = std::getenv("XDG_DATA_HOME");
  const std::string m_home = m_before ? m_before : "";
};

TEST_F(KeptProgress, TwoWindowsOfOneUserLoseNothing) {
  Progress first, second;  // both windows were opened before either answered
  first.note(guess("01-a", "q", false, 4));
  second.note(guess("02-b", "q", true, 1));
  ASSERT_TRUE(keepProgress({}, first).ok());
  const auto kept = keepProgress({}, second);
  ASSERT_TRUE(kept.ok()) << kept.error().message;
  EXPECT_EQ(lessonsOf(kept.value().progress), (std::set<std::string>{"01-a", "02-b"}))
      << "this window now knows the other's";
  EXPECT_EQ(readProgress(), kept.value().progress);
  EXPECT_TRUE(learners().empty()) << "what lies beside it is nobody's";
  ASSERT_TRUE(keepProgress(kept.value().progress, {}).ok());
  EXPECT_EQ(readProgress(), Progress{}) << "it can be forgotten";
  ASSERT_TRUE(keepProgress(first, first).ok());
  EXPECT_EQ(readProgress(), Progress{}) << "the first window does not bring it back";
}

TEST_F(KeptProgress, ManyAtOnceTakeTurns) {
  std::vector<std::thread> windows;
  for (int i = 0; i < 8; ++i)
    windows.emplace_back([i] {
      Progress before, now;
      for (int q = 0; q < 10; ++q) {
        now.note(guess("lesson-" + std::to_string(i), "q" + std::to_string(q), true, 1));
        const auto kept = keepProgress(before, now);
        ASSERT_TRUE(kept.ok()) << kept.error().message;
        before = now = kept.value().progress;
      }
    });
  for (std::thread& window : windows) window.join();
  EXPECT_EQ(readProgress().guesses.size(), 80u);
}

TEST_F(KeptProgress, WhatCannotBeReadIsWrittenAnewAndALockThatStaysHoldsNobodyBackForLong) {
  Progress now;
  now.note(guess("01-a", "q", false, 4));
  ASSERT_TRUE(keepProgress({}, now).ok());
  std::ofstream(learning() / "progress.json") << "{";
  const int lock = ::open((learning() / "lock").c_str(), O_RDWR);
  ASSERT_EQ(::flock(lock, LOCK_EX), 0);
  const auto kept = keepProgress(now, now);
  ASSERT_TRUE(kept.ok());
  ::close(lock);
  EXPECT_THAT(kept.value().broken, ::testing::StartsWith((learning() / "progress.json.broken-").string()));
  EXPECT_EQ(std::filesystem::file_size(kept.value().broken), 1u) << "as it was";
  EXPECT_EQ(readProgress(), now);
}

TEST_F(KeptProgress, WhatANewerStrataKeptStays) {
  Progress now;
  now.note(guess("01-a", "q", false, 4));
  ASSERT_TRUE(keepProgress({}, {}).ok());
  const std::string newer = R"({"version": 2, "guesses": [], "stars": 3})";
  std::ofstream(learning() / "progress.json") << newer;
  const auto kept = keepProgress({}, now);
  ASSERT_FALSE(kept.ok());
  EXPECT_THAT(kept.error().message, ::testing::HasSubstr("is a newer Strata's"));
  EXPECT_EQ(std::filesystem::file_size(learning() / "progress.json"), newer.size());
}

TEST_F(KeptProgress, WhereNothingCanBeKeptTheReasonAndTheVariableAreSaid) {
  std::ofstream(m_folder / "file").close();
  setData(m_folder / "file");
  const auto kept = keepProgress({}, {});
  ASSERT_FALSE(kept.ok());
  EXPECT_THAT(kept.error().message,
              ::testing::AllOf(::testing::HasSubstr("Not a directory"), ::testing::HasSubstr("XDG_DATA_HOME"),
                               ::testing::Not(::testing::HasSubstr("Check the name"))));
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
