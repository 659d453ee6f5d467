#include "engine/protocol/agent_process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fcntl.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <thread>

#include "tests/protocol/process_listener.h"

namespace strata {
namespace {

using testing::HasSubstr;

std::size_t openDescriptors() {
  const std::filesystem::directory_iterator all("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

/// Descriptors above the standard ones that whoever started this test left open for children.
int inheritable() {
  int count = 0;
  for (int fd = 3; fd < 1024; ++fd) {
    const int flags = ::fcntl(fd, F_GETFD);
    if (flags >= 0 && !(flags & FD_CLOEXEC)) ++count;
  }
  return count;
}

/// Ended, or ended and not yet taken by whoever inherited it.
bool gone(pid_t pid) {
  std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
  std::string id, name, state;
  return !(stat >> id >> name >> state) || state == "Z" || state == "X";
}

bool becomesGone(pid_t pid) {
  for (int i = 0; i < 6000 && !gone(pid); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return gone(pid);
}

TEST(AgentProcess, CarriesRequestsThereAndBytesBack) {
  ProcessListener listener;
  const auto process = started("cat", listener);
  EXPECT_TRUE(process->running());
  ASSERT_TRUE(process->send("one").ok());
  ASSERT_TRUE(process->send("two").ok());
  EXPECT_TRUE(listener.waitForOutput("one\ntwo\n")) << "bytes come while the agent runs";
  process->closeInput();
  const auto exit = listener.waitForExit();
  EXPECT_FALSE(exit.signaled);
  EXPECT_EQ(exit.code, 0);
  EXPECT_FALSE(process->running());
}

TEST(AgentProcess, TellsTheExitStatusOnceAndLast) {
  ProcessListener listener;
  auto process = started("printf before; exit 7", listener);
  EXPECT_EQ(listener.waitForExit().code, 7);
  process.reset();
  EXPECT_EQ(listener.exits(), 1);
  EXPECT_EQ(listener.output(), "before");
  EXPECT_FALSE(listener.outputAfterExit());
}

TEST(AgentProcess, DeliversAllBytesOfAnAgentThatEndsAtOnce) {
  ProcessListener listener;
  const auto process = started("head -c 5000000 /dev/zero", listener);
  EXPECT_EQ(listener.waitForExit().code, 0);
  EXPECT_EQ(listener.output().size(), 5'000'000u);
}

TEST(AgentProcess, KeepsTheBytesOfAnAgentThatIsKilled) {
  ProcessListener listener;
  const auto process = started("head -c 100000 /dev/zero; kill -9 $$", listener);
  const auto exit = listener.waitForExit();
  EXPECT_TRUE(exit.signaled);
  EXPECT_EQ(exit.code, SIGKILL);
  EXPECT_EQ(listener.output().size(), 100'000u);
}

TEST(AgentProcess, QuotesTheLastWords) {
  ProcessListener listener;
  const auto process =
      started("head -c 9000 /dev/zero | tr '\\0' x >&2; echo 'libcuda.so.1 is missing' >&2; exit 3", listener);
  const auto exit = listener.waitForExit();
  EXPECT_EQ(exit.code, 3);
  EXPECT_EQ(exit.lastWords.size(), 4096u);
  EXPECT_TRUE(exit.lastWords.ends_with("libcuda.so.1 is missing\n"));
  EXPECT_EQ(listener.output(), "");
}

TEST(AgentProcess, SaysThatACommandIsUnknown) {
  ProcessListener listener;
  const auto process = started("strata-agent-of-nowhere --device 0", listener);
  const auto exit = listener.waitForExit();
  EXPECT_EQ(exit.code, 127);
  EXPECT_THAT(exit.lastWords, HasSubstr("strata-agent-of-nowhere"));
}

TEST(AgentProcess, AnAgentThatClosesItsOutputStillLives) {
  ProcessListener listener;
  const auto process = started("exec 1>&-; read line; exit 9", listener);
  EXPECT_TRUE(process->running());
  ASSERT_TRUE(process->send("go").ok());
  EXPECT_EQ(listener.waitForExit().code, 9);
}

TEST(AgentProcess, KillReachesWhatTheShellStarted) {
  ProcessListener listener;
  const auto process = started("sleep 1000 & echo $!; wait", listener);
  ASSERT_TRUE(listener.waitForOutput("\n"));
  const pid_t child = std::stoi(listener.output());
  process->kill();
  const auto exit = listener.waitForExit();
  EXPECT_TRUE(exit.signaled);
  EXPECT_EQ(exit.code, SIGKILL);
  EXPECT_TRUE(becomesGone(child));
}

TEST(AgentProcess, WhatAnEndedShellLeftBehindEndsToo) {
  ProcessListener listener;
  const auto process = started("sleep 1000 & echo $!", listener);
  EXPECT_EQ(listener.waitForExit().code, 0) << "although the sleeper holds the pipe open";
  EXPECT_TRUE(becomesGone(std::stoi(listener.output())));
}

TEST(AgentProcess, EndsAnAgentThatIgnoresEverything) {
  ProcessListener listener;
  auto process = started("trap '' TERM HUP INT; echo ready; while :; do sleep 1000; done", listener);
  ASSERT_TRUE(listener.waitForOutput("ready"));
  const pid_t pid = process->pid();
  process.reset();
  EXPECT_EQ(listener.waitForExit().code, SIGKILL);
  EXPECT_EQ(::kill(pid, 0), -1) << "it is gone and taken, not a zombie";
}

TEST(AgentProcess, LetsAnAgentLeaveByItself) {
  ProcessListener listener;
  auto process = started("cat > /dev/null; echo farewell; exit 4", listener);
  process.reset();
  EXPECT_EQ(listener.waitForExit().code, 4);
  EXPECT_EQ(listener.output(), "farewell\n");
}

TEST(AgentProcess, DoesNotBlockOnAnAgentThatDoesNotRead) {
  ProcessListener listener;
  const auto process = started("exec sleep 1000", listener);
  const std::string line(100'000, 'x');
  Result<void> sent;
  for (int i = 0; i < 100 && sent.ok(); ++i) sent = process->send(line);
  ASSERT_FALSE(sent.ok());
  EXPECT_EQ(sent.error().code, ErrorCode::Io);
  EXPECT_THAT(sent.error().message, HasSubstr("does not read"));
  process->kill();
}

TEST(AgentProcess, SendingToADeadAgentIsAnError) {
  ProcessListener listener;
  const auto process = started("true", listener);
  listener.waitForExit();
  const Result<void> sent = process->send("hello");
  ASSERT_FALSE(sent.ok());
  EXPECT_EQ(sent.error().code, ErrorCode::AgentDied);
}

TEST(AgentProcess, SurvivesAnAgentThatClosesItsInput) {
  ProcessListener listener;
  const auto process = started("exec 0<&-; echo closed; sleep 1000", listener);
  ASSERT_TRUE(listener.waitForOutput("closed"));
  Result<void> sent = process->send("first");
  for (int i = 0; i < 6000 && sent.ok(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    sent = process->send("more");
  }
  ASSERT_FALSE(sent.ok()) << "and writing did not raise SIGPIPE here";
  EXPECT_EQ(sent.error().code, ErrorCode::Io);
  process->kill();
}

TEST(AgentProcess, CarriesAFloodWithoutKeepingIt) {
  std::mutex mutex;
  std::condition_variable changed;
  std::size_t total = 0;
  AgentProcess::Handlers handlers;
  handlers.output = [&](std::span<const std::byte> bytes) {
    const std::lock_guard lock(mutex);
    total += bytes.size();
    changed.notify_all();
  };
  auto process = AgentProcess::start("exec yes", std::move(handlers));
  ASSERT_TRUE(process.ok());
  std::unique_lock lock(mutex);
  EXPECT_TRUE(changed.wait_for(lock, std::chrono::seconds(60), [&] { return total > 50'000'000; }));
  lock.unlock();
  process.value()->kill();
}

TEST(AgentProcess, TheChildDoesNotIgnoreTheSignalsWeIgnore) {
  const auto before = std::signal(SIGPIPE, SIG_IGN);
  ProcessListener listener;
  const auto process = started("kill -PIPE $$; exit 1", listener);
  const auto exit = listener.waitForExit();
  std::signal(SIGPIPE, before);
  EXPECT_TRUE(exit.signaled);
  EXPECT_EQ(exit.code, SIGPIPE);
}

TEST(AgentProcess, TheChildGetsNoneOfOurDescriptors) {
  ProcessListener listener, other;
  const auto sibling = started("cat", other);
  const auto process = started("ls /proc/self/fd | wc -l", listener);
  listener.waitForExit();
  const int ofLs = 1;
  EXPECT_EQ(std::stoi(listener.output()), 3 + inheritable() + ofLs);
}

TEST(AgentProcess, LeavesNoDescriptorsAndNoZombies) {
  ProcessListener warmUp;
  started("true", warmUp).reset();
  const std::size_t before = openDescriptors();
  for (int i = 0; i < 30; ++i) {
    ProcessListener listener;
    started(i % 2 ? "exit 1" : "cat", listener).reset();
  }
  EXPECT_EQ(openDescriptors(), before);
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD) << "no child is left, dead or alive";
}

TEST(AgentProcess, HandlersMaySendAndKill) {
  ProcessListener listener;
  AgentProcess* process = nullptr;
  std::mutex mutex;
  auto handlers = listener.handlers();
  handlers.output = [&, heard = handlers.output](std::span<const std::byte> bytes) {
    heard(bytes);
    const std::lock_guard lock(mutex);
    EXPECT_TRUE(process->send("answer").ok());
  };
  std::unique_lock lock(mutex);
  auto result =
      AgentProcess::start("echo question; read line; test \"$line\" = answer && exit 42", std::move(handlers));
  ASSERT_TRUE(result.ok());
  process = result.value().get();
  lock.unlock();
  EXPECT_EQ(listener.waitForExit().code, 42);
}

/// So many more bytes of addresses for this process, and stacks of threads that are this large.
class FewAddresses {
 public:
  FewAddresses(std::size_t more, std::size_t stack) {
    ::pthread_getattr_default_np(&m_attributes);
    pthread_attr_t large;
    ::pthread_attr_init(&large);
    ::pthread_attr_setstacksize(&large, stack);
    ::pthread_setattr_default_np(&large);
    ::pthread_attr_destroy(&large);
    ::getrlimit(RLIMIT_AS, &m_limit);
    std::size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    rlimit few = m_limit;
    few.rlim_cur = pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)) + more;
    ::setrlimit(RLIMIT_AS, &few);
  }
  ~FewAddresses() {
    ::setrlimit(RLIMIT_AS, &m_limit);
    ::pthread_setattr_default_np(&m_attributes);
    ::pthread_attr_destroy(&m_attributes);
  }
  FewAddresses(const FewAddresses&) = delete;
  FewAddresses& operator=(const FewAddresses&) = delete;

 private:
  pthread_attr_t m_attributes{};
  rlimit m_limit{};
};

// It has two threads of its own: there are addresses for the stacks of none, or of one.
TEST(AgentProcess, WhereNoThreadCanBeStartedTheAgentEndsAndThatIsSaid) {
  constexpr std::size_t kStack = std::size_t{256} << 20;
  for (const std::size_t more : {kStack / 2, kStack + kStack / 2}) {
    ProcessListener listener;
    Result<std::unique_ptr<AgentProcess>> process = [&] {
      const FewAddresses few(more, kStack);
      return AgentProcess::start("sleep 60", listener.handlers());
    }();
    ASSERT_FALSE(process.ok());
    EXPECT_EQ(process.error().code, ErrorCode::Unavailable);
    EXPECT_THAT(process.error().message, HasSubstr("Starting the agent failed: the system starts no more threads"));
    EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1) << "a child is left";
    EXPECT_EQ(listener.exits(), 0);
  }
}

}  // namespace
}  // namespace strata
