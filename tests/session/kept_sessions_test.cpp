#include "app/session/kept_sessions.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <thread>

#include "app/session/session.h"
#include "engine/trace/trace_query.h"
#include "tests/session/recorded_stream.h"

// A session that nobody saves outlives the process that showed it; an agent outlives the saving of its session.

namespace {

bool g_canLock = true;

}  // namespace

/// This program's: as on NFS, who locks a file has it open for writing.
extern "C" int flock(int fd, int how) noexcept {
  const bool writes = (fcntl(fd, F_GETFL) & O_ACCMODE) != O_RDONLY;
  if (g_canLock && writes) return static_cast<int>(syscall(SYS_flock, fd, how));
  errno = g_canLock ? EBADF : ENOLCK;
  return -1;
}

namespace strata {
namespace {

using test::RecordedStream;
using test::TemporaryFolder;
using ::testing::HasSubstr;

class KeptSessionsTest : public ::testing::Test {
 protected:
  KeptSessionsTest() {
    RecordedStream stream(recorded, 7);
    stream.answer(1, Answer::Status::Accepted);
    CallId last = CallId::None;
    for (int i = 0; i < 20; ++i) last = stream.call("matmul_naive");
    stream.result(1, test::okResult("naive", 0.004, last));
    stream.answer(1, Answer::Status::Done);
    untilDone = stream.bytesSoFar();
    stream.finish();
  }

  SessionOptions keeping() const {
    SessionOptions options;
    options.keepIn = kept;
    return options;
  }

  /// An agent that has written a run and waits for what is asked next.
  std::unique_ptr<Session> sessionAfterARun() const {
    auto session = std::make_unique<Session>(keeping());
    const std::string agent = fmt::format("head -c {} {}; read more; read more", untilDone, recorded);
    EXPECT_TRUE(session->start(test::scriptedAgent(agent)).ok());
    Request request;
    request.name = "matmul";
    const auto id = session->run(request);
    EXPECT_TRUE(id.ok() && session->wait(id.value()).ok());
    return session;
  }

  std::size_t files() const {
    std::error_code none;
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(kept, none), {}));
  }

  TemporaryFolder folder;
  std::size_t untilDone = 0;  ///< bytes of the recorded stream before its End
  const std::string recorded = folder.file("recorded.pftrace"), kept = folder.file("state/unsaved");
};

TEST_F(KeptSessionsTest, WhatNobodySavedIsThereAgain) {
  std::uint64_t hash = 0;
  std::string path;
  {
    const auto session = sessionAfterARun();
    EXPECT_TRUE(session->unsaved());
    EXPECT_TRUE(session->path().empty());
    EXPECT_TRUE(keptSessions(kept).empty()) << "it is shown";
    path = session->keptPath();
    hash = contentHash(*session->snapshot());
  }
  const auto sessions = keptSessions(kept);
  ASSERT_EQ(sessions.size(), 1u);
  EXPECT_EQ(sessions[0].path, path);
  EXPECT_EQ(sessions[0].bytes, std::filesystem::file_size(path));
  EXPECT_FALSE(sessions[0].onlyBeginning);
  Session again(keeping());
  ASSERT_TRUE(again.open(path).ok());
  EXPECT_TRUE(again.unsaved()) << "it still is";
  EXPECT_TRUE(again.path().empty());
  EXPECT_EQ(contentHash(*again.snapshot()), hash);
}

TEST_F(KeptSessionsTest, WhatWasShownLastIsTheNewest) {
  const auto older = std::filesystem::file_time_type::clock::now() - std::chrono::hours(1);
  const std::string first = sessionAfterARun()->keptPath();
  std::filesystem::last_write_time(first, older);
  const std::string second = sessionAfterARun()->keptPath();
  EXPECT_EQ(keptSessions(kept).at(0).path, second);
  ASSERT_TRUE(Session(keeping()).open(first).ok());
  EXPECT_EQ(keptSessions(kept).at(0).path, first);
}

