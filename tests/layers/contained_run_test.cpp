#include "layers/compiler/contained_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "engine/base/temporary_folder.h"

namespace strata {
namespace {

using testing::HasSubstr;
using End = ContainedRun::End;

class ContainedRuns : public testing::Test {
 protected:
  ContainedRun shell(const std::string& command, const std::stop_token& stop = {}) {
    m_program.words = {"sh", "-c", command};
    m_program.folder = m_folder.path();
    return runContained(m_program, stop);
  }

  TemporaryFolder m_folder;
  ContainedProgram m_program;
};

TEST_F(ContainedRuns, SayWhatTheyPrintAndHowTheyEnded) {
  const ContainedRun well = shell("echo out; echo err >&2; pwd");
  EXPECT_EQ(well.end, End::Well);
  EXPECT_EQ(well.words, "out\nerr\n" + m_folder.path() + "\n");
  EXPECT_EQ(shell("exit 3").end, End::Badly);
  m_program.words = {"/nowhere/at-all"};
  EXPECT_EQ(runContained(m_program, {}).end, End::Never);
}

TEST_F(ContainedRuns, WriteNowhereElse) {
  const TemporaryFolder other;
  const ContainedRun run =
      shell("echo a > here && ! echo a > '" + other.path("there") + "' && ! echo a > /tmp/strata-x");
  if (!run.notContained.empty()) GTEST_SKIP() << run.notContained;
  EXPECT_EQ(run.end, End::Well) << run.words;
  EXPECT_TRUE(std::filesystem::exists(m_folder.path("here")));
  EXPECT_FALSE(std::filesystem::exists(other.path("there")));
}

TEST_F(ContainedRuns, HaveNoNetwork) {
  const ContainedRun run = shell("cat /proc/net/dev | tail -n +3 | grep -v lo:");
  if (!run.notContained.empty()) GTEST_SKIP() << run.notContained;
  EXPECT_EQ(run.words, "");
}

TEST_F(ContainedRuns, AreEndedWithAllTheyStarted) {
  m_program.limits.longest = Duration{300'000'000};
  const ContainedRun run = shell("(sleep 1000; echo late > late) & echo begun; sleep 1000");
  EXPECT_EQ(run.end, End::TooLong);
  EXPECT_EQ(run.words, "begun\n");
}

TEST_F(ContainedRuns, StopWhenTheyAreTold) {
  std::stop_source stop;
  std::jthread soon([&] { stop.request_stop(); });
  EXPECT_EQ(shell("sleep 1000", stop.get_token()).end, End::Stopped);
}

TEST_F(ContainedRuns, GetSoMuchMemoryAndSoLongFiles) {
  m_program.limits.memoryBytes = std::uint64_t{64} << 20;
  EXPECT_EQ(shell("head -c 300000000 /dev/zero | tail -c 200000000 > /dev/null").end, End::Badly);
  m_program.limits.fileBytes = 1 << 20;
  EXPECT_EQ(shell("head -c 3000000 /dev/zero > long").end, End::Badly);
  EXPECT_LE(std::filesystem::file_size(m_folder.path("long")), 1u << 20);
}

TEST_F(ContainedRuns, SayNoMoreThanAMegabyte) {
  const ContainedRun run = shell("head -c 3000000 /dev/zero | tr '\\0' x");
  EXPECT_EQ(run.end, End::Well);
  EXPECT_LE(run.words.size(), (1u << 20) + 4096);
}

/// Waits until a condition holds; gives up where the test's own limit would.
bool becomes(const std::function<bool()>& is) {
  for (int i = 0; i < 1000 && !is(); ++i) usleep(10'000);
  return is();
}

TEST_F(ContainedRuns, LeaveNothingWhenTheirProgramIsKilled) {
  int pipe[2];
  ASSERT_EQ(::pipe(pipe), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const TemporaryFolder folder;
    const std::string path = folder.path() + "\n";
    if (::write(pipe[1], path.data(), path.size()) < 0) ::_exit(1);
    runContained({{"sh", "-c", "echo a > begun; sleep 1000"}, folder.path()}, {});
    ::_exit(0);
  }
  ::close(pipe[1]);
  std::string folder(4096, '\0');
  folder.resize(static_cast<std::size_t>(std::max<ssize_t>(1, ::read(pipe[0], folder.data(), folder.size()))) - 1);
  ASSERT_TRUE(becomes([&] { return std::filesystem::exists(folder + "/begun"); })) << folder;
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  EXPECT_TRUE(becomes([&] { return !std::filesystem::exists(folder); })) << folder;
  // Whoever worked in the folder has it open no more.
  const auto worksThere = [&] {
    for (const auto& process : std::filesystem::directory_iterator("/proc")) {
      std::error_code error;
      if (std::filesystem::read_symlink(process.path() / "cwd", error).string().starts_with(folder)) return true;
    }
    return false;
  };
  EXPECT_TRUE(becomes([&] { return !worksThere(); }));
}

}  // namespace
}  // namespace strata
