#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

#include "engine/protocol/agent_process.h"
#include "engine/protocol/crash_signals.h"
#include "engine/protocol/request.h"
#include "tests/protocol/process_listener.h"
#include "tests/protocol/stream_listener.h"

namespace strata {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using Status = Answer::Status;

const std::string kAgent = "exec " TOY_AGENT;

/// The toy agent in a process of its own, its stream read as it comes.
class ToyProcess {
 public:
  explicit ToyProcess(const std::string& command) {
    auto handlers = m_listener.handlers();
    handlers.output = [this](std::span<const std::byte> bytes) { stream.feed(bytes); };
    auto process = AgentProcess::start(command, std::move(handlers));
    EXPECT_TRUE(process.ok());
    m_process = std::move(process).value();
  }
  AgentProcess* operator->() { return m_process.get(); }
  AgentProcess::Exit finish() {
    m_process->closeInput();
    const auto exit = m_listener.waitForExit();
    stream.finish();
    return exit;
  }
  void run(int id, const std::string& what) {
    EXPECT_TRUE(m_process->send(R"({"id":)" + std::to_string(id) + R"(,"run":"toy","do":")" + what + "\"}").ok());
  }

  StreamListener stream;

 private:
  ProcessListener m_listener;
  std::unique_ptr<AgentProcess> m_process;
};

TEST(AgentProgram, WorksAsAUnixFilter) {
  ToyProcess agent(R"(echo '{"id":1,"run":"toy"}' | )" TOY_AGENT);
  EXPECT_EQ(agent.finish().code, 0);
  EXPECT_EQ(agent.stream.story(1), "accepted done");
  EXPECT_TRUE(agent.stream.snapshot()->complete());
}

TEST(AgentProgram, ACompilationThatIsRefusedIsAnswerAndExitCode) {
  const auto codeOf = [](const std::string& order) {
    ProcessListener listener;
    const auto process = started(kAgent + " --compile " + order, listener);
    return listener.waitForExit().code;
  };
  EXPECT_EQ(codeOf("nope"), 2) << "wrong usage";
  EXPECT_EQ(codeOf("toy/plain --target sm_1"), 3) << "it compiles nothing";
}

TEST(AgentProgram, WhatLibrariesPrintStaysOffTheStream) {
  ToyProcess agent(kAgent);
  agent.run(1, "print");
  const auto exit = agent.finish();
  EXPECT_EQ(exit.code, 0);
  EXPECT_EQ(exit.lastWords, "a library says hello\nand writes\n");
  EXPECT_EQ(agent.stream.story(1), "accepted done");
  EXPECT_THAT(agent.stream.snapshot()->problems(), IsEmpty());
}

TEST(AgentProgram, ProbeAnswersAndLeaves) {
  ToyProcess agent(kAgent + " --probe");
  EXPECT_EQ(agent.finish().code, 0);
  EXPECT_EQ(agent.stream.json(MessageKind::Hello).size(), 1u);
  EXPECT_EQ(agent.stream.json(MessageKind::Storeys).size(), 1u);
  ToyProcess none(kAgent + " --probe --device 1");
  EXPECT_EQ(none.finish().code, 3);
  EXPECT_EQ(none.stream.json(MessageKind::Hello).size(), 1u);
  const auto answers = none.stream.answers(0);
  ASSERT_EQ(answers.size(), 1u) << "and why it has no device";
  EXPECT_EQ(answers[0].error.code, ErrorCode::Unavailable);
  EXPECT_FALSE(answers[0].error.message.empty());
}

TEST(AgentProgram, EndsWithoutWhatLibrariesDoAtTheEnd) {
  if (kSanitizerTells) GTEST_SKIP() << "a sanitizer looks for leaks there";
  const std::string agent = "export TOY_LIBRARY=1; " + kAgent;
  ToyProcess filter("echo '{\"id\":1,\"run\":\"toy\"}' | TOY_LIBRARY=1 " TOY_AGENT);
  EXPECT_EQ(filter.finish().code, 0);
  EXPECT_EQ(ToyProcess(agent + " --probe").finish().code, 0);
  EXPECT_EQ(ToyProcess(agent + " --dance").finish().code, 2);
}

TEST(AgentProgram, WrongUsageExitsWithTwo) {
  ToyProcess agent(kAgent + " --dance");
  const auto exit = agent.finish();
  EXPECT_EQ(exit.code, 2);
  EXPECT_THAT(exit.lastWords, HasSubstr("--dance"));
}

TEST(AgentProgram, ARequestThatFailsIsSaidOnStandardErrorAndInTheExitStatus) {
  ToyProcess agent(kAgent);
  ASSERT_TRUE(agent->send(R"({"id":7,"run":"dance"})").ok());
  agent.run(8, "nothing");
  const auto exit = agent.finish();
  EXPECT_EQ(exit.code, 2);
  EXPECT_THAT(exit.lastWords, HasSubstr(": request 7: "));
  EXPECT_EQ(agent.stream.story(8), "accepted done");
}

TEST(AgentProgram, AnAttachedViewerHearsOfFailuresByAnswersAlone) {
  ToyProcess agent(kAgent);
  ASSERT_TRUE(agent->send(R"({"attach":true})").ok());
  ASSERT_TRUE(agent->send(R"({"id":7,"run":"dance"})").ok());
  ASSERT_TRUE(agent.stream.waitFor(7, Status::Error));
  const auto exit = agent.finish();
  EXPECT_EQ(exit.code, 0);
  EXPECT_EQ(exit.lastWords, "");
}