// A process whose first thread has ended, and whose second one has not, looks like one that was killed a moment ago.
TEST_F(KeptSessionsTest, AProcessThatIsGoingStillHoldsItsOwn) {
  const std::string path = sessionAfterARun()->keptPath();
  EXPECT_FALSE(someAreBeingLeft(kept));
  int ready[2];
  ASSERT_EQ(pipe(ready), 0);
  const pid_t going = fork();
  if (going == 0) {
    if (flock(open(path.c_str(), O_RDWR | O_CLOEXEC), LOCK_EX) != 0) _exit(1);
    pthread_t sleeper;
    pthread_create(
        &sleeper, nullptr, [](void*) -> void* { return pause(), nullptr; }, nullptr);
    if (write(ready[1], "1", 1) != 1) _exit(1);
    syscall(SYS_exit, 0);  // of this thread alone
  }
  char byte = 0;
  ASSERT_EQ(read(ready[0], &byte, 1), 1);
  while (!someAreBeingLeft(kept)) std::this_thread::yield();
  EXPECT_TRUE(keptSessions(kept).empty());
  kill(going, SIGKILL);
  waitpid(going, nullptr, 0);
  EXPECT_FALSE(someAreBeingLeft(kept));
  EXPECT_EQ(keptSessions(kept).size(), 1u);
}

TEST_F(KeptSessionsTest, WhatIsSavedOrWorthNothingGoes) {
  const std::string mine = folder.file("mine.pftrace");
  {
    const auto session = sessionAfterARun();
    ASSERT_TRUE(session->save(mine).ok());
    EXPECT_FALSE(session->unsaved());
    EXPECT_TRUE(session->keptPath().empty());
  }
  EXPECT_EQ(files(), 0u);
  {
    Session silent(keeping());
    ASSERT_TRUE(silent.start("cat " + recorded).ok());
    silent.finish();
    EXPECT_FALSE(silent.unsaved()) << "nobody asked for what it holds";
  }
  EXPECT_EQ(files(), 0u);
  {
    Session dead(keeping());
    ASSERT_TRUE(dead.start("echo rubbish; exit 1").ok());
    (void)dead.run({});
    dead.finish();
  }
  EXPECT_EQ(files(), 0u);
}

TEST_F(KeptSessionsTest, SavingWhatWasKeptTakesItOutOfTheFolder) {
  { sessionAfterARun(); }
  const std::string path = keptSessions(kept).at(0).path, mine = folder.file("mine.pftrace");
  {
    Session again(keeping());
    ASSERT_TRUE(again.open(path).ok());
    ASSERT_TRUE(again.save(mine).ok());
    EXPECT_EQ(again.path(), mine);
    EXPECT_FALSE(again.unsaved());
  }
  EXPECT_EQ(files(), 0u);
  EXPECT_TRUE(std::filesystem::exists(mine));
}

TEST_F(KeptSessionsTest, AWindowDoesNotTakeAnothersSession) {
  const auto first = sessionAfterARun();
  Session second(keeping());
  const auto opened = second.open(first->keptPath());
  ASSERT_FALSE(opened.ok());
  EXPECT_THAT(opened.error().message, HasSubstr("another window"));
  forgetKeptSession(first->keptPath());
  trimKeptSessions(kept);
  EXPECT_EQ(files(), 1u);
}

TEST_F(KeptSessionsTest, WhereFilesCannotBeLockedSessionsOpenAndNoneIsTakenFromAWindow) {
  g_canLock = false;
  const auto first = sessionAfterARun();
  constexpr int kMany = 12;
  for (int i = 0; i < kMany; ++i) sessionAfterARun();
  trimKeptSessions(kept);
  const auto offered = keptSessions(kept);
  EXPECT_EQ(offered.size(), kMany + 1u);
  const auto opened = Session(keeping()).open(offered.at(0).path);
  EXPECT_TRUE(opened.ok()) << opened.error().message;
  forgetKeptSession(offered.at(0).path);
  EXPECT_EQ(files(), std::size_t{kMany});
  g_canLock = true;
}

