#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <thread>

#include "app/session/agent_errors.h"
#include "app/session/session.h"
#include "engine/protocol/advice.h"
#include "engine/trace/trace_query.h"
#include "tests/session/recorded_stream.h"

// Agents that crash, hang or write rubbish: it is said, what arrived stays, and running again works.

namespace strata {
namespace {

using test::bytesOf;
using test::RecordedStream;
using test::recordRun;
using test::scriptedAgent;
using test::TemporaryFolder;
using ::testing::HasSubstr;
using ::testing::Not;

class BrokenAgentTest : public ::testing::Test {
 protected:
  BrokenAgentTest() { recordRun(recorded, 7, 200); }

  Request matmul() {
    Request request;
    request.name = "matmul";
    return request;
  }

  Error errorOf(Session& session, const std::string& command) {
    if (const auto started = session.start(command); !started.ok()) return started.error();
    const auto id = session.run(matmul());
    if (!id.ok()) return id.error();
    const auto answer = session.wait(id.value());
    if (!answer.ok()) return answer.error();
    return answer.value().status == Answer::Status::Error ? answer.value().error
                                                          : Error{ErrorCode::Internal, "no error"};
  }

  TemporaryFolder folder;
  const std::string recorded = folder.file("recorded.pftrace");
};

TEST_F(BrokenAgentTest, AKilledAgentLeavesWhatItHadSent) {
  const auto half = bytesOf(recorded).size() / 2;
  Session session;
  const Error error = errorOf(session, scriptedAgent(fmt::format("head -c {} {}; kill -9 $$", half, recorded)));
  EXPECT_EQ(error.code, ErrorCode::AgentDied);
  EXPECT_THAT(error.message, HasSubstr("signal 9"));
  EXPECT_THAT(error.message, HasSubstr("kept"));
  EXPECT_EQ(session.agentState(), Session::AgentState::Exited);
  EXPECT_GT(session.snapshot()->callCount(), 50u);
  EXPECT_FALSE(session.snapshot()->complete());
}

/// What it was still asked is answered by its end, and by nothing before. It goes when its input is closed.
TEST_F(BrokenAgentTest, AnAgentThatSaidItsLastWordIsAtWorkUntilItIsGone) {
  const std::string crashed = folder.file("crashed.pftrace");
  {
    RecordedStream stream(crashed, 7);
    stream.answer(1, Answer::Status::Accepted);
    stream.error(1, {ErrorCode::AgentDied, "The run crashed."});
    stream.cutOff();
  }
  Session session;
  EXPECT_EQ(errorOf(session, scriptedAgent("cat " + crashed + "; read more")).message, "The run crashed.");
  EXPECT_EQ(session.agentState(), Session::AgentState::Running);
}

/// One that is ended before it could say a word: of what, the session knows.
/// A shell in between reports the signal in its own words, which are not the agent's.
TEST_F(BrokenAgentTest, AShellsWordForASignalIsNotTheAgents) {
  Session session;
  const Error error =
      errorOf(session, scriptedAgent(fmt::format("head -c 2000 {}; echo Killed >&2; exit 137", recorded)));
  EXPECT_THAT(error.message, HasSubstr("was ended by signal 9 (Killed)"));
  EXPECT_THAT(error.message, Not(HasSubstr("Its last words")));
}

TEST_F(BrokenAgentTest, AWordlessCrashOfAnOwnKernelsRunSaysWhereToLook) {
  const std::string crashes = scriptedAgent(fmt::format("head -c 2000 {}; kill -11 $$", recorded));
  Session session, other;
  EXPECT_THAT(errorOf(other, crashes).message, Not(HasSubstr("observe=errors")));
  ASSERT_TRUE(session.start(crashes).ok());
  Request request = matmul();
  request.kernels = {{"mine", "mine.cu", "__global__ void mine() {}", "naive"}};
  const auto id = session.run(request);
  ASSERT_TRUE(id.ok());
  const auto answer = session.wait(id.value());
  ASSERT_FALSE(answer.ok());
  EXPECT_THAT(answer.error().message, HasSubstr("may have written over memory of the agent itself. observe=errors"));
}

TEST_F(BrokenAgentTest, AWordlessCrashUnderTheWatchDoesNotSendBackToIt) {
  Session session, other;
  Request request = matmul();
  request.kernels = {{"mine", "mine.cu", "__global__ void mine() {}", "naive"}};
  (*request.parameters)["observe"] = "errors";
  ASSERT_TRUE(session.start(scriptedAgent(fmt::format("head -c 2000 {}; kill -11 $$", recorded))).ok());
  const auto wordless = session.wait(session.run(request).value());
  ASSERT_FALSE(wordless.ok());
  EXPECT_THAT(wordless.error().message, Not(HasSubstr("observe=errors")));
  const std::string words = std::string("It crashed. ").append(kToFindTheLine);
  ASSERT_TRUE(
      other.start(scriptedAgent(fmt::format("head -c 2000 {}; echo '{}' >&2; kill -11 $$", recorded, words))).ok());
  const auto untold = other.wait(other.run(request).value());
  ASSERT_FALSE(untold.ok());
  EXPECT_THAT(untold.error().message, HasSubstr("Its last words: It crashed."));
  EXPECT_THAT(untold.error().message, Not(HasSubstr("observe=errors")));
}

TEST_F(BrokenAgentTest, RunningAgainStartsANewAgentAndKeepsTheOldEvents) {
  const auto half = bytesOf(recorded).size() / 2;
  const std::string flag = folder.file("died"), second = folder.file("second.pftrace");
  recordRun(second, 8, 10, 2);
  Session session;
  const Error error = errorOf(session, scriptedAgent(fmt::format("if [ -e {0} ]; then cat {1}; else touch {0}; head -c "
                                                                 "{2} {3}; kill -9 $$; fi",
                                                                 flag, second, half, recorded)));
  EXPECT_EQ(error.code, ErrorCode::AgentDied);
  const auto before = session.snapshot()->callCount();
  ASSERT_TRUE(session.run(matmul()).ok());
  session.finish();
  EXPECT_EQ(session.snapshot()->callCount(), before + 10);
  EXPECT_EQ(session.results().size(), 2u);
  EXPECT_EQ(session.results()[0].lastCall, session.snapshot()->callCount());

  const auto hash = contentHash(*session.snapshot());
  const std::string saved = folder.file("saved.pftrace");
  ASSERT_TRUE(session.save(saved).ok());
  Session reopened;
  ASSERT_TRUE(reopened.open(saved).ok());
  EXPECT_EQ(contentHash(*reopened.snapshot()), hash);
  for (const Error& problem : reopened.errors())
    EXPECT_THAT(problem.message, Not(HasSubstr("damaged"))) << "half a packet between the two streams is left out";
}

TEST_F(BrokenAgentTest, ACallThatDiedInItsKernelKeepsItsNumber) {
  const std::string died = folder.file("died.pftrace"), second = folder.file("second.pftrace");
  {
    RecordedStream stream(died, 7);
    stream.call("first");
    stream.runningKernel("endless");
    stream.cutOff();
  }
  recordRun(second, 8, 10, 2);
  Session session;
  const Error error =
      errorOf(session, scriptedAgent(fmt::format("if [ -e {0} ]; then cat {1}; else touch {0}; cat {2}; "
                                                 "kill -9 $$; fi",
                                                 folder.file("flag"), second, died)));
  EXPECT_EQ(error.code, ErrorCode::AgentDied);
  EXPECT_EQ(session.snapshot()->callCount(), 2u);
  const HostTime death = session.snapshot()->bounds()->end;
  ASSERT_TRUE(session.run(matmul()).ok());
  session.finish();
  EXPECT_EQ(session.snapshot()->callCount(), 12u);
  ASSERT_EQ(session.snapshot()->openEvents().size(), 1u);
  const TraceEvent& kernel = session.snapshot()->openEvents()[0].event;
  EXPECT_TRUE(kernel.cutOff());
  EXPECT_EQ(kernel.seenEnd(session.snapshot()->bounds()->end), death) << "what the next agent does is not its time";
  for (const Error& problem : session.errors())
    EXPECT_THAT(problem.message, Not(HasSubstr("another one follows"))) << "its death was said";
  ASSERT_EQ(session.results().size(), 2u);
  EXPECT_EQ(session.results()[0].lastCall, 12u) << "the tenth call of the second agent";
}

TEST_F(BrokenAgentTest, EachDeathAtRestIsSaid) {
  Session session;
  for (std::size_t died = 1; died <= 3; ++died) {
    ASSERT_TRUE(session.start("true").ok());
    while (session.agentState() != Session::AgentState::Exited) std::this_thread::yield();
    EXPECT_EQ(session.errors().size(), died) << "the same words are news of another agent";
  }
}

TEST_F(BrokenAgentTest, ItsLastWordsAreQuoted) {
  Session session;
  const Error error =
      errorOf(session, scriptedAgent(fmt::format("cat {} | head -c 3000; echo 'out of luck' >&2; exit 9", recorded)));
  EXPECT_EQ(error.code, ErrorCode::AgentDied);
  EXPECT_THAT(error.message, HasSubstr("exit status 9"));
  EXPECT_THAT(error.message, HasSubstr("out of luck"));
}

TEST(CompilerEnded, ACompilerThatCrashesIsSaidToHave) {
  const Error error = compilerEnded({true, SIGABRT, "munmap_chunk(): invalid pointer"}, "gfx942");
  EXPECT_EQ(error.storey, Storey::Compiler);
  EXPECT_THAT(error.message, HasSubstr("was ended by signal 6 (Aborted) while it compiled for gfx942. It may be older "
                                       "than that architecture"));
  EXPECT_THAT(error.message, HasSubstr("munmap_chunk(): invalid pointer"));
}

TEST_F(BrokenAgentTest, ACommandThatIsNoAgentIsSaid) {
  for (const char* command : {"false", "true", "printf rubbish", "/no/such/agent"}) {
    Session session;
    const Error error = errorOf(session, command);
    EXPECT_EQ(error.code, ErrorCode::AgentDied) << command;
    EXPECT_THAT(error.message, HasSubstr(command));
  }
}

TEST_F(BrokenAgentTest, EndlessRubbishIsCutShort) {
  Session session;
  const Error error = errorOf(session, "yes rubbish");
  EXPECT_EQ(error.code, ErrorCode::AgentDied);
  EXPECT_THAT(error.message, HasSubstr("yes rubbish"));
}

TEST_F(BrokenAgentTest, ASilentAgentIsEnded) {
  SessionOptions options;
  options.silenceLimit = {300'000'000};
  const std::string greeting = folder.file("greeting.pftrace");
  { RecordedStream(greeting, 9).cutOff(); }
  for (const std::string& command : {std::string("sleep 600"), "cat " + greeting + "; sleep 600"}) {
    Session session(options);
    const Error error = errorOf(session, command);
    EXPECT_EQ(error.code, ErrorCode::AgentDied) << command;
    EXPECT_THAT(error.message, HasSubstr("0.3 s")) << command;
  }
}

TEST_F(BrokenAgentTest, AnIdleAgentMayBeSilent) {
  SessionOptions options;
  options.silenceLimit = {100'000'000};
  Session session(options);
  ASSERT_TRUE(session.start(scriptedAgent("cat " + recorded + "; read more; exit 0")).ok());
  const auto id = session.run(matmul());
  ASSERT_TRUE(id.ok());
  const auto answer = session.wait(id.value());
  ASSERT_TRUE(answer.ok()) << answer.error().message;
  const auto until = hostNow() + Duration{400'000'000};
  while (hostNow() < until) ASSERT_EQ(session.agentState(), Session::AgentState::Idle);
  session.finish();
  EXPECT_TRUE(session.errors().empty());
}

TEST_F(BrokenAgentTest, SilenceIsCountedFromTheRequestOn) {
  const std::string two = folder.file("two.pftrace");
  std::size_t first = 0;
  {
    RecordedStream stream(two, 9);
    stream.answer(1, Answer::Status::Done);
    first = stream.bytesSoFar();
    stream.answer(2, Answer::Status::Done);
    stream.finish();
  }
  SessionOptions options;
  options.silenceLimit = {1'000'000'000};
  Session session(options);
  ASSERT_TRUE(session
                  .start(scriptedAgent(
                      fmt::format("head -c {0} {1}; read next; sleep 0.2; tail -c +{2} {1}", first, two, first + 1)))
                  .ok());
  for (int request = 0; request < 2; ++request) {
    const auto id = session.run(matmul());
    ASSERT_TRUE(id.ok()) << id.error().message;
    const auto answer = session.wait(id.value());
    ASSERT_TRUE(answer.ok()) << answer.error().message;
    const auto until = hostNow() + options.silenceLimit + Duration{200'000'000};
    while (request == 0 && hostNow() < until) ASSERT_EQ(session.agentState(), Session::AgentState::Idle);
  }
}

TEST_F(BrokenAgentTest, RubbishInTheMiddleIsSaidAndTheRestIsRead) {
  const auto size = bytesOf(recorded).size();
  Session session;
  const std::string agent =
      fmt::format("head -c {0} {1}; printf 'a library prints\\n'; tail -c +{2} {1}", size / 2, recorded, size / 2 + 1);
  ASSERT_TRUE(session.start(scriptedAgent(agent)).ok());
  const auto id = session.run(matmul());
  ASSERT_TRUE(id.ok());
  const auto answer = session.wait(id.value());
  ASSERT_TRUE(answer.ok()) << answer.error().message;
  EXPECT_EQ(answer.value().status, Answer::Status::Done);
  session.finish();
  ASSERT_FALSE(session.errors().empty());
  EXPECT_THAT(session.errors().front().message, HasSubstr("damaged"));
  EXPECT_GE(session.snapshot()->callCount(), 198u);
}

TEST_F(BrokenAgentTest, AnErrorAnswerIsAnErrorOfTheSession) {
  const std::string refusing = folder.file("refusing.pftrace");
  {
    test::RecordedStream stream(refusing, 9);
    stream.error(1, {ErrorCode::Unavailable, "There is no such device here.", Storey::Hardware});
    stream.finish();
  }
  Session session;
  const Error error = errorOf(session, scriptedAgent("cat " + refusing));
  EXPECT_EQ(error.code, ErrorCode::Unavailable);
  session.finish();
  ASSERT_EQ(session.errors().size(), 1u);
  EXPECT_EQ(session.errors()[0].storey, Storey::Hardware);
}

TEST_F(BrokenAgentTest, RunWithoutAnAgentIsRefused) {
  Session session;
  ASSERT_TRUE(session.open(recorded).ok());
  const auto id = session.run(matmul());
  ASSERT_FALSE(id.ok());
  EXPECT_EQ(id.error().code, ErrorCode::Usage);
}

}  // namespace
}  // namespace strata