TEST(AgentProgram, TheWatchdogEndsAHangingRun) {
  ToyProcess agent(kAgent + " --hang-limit 0.2");
  agent.run(1, "hang");
  agent.run(2, "nothing");
  const auto exit = agent.finish();
  EXPECT_FALSE(exit.signaled);
  EXPECT_EQ(exit.code, 5);
  EXPECT_EQ(agent.stream.story(1), "accepted error");
  EXPECT_EQ(agent.stream.story(2), "accepted stopped");
  const Error error = agent.stream.answers(1).back().error;
  EXPECT_EQ(error.code, ErrorCode::AgentDied);
  EXPECT_EQ(error.storey, Storey::Other) << "the device was given nothing to do";
  EXPECT_THAT(error.message, HasSubstr("The run of toy (last seen: doing hang)"));
  EXPECT_THAT(error.message, HasSubstr("--hang-limit"));
  EXPECT_FALSE(agent.stream.snapshot()->complete()) << "what hung did not end";
}

TEST(AgentProgram, ALostDeviceEndsTheAgentWithItsReason) {
  ToyProcess agent(kAgent);
  agent.run(1, "lose the device");
  agent.run(2, "nothing");
  const auto exit = agent.finish();
  EXPECT_FALSE(exit.signaled);
  EXPECT_EQ(exit.code, 5);
  EXPECT_EQ(agent.stream.story(1), "accepted error");
  EXPECT_EQ(agent.stream.answers(1).back().error.message, "the context is lost");
}

TEST(AgentProgram, RecordingAloneIsASignOfLifeAlsoWithoutTracing) {
  for (const char* options : {" --hang-limit 0.5", " --hang-limit 0.5 --no-trace"}) {
    ToyProcess agent(kAgent + options);
    agent.run(1, "work quietly");
    EXPECT_EQ(agent.finish().code, 0) << options;
    EXPECT_EQ(agent.stream.story(1), "accepted done");
  }
}

TEST(AgentProgram, ATerminatingSignalStopsTheWorkAndEndsTheStream) {
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
    ToyProcess agent(kAgent);
    agent.run(1, "wait");
    agent.run(2, "wait");
    ASSERT_TRUE(agent.stream.waitFor(1, Status::Progress));
    ASSERT_TRUE(agent.stream.waitFor(2, Status::Accepted));
    ::kill(agent->pid(), signal);
    EXPECT_EQ(agent.finish().code, 0);
    EXPECT_EQ(agent.stream.story(1), "accepted stopped");
    EXPECT_EQ(agent.stream.story(2), "accepted stopped");
    EXPECT_TRUE(agent.stream.snapshot()->complete());
  }
}

TEST(AgentProgram, ATerminatingSignalWorksAfterTheEndOfInputToo) {
  ToyProcess agent(kAgent);
  agent.run(1, "wait");
  agent->closeInput();
  ASSERT_TRUE(agent.stream.waitFor(1, Status::Progress));
  ::kill(agent->pid(), SIGTERM);
  EXPECT_EQ(agent.finish().code, 0);
  EXPECT_EQ(agent.stream.story(1), "accepted stopped");
}

TEST(AgentProgram, ATerminatingSignalEndsWorkThatDoesNotStop) {
  for (const char* what : {"hang", "hang and beat"}) {
    ToyProcess agent(kAgent + " --hang-limit 1000");
    agent.run(1, what);
    ASSERT_TRUE(agent.stream.waitFor(1, Status::Progress));
    ::kill(agent->pid(), SIGTERM);
    EXPECT_EQ(agent.finish().code, 5);
    EXPECT_THAT(agent.stream.answers(1).back().error.message, HasSubstr("was told to stop and did not"));
  }
}

TEST(AgentProgram, AnAttachedAgentWhoseViewerVanishesEndsEvenWhenItHangs) {
  ToyProcess agent(kAgent + " --hang-limit 1000");
  ASSERT_TRUE(agent->send(R"({"attach":true})").ok());
  agent.run(1, "hang");
  ASSERT_TRUE(agent.stream.waitFor(1, Status::Progress));
  EXPECT_EQ(agent.finish().code, 5);
}

TEST(AgentProgram, ACrashKeepsWhatWasSaid) {
  ToyProcess agent(kAgent);
  agent.run(1, "nothing");
  ASSERT_TRUE(agent.stream.waitFor(1, Status::Done));
  agent.run(2, "crash");
  const auto exit = agent.finish();
  EXPECT_TRUE(exit.signaled);
  EXPECT_EQ(exit.code, SIGABRT);
  EXPECT_EQ(agent.stream.story(1), "accepted done");
  EXPECT_FALSE(agent.stream.snapshot()->complete());
}

TEST(AgentProgram, AReaderThatGoesAwayIsNoSignal) {
  ToyProcess agent(R"((echo '{"id":1,"run":"toy"}'; sleep 0.2; echo '{"id":2,"run":"toy"}') | ()" TOY_AGENT
                   R"(; echo $? >&2) | head -c 1)");
  EXPECT_EQ(agent.finish().lastWords, "0\n");
}

TEST(AgentProgram, WorksWithClosedStandardDescriptors) {
  ToyProcess agent(kAgent + " 0<&- 2>&-");
  EXPECT_EQ(agent.finish().code, 0);
  EXPECT_EQ(agent.stream.json(MessageKind::Hello).size(), 1u);
}

}  // namespace
}  // namespace strata