TEST_F(KeptSessionsTest, TheyLieWhereStateOfAllProgramsDoes) {
  const char* before = std::getenv("XDG_STATE_HOME");
  const std::string home = std::getenv("HOME"), state = before ? before : "";
  setenv("XDG_STATE_HOME", "/some/state", 1);
  EXPECT_EQ(keptSessionsFolder(), "/some/state/strata/unsaved");
  setenv("XDG_STATE_HOME", "state", 1);
  EXPECT_EQ(keptSessionsFolder(), home + "/.local/state/strata/unsaved") << "not in the folder one happens to be in";
  before ? setenv("XDG_STATE_HOME", state.c_str(), 1) : unsetenv("XDG_STATE_HOME");
}

TEST_F(KeptSessionsTest, OnlyTheNewestAreKept) {
  constexpr int kMany = 12;
  for (int i = 0; i < kMany; ++i) {
    sessionAfterARun();
    const auto old = std::filesystem::file_time_type::clock::now() - std::chrono::hours(kMany - i);
    std::filesystem::last_write_time(keptSessions(kept).at(0).path, old);
  }
  const std::string newest = keptSessions(kept).at(0).path;
  trimKeptSessions(kept);
  const auto left = keptSessions(kept);
  EXPECT_LT(left.size(), static_cast<std::size_t>(kMany));
  ASSERT_GT(left.size(), 1u);
  EXPECT_EQ(left[0].path, newest);
}

/// Saved and opened again, it holds what is shown, and its proper end.
void expectSavedWhole(Session& session, const std::string& path) {
  const auto saved = session.save(path);
  ASSERT_TRUE(saved.ok()) << saved.error().message;
  EXPECT_FALSE(session.unsaved());
  Session reopened;
  ASSERT_TRUE(reopened.open(path).ok());
  EXPECT_TRUE(reopened.errors().empty()) << reopened.errors().front().message;
  EXPECT_TRUE(reopened.snapshot()->complete());
  EXPECT_EQ(reopened.snapshot()->messages().size(), session.snapshot()->messages().size() + 1) << "and the End";
  EXPECT_EQ(reopened.snapshot()->totals().slices, session.snapshot()->totals().slices);
  EXPECT_EQ(reopened.snapshot()->callCount(), session.snapshot()->callCount());
  EXPECT_EQ(reopened.results().size(), session.results().size());
}

TEST_F(KeptSessionsTest, WhereNothingCanBeKeptThatIsSaidAndSavingDoes) {
  test::writeBytes(folder.file("state"), "no folder");
  const auto session = sessionAfterARun();
  ASSERT_EQ(session->errors().size(), 1u) << "once";
  EXPECT_THAT(session->errors()[0].message, HasSubstr("Cannot keep the session in " + kept + ": Not a directory"));
  EXPECT_THAT(session->errors()[0].message, HasSubstr("Save the session before"));
  EXPECT_TRUE(session->keptPath().empty());
  EXPECT_THAT(session->whyNotKept(), HasSubstr("Not a directory"));
  expectSavedWhole(*session, folder.file("saved.pftrace"));
}

/// While it lives, no file of this process grows beyond that: as on a disk that is full.
class SmallFiles {
 public:
  explicit SmallFiles(rlim_t bytes) : m_handler(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &m_before);
    const rlimit small{bytes, m_before.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
  }
  ~SmallFiles() {
    ::setrlimit(RLIMIT_FSIZE, &m_before);
    std::signal(SIGXFSZ, m_handler);
  }
  SmallFiles(const SmallFiles&) = delete;
  SmallFiles& operator=(const SmallFiles&) = delete;

 private:
  rlimit m_before{};
  void (*m_handler)(int);
};

TEST_F(KeptSessionsTest, OfAFolderThatIsFullOnlyTheBeginningStaysAndIsKnownAsThat) {
  constexpr rlim_t kRoom = 1000;
  ASSERT_GT(untilDone, kRoom);
  std::unique_ptr<Session> session;
  {
    const SmallFiles full(kRoom);
    session = sessionAfterARun();
    EXPECT_FALSE(session->save(folder.file("saved.pftrace")).ok()) << "as long as there is no room";
    EXPECT_TRUE(session->unsaved());
  }
  ASSERT_EQ(session->errors().size(), 1u) << "once";
  EXPECT_THAT(session->errors()[0].message, HasSubstr("Cannot keep the session in " + kept + ": File too large"));
  EXPECT_THAT(session->whyNotKept(), HasSubstr("File too large"));
  EXPECT_EQ(std::filesystem::file_size(session->keptPath()), kRoom);
  const std::string beginning = session->keptPath();
  session.reset();
  const auto left = keptSessions(kept);
  ASSERT_EQ(left.size(), 1u);
  EXPECT_EQ(left[0].path, beginning);
  EXPECT_TRUE(left[0].onlyBeginning) << "also for the next process";
}

