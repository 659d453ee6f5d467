#include "engine/base/temporary_folder.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <string>
#include <thread>

namespace strata {
namespace {

namespace fs = std::filesystem;

bool comesToBeGone(const fs::path& path) {
  constexpr int kTries = 2000;
  for (int i = 0; i < kTries && fs::exists(path); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return !fs::exists(path);
}

TEST(TemporaryFolder, GoesWithItsObject) {
  fs::path path;
  {
    const TemporaryFolder folder;
    path = folder.path();
    constexpr std::array<char, 2> kText{'h', 'i'};
    EXPECT_TRUE(folder.write("deep/file", kText));
    EXPECT_EQ(fs::file_size(folder.path("deep/file")), 2u);
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST(TemporaryFolder, IsNotMadeAgainOnceItIsSweptAway) {
  const TemporaryFolder folder;
  fs::remove_all(folder.path());
  constexpr std::array<char, 2> kText{'h', 'i'};
  EXPECT_FALSE(folder.write("deep/er/file", kText));
  EXPECT_FALSE(folder.write("file", kText));
  EXPECT_FALSE(fs::exists(folder.path()));
}

TEST(TemporaryFolder, GoesWithItsProcessHoweverThatEnds) {
  for (const int signal : {SIGINT, SIGKILL}) {
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    const pid_t child = ::fork();
    if (child == 0) {
      const TemporaryFolder folder;
      const std::string path = folder.path();
      if (::write(ends[1], path.data(), path.size()) < 0) ::_exit(1);
      ::raise(signal);
      ::_exit(1);
    }
    ::close(ends[1]);
    std::array<char, 4096> text{};
    const ssize_t length = ::read(ends[0], text.data(), text.size());
    ::close(ends[0]);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == signal);
    ASSERT_GT(length, 0);
    EXPECT_TRUE(comesToBeGone(fs::path(std::string(text.data(), static_cast<std::size_t>(length)))));
  }
}

TEST(TemporaryFolder, SaysWhyItCouldNotBeMade) {
  const char* before = ::getenv("TMPDIR");
  const std::string kept = before ? before : "";
  ::setenv("TMPDIR", "/no/such/folder", 1);
  const TemporaryFolder folder;
  EXPECT_TRUE(folder.path().empty());
  EXPECT_FALSE(folder.write("file", {}));
  const Error why = folder.refusal(Storey::Compiler);
  EXPECT_EQ(why.storey, Storey::Compiler);
  EXPECT_EQ(why.code, ErrorCode::Io);
  EXPECT_NE(why.message.find("/no/such/folder takes no file: No such file or directory"), std::string::npos)
      << why.message;
  before ? ::setenv("TMPDIR", kept.c_str(), 1) : ::unsetenv("TMPDIR");
}

}  // namespace
}  // namespace strata
