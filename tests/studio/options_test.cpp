#include "app/studio/options.h"

#include <gtest/gtest.h>

namespace strata {
namespace {

StudioOptions parse(std::vector<std::string> words, int& exitCode) {
  words.insert(words.begin(), "strata-studio");
  std::vector<char*> raw;
  for (auto& word : words) raw.push_back(word.data());
  raw.push_back(nullptr);
  return parseOptions(static_cast<int>(words.size()), raw.data(), exitCode);
}

TEST(Options, TakesAFileAndAPicture) {
  int exitCode = 0;
  const auto options = parse({"a.pftrace", "--screenshot", "out.png", "--size", "1920x1080"}, exitCode);
  EXPECT_EQ(exitCode, -1);
  EXPECT_EQ(options.files, std::vector<std::string>{"a.pftrace"});
  EXPECT_EQ(options.screenshot, "out.png");
  EXPECT_EQ(options.size, QSize(1920, 1080));
  EXPECT_TRUE(options.unattended());
}

TEST(Options, TakesTheTracesOfSeveralRanks) {
  int exitCode = 0;
  const auto options = parse({"rank0.json", "rank1.json", "--layout", "timeline"}, exitCode);
  EXPECT_EQ(exitCode, -1);
  EXPECT_EQ(options.files, (std::vector<std::string>{"rank0.json", "rank1.json"}));
}

/// As strata does, from the same descriptions.
TEST(Options, TheLineIsCompletedInShells) {
  const auto answer = [](std::vector<std::string> words) {
    int exitCode = -1;
    words.insert(words.begin(), "--completion");
    testing::internal::CaptureStdout();
    parse(std::move(words), exitCode);
    EXPECT_EQ(exitCode, 0);
    return testing::internal::GetCapturedStdout();
  };
  EXPECT_EQ(answer({"words", "--", "--lay"}), "--layout\n");
  EXPECT_EQ(answer({"words", "--", "--run", "matm"}), "matmul\n");
  EXPECT_EQ(answer({"words", "--", "--run", "matmul", "--set", "observe=me"}), "observe=memory\n");
  EXPECT_EQ(answer({"words", "--", "--run=matmul", "--set", "observe=me"}), "observe=memory\n");
  EXPECT_EQ(answer({"words", "--", "--device", "c"}), "cpu\ncuda\ncuda:1\n");
  EXPECT_EQ(answer({"words", "--", "--layout", "tim"}), "timeline\n");
  EXPECT_EQ(answer({"words", "--", "a.pf"}), "") << "files are the shell's";
  for (const char* shell : {"bash", "zsh", "fish"})
    EXPECT_NE(answer({shell}).find(" --completion words -- "), std::string::npos) << shell;
  int exitCode = -1;
  testing::internal::CaptureStderr();
  parse({"--completion=tcsh"}, exitCode);
  EXPECT_EQ(exitCode, 2);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("choose bash, zsh or fish"), std::string::npos);
  testing::internal::CaptureStderr();
  parse({"--completion"}, exitCode);
  EXPECT_EQ(exitCode, 2);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "strata-studio: No shell is named; choose bash, zsh or fish.\n");
  testing::internal::CaptureStdout();
  parse({"--help"}, exitCode);
  EXPECT_NE(testing::internal::GetCapturedStdout().find("--completion SHELL "), std::string::npos);
}

TEST(Options, AWindowForAPersonKeepsItsLayout) {
  int exitCode = 0;
  EXPECT_FALSE(parse({"--run", "matmul"}, exitCode).unattended());
  EXPECT_TRUE(parse({"--run", "matmul", "--quit-when-done"}, exitCode).unattended());
}

TEST(Options, WrongWordsEndWithUsage) {
  int exitCode = 0;
  parse({"--nonsense"}, exitCode);
  EXPECT_EQ(exitCode, 2);
  for (const char* size : {"big", "1920", "1920x", "-5x100", "0x0"}) {
    exitCode = 0;
    parse({"--size", size}, exitCode);
    EXPECT_EQ(exitCode, 2) << size;
  }
  for (const char* picture : {"window.gif", "window.svg", "window"}) {
    exitCode = 0;
    testing::internal::CaptureStderr();
    parse({"a.pftrace", "--screenshot", picture}, exitCode);
    EXPECT_EQ(exitCode, 2) << picture;
    EXPECT_EQ(testing::internal::GetCapturedStderr().find("strata-studio: --screenshot: "), 0u) << picture;
  }
  parse({"a.pftrace", "--screenshot", "WINDOW.PNG"}, exitCode);
  EXPECT_EQ(exitCode, -1);
  parse({"--help"}, exitCode);
  EXPECT_EQ(exitCode, 0);
}

}  // namespace
}  // namespace strata