TEST_F(KeptSessionsTest, OfAFolderThatTakesNothingNothingStaysAndThatIsKnown) {
  std::unique_ptr<Session> session;
  {
    const SmallFiles full(0);
    session = sessionAfterARun();
  }
  EXPECT_THAT(session->whyNotKept(), HasSubstr("File too large"));
  EXPECT_EQ(session->keptPath(), "") << "an empty file is no beginning";
  EXPECT_EQ(files(), 0u);
  expectSavedWhole(*session, folder.file("saved.pftrace"));
}

TEST_F(KeptSessionsTest, OfAFolderThatIsFullSavingWritesAllThatIsShown) {
  std::unique_ptr<Session> session;
  {
    const SmallFiles full(1000);
    session = sessionAfterARun();
  }
  expectSavedWhole(*session, folder.file("saved.pftrace"));
}

TEST_F(KeptSessionsTest, ATemporaryFolderThatIsMissingIsNoErrorAndSavingWritesAllThatIsShown) {
  const char* set = std::getenv("TMPDIR");
  const std::string before = set ? set : "";
  ::setenv("TMPDIR", folder.file("missing").c_str(), 1);
  {
    Session session;
    ASSERT_TRUE(session.start(test::scriptedAgent("cat " + recorded)).ok());
    Request request;
    request.name = "matmul";
    const auto id = session.run(request);
    ASSERT_TRUE(id.ok() && session.wait(id.value()).ok());
    session.finish();
    EXPECT_TRUE(session.errors().empty()) << session.errors().front().message;
    const std::string saved = folder.file("saved.pftrace");
    ASSERT_TRUE(session.save(saved).ok());
    Session reopened;
    ASSERT_TRUE(reopened.open(saved).ok());
    EXPECT_TRUE(reopened.snapshot()->complete());
    EXPECT_EQ(reopened.snapshot()->messages().size(), session.snapshot()->messages().size());
    EXPECT_EQ(reopened.snapshot()->totals().slices, session.snapshot()->totals().slices);
    EXPECT_EQ(reopened.snapshot()->callCount(), session.snapshot()->callCount());
    EXPECT_EQ(reopened.results().size(), session.results().size());
  }
  set ? ::setenv("TMPDIR", before.c_str(), 1) : ::unsetenv("TMPDIR");
}

TEST_F(KeptSessionsTest, SavingLeavesTheAgentAtWork) {
  const auto session = sessionAfterARun();
  const int agent = session->agentPid();
  const std::string saved = folder.file("saved.pftrace");
  ASSERT_TRUE(session->save(saved).ok());
  EXPECT_EQ(session->agentState(), Session::AgentState::Idle);
  EXPECT_EQ(session->agentPid(), agent);
  Session reopened;
  ASSERT_TRUE(reopened.open(saved).ok());
  EXPECT_TRUE(reopened.errors().empty()) << reopened.errors().front().message;
  EXPECT_TRUE(reopened.snapshot()->complete());
  EXPECT_EQ(reopened.snapshot()->messages().size(), session->snapshot()->messages().size() + 1) << "and the End";
  EXPECT_EQ(reopened.snapshot()->totals().slices, session->snapshot()->totals().slices);
  EXPECT_EQ(reopened.results().size(), session->results().size());
}

TEST_F(KeptSessionsTest, WhatIsAskedAfterSavingIsNotSaved) {
  const auto session = sessionAfterARun();
  ASSERT_TRUE(session->save(folder.file("saved.pftrace")).ok());
  EXPECT_FALSE(session->unsaved());
  ASSERT_TRUE(session->fetch("C").ok());
  EXPECT_TRUE(session->unsaved());
  EXPECT_FALSE(session->keptPath().empty());
}

}  // namespace
}  // namespace strata
