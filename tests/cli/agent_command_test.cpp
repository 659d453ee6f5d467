#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <thread>

#include "tests/cli/strata_command.h"

// `strata run --agent`: agents that replay a recorded stream, die, or are none.

namespace strata {
namespace {

using test::Finished;
using test::RecordedStream;
using test::recordRun;
using test::scriptedAgent;
using test::StrataCommand;
using test::TemporaryFolder;
using ::testing::HasSubstr;

class AgentCommandTest : public ::testing::Test {
 protected:
  Finished runWith(const std::string& agent, std::vector<std::string> more = {"--json"}) {
    std::vector<std::string> line = {"run", "matmul", "--set", "n=64", "--agent", agent};
    line.insert(line.end(), more.begin(), more.end());
    return test::strata(line);
  }

  /// Greets; to a run request it does `then` and tells a result, at the end of its input it leaves in order.
  std::string greetingAgent(const std::string& then) {
    const std::string unasked = folder.file("unasked.pftrace");
    RecordedStream(unasked, 7).finish();
    RecordedStream stream(recorded, 7);
    const auto greeting = stream.bytesSoFar();
    stream.answer(1, Answer::Status::Accepted);
    stream.result(1, test::okResult("naive", 0.004));
    stream.answer(1, Answer::Status::Done);
    stream.finish();
    return fmt::format(
        "read attach; if head -c {0} {1}; read request; then {2}; tail -c +{3} {1}; else tail -c +{3} {4}; fi",
        greeting, recorded, then, greeting + 1, unasked);
  }

  TemporaryFolder folder;
  const std::string recorded = folder.file("recorded.pftrace");
};

TEST_F(AgentCommandTest, AGoodRunIsPrintedAsTheContractSays) {
  recordRun(recorded, 7);
  const std::string out = folder.file("out.pftrace");
  const Finished finished = runWith(scriptedAgent("cat " + recorded), {"--json", "--out", out});
  EXPECT_EQ(finished.code, 0) << finished.err;
  const auto json = finished.json();
  ASSERT_TRUE(json.is_object()) << finished.out;
  EXPECT_EQ(json["version"], 1);
  EXPECT_EQ(json["experiment"], "matmul");
  EXPECT_EQ(json["device"], "cpu");
  EXPECT_EQ(json["parameters"]["n"], 64);
  EXPECT_EQ(json["parameters"]["m"], 64);
  EXPECT_EQ(json["parameters"]["k"], 64);
  ASSERT_EQ(json["runs"].size(), 2u);
  const auto& run = json["runs"][0];
  EXPECT_EQ(run["variant"], "naive");
  EXPECT_EQ(run["status"], "ok");
  EXPECT_EQ(run["ok"], true);
  EXPECT_DOUBLE_EQ(run["seconds"]["median"], 0.004);
  EXPECT_EQ(run["seconds"]["repeats"], 5);
  EXPECT_EQ(run["seconds"]["clock"], "device");
  EXPECT_TRUE(run["gflops"].is_number());
  EXPECT_TRUE(run["gbytes_per_s"].is_null());
  EXPECT_EQ(run["error"]["metric"], "relative Frobenius");
  EXPECT_DOUBLE_EQ(run["share_of_library"], 0.25);
  EXPECT_EQ(run["storeys"].size(), 7u);
  EXPECT_EQ(run["kinds"]["seconds"], "measured");
  EXPECT_EQ(json["trace"]["file"], out);
  EXPECT_GE(json["trace"]["events"], 80) << "four a call, and what the tracing itself cost";
  EXPECT_EQ(json["trace"]["dropped"], 0);
  EXPECT_TRUE(json["trace"]["clock_error_ns"].is_number_integer());
  EXPECT_EQ(json["errors"].size(), 0u);
  EXPECT_EQ(test::bytesOf(out), test::bytesOf(recorded));
}

TEST_F(AgentCommandTest, TheHangLimitIsTheAgents) {
  const Finished finished = runWith("sh -c 'echo told: \"$@\" >&2; exit 9' agent", {"--hang-limit", "2.5"});
  EXPECT_EQ(finished.code, 5);
  EXPECT_THAT(finished.err, HasSubstr("told: --hang-limit 2.5"));
}

TEST_F(AgentCommandTest, TheDeviceIsTheOneTheAgentNames) {
  const std::string asked = folder.file("asked");
  const std::string agent = greetingAgent("touch " + asked);
  const Finished labelled = runWith(agent, {"--json", "--device", "lab"});
  EXPECT_EQ(labelled.code, 0) << labelled.err;
  EXPECT_EQ(labelled.json()["device"], "cpu");
  const Finished same = runWith(agent, {"--json", "--device", "cpu"});
  EXPECT_EQ(same.code, 0) << same.err;
  EXPECT_TRUE(std::filesystem::remove(asked));
  const Finished other = runWith(agent, {"--json", "--device", "cuda"});
  EXPECT_EQ(other.code, 3);
  EXPECT_EQ(other.json()["device"], "cpu");
  EXPECT_EQ(other.json()["runs"].size(), 0u);
  EXPECT_THAT(other.err, HasSubstr("--device cuda"));
  EXPECT_FALSE(std::filesystem::exists(asked)) << "it was refused after it had run";
}

TEST_F(AgentCommandTest, ARecordingOfAnotherRunIsNotTakenForThisOne) {
  const std::string out = folder.file("out.pftrace"), kept = folder.file("kept.pftrace");
  ASSERT_EQ(
      test::strata({"run", "saxpy", "--device", "cpu", "--set", "n=1000", "--variants", "naive", "--out", kept}).code,
      0);
  for (const std::string& agent : {scriptedAgent("cat " + kept), "cat " + kept}) {
    const Finished finished = runWith(agent);
    EXPECT_EQ(finished.code, 5) << finished.out;
    EXPECT_EQ(finished.json()["runs"].size(), 0u);
  }
  const Finished other = test::strata(
      {"run", "saxpy", "--set", "n=2000", "--variants", "naive", "--agent", scriptedAgent("cat " + kept), "--json"});
  EXPECT_EQ(other.code, 5) << other.out;
  EXPECT_THAT(other.err, HasSubstr("not asked for"));
  const Finished same = test::strata(
      {"run", "saxpy", "--set", "n=1000", "--variants", "naive", "--agent", scriptedAgent("cat " + kept), "--json"});
  EXPECT_EQ(same.code, 0) << same.err;
}

TEST_F(AgentCommandTest, RepeatIsOneOfTheParameters) {
  recordRun(recorded, 7);
  const std::string agent = scriptedAgent("cat " + recorded);
  EXPECT_EQ(runWith(agent, {"--json", "--repeat", "3"}).json()["parameters"]["repeat"], 3);
  const Finished twice = runWith(agent, {"--json", "--repeat", "3", "--set", "repeat=3"});
  EXPECT_EQ(twice.code, 0) << twice.err;
}

TEST_F(AgentCommandTest, TheTableNamesEachColumnsKind) {
  recordRun(recorded, 7);
  const Finished finished = runWith(scriptedAgent("cat " + recorded), {});
  EXPECT_EQ(finished.code, 0) << finished.err;
  for (const char* word :
       {"naive", "library", "4.00 ms", "measured", "counted", "GFLOP/s", "25 %", "hardware", "1e-07"})
    EXPECT_THAT(finished.out, HasSubstr(word));
}

TEST_F(AgentCommandTest, AFailedCheckIsCodeFour) {
  {
    RecordedStream stream(recorded, 7);
    auto wrong = test::okResult("tiled", 0.001);
    wrong.status = RunResult::Status::Failed;
    wrong.message = "the result differs from its reference";
    wrong.error = RunResult::Check{"relative Frobenius", 0.5, 5e-6};
    stream.answer(1, Answer::Status::Accepted);
    stream.result(1, wrong);
    stream.answer(1, Answer::Status::Done);
    stream.finish();
  }
  const Finished finished = runWith(scriptedAgent("cat " + recorded));
  EXPECT_EQ(finished.code, 4);
  EXPECT_THAT(finished.err, HasSubstr("differs from its reference"));
  EXPECT_EQ(finished.json()["runs"][0]["status"], "failed");
  EXPECT_EQ(finished.json()["runs"][0]["ok"], false);
  EXPECT_EQ(finished.json()["errors"][0]["code"], "check_failed");
}

TEST_F(AgentCommandTest, AnUnavailableDeviceIsCodeThree) {
  {
    RecordedStream stream(recorded, 7);
    stream.error(1, {ErrorCode::Unavailable, "No GPU is here. Run on the CPU.", Storey::Hardware});
    stream.finish();
  }
  const Finished finished = runWith(scriptedAgent("cat " + recorded));
  EXPECT_EQ(finished.code, 3);
  EXPECT_THAT(finished.err, HasSubstr("No GPU is here"));
  EXPECT_EQ(finished.json()["errors"][0]["storey"], "hardware");
}

TEST_F(AgentCommandTest, NoAgentOrADeadOneIsCodeFive) {
  for (const char* agent : {"false", "printf rubbish", "/no/such/agent"}) {
    const Finished finished = runWith(agent);
    EXPECT_EQ(finished.code, 5) << agent;
    EXPECT_THAT(finished.err, HasSubstr(agent));
    EXPECT_EQ(finished.json()["errors"][0]["code"], "agent_died");
    EXPECT_EQ(finished.json()["parameters"]["n"], 64);
  }
}

TEST_F(AgentCommandTest, AKilledAgentKeepsWhatItMeasured) {
  {
    RecordedStream stream(recorded, 7);
    stream.answer(1, Answer::Status::Accepted);
    stream.result(1, test::okResult("naive", 0.004));
    stream.cutOff();
  }
  const std::string out = folder.file("out.pftrace");
  const Finished finished = runWith(scriptedAgent("cat " + recorded + "; kill -9 $$"), {"--json", "--out", out});
  EXPECT_EQ(finished.code, 5);
  EXPECT_EQ(finished.json()["runs"].size(), 1u);
  const auto info = test::strata({"info", out, "--json"});
  EXPECT_EQ(info.code, 0);
  EXPECT_EQ(info.json()["cut_off"], true);
  EXPECT_EQ(info.json()["runs"][0]["results"].size(), 1u);
}

TEST_F(AgentCommandTest, ASessionOnStandardOutputIsAloneThere) {
  recordRun(recorded, 7);
  const std::string agent = scriptedAgent("cat " + recorded);
  const Finished finished = runWith(agent, {"--out", "-"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.err, HasSubstr("naive")) << "the result stands beside it";
  EXPECT_THAT(finished.out, ::testing::Not(HasSubstr("GFLOP/s")));
  const std::string file = folder.file("out.pftrace");
  test::writeBytes(file, finished.out);
  const auto info = test::strata({"info", file, "--json"}).json();
  EXPECT_EQ(info["cut_off"], false) << info;
  EXPECT_EQ(info["runs"][0]["results"].size(), 2u) << info;
}

TEST_F(AgentCommandTest, AnOutFileThatCannotBeWrittenIsCodeSix) {
  const Finished finished = runWith("true", {"--json", "--out", folder.file("no/folder/out.pftrace")});
  EXPECT_EQ(finished.code, 6);
  EXPECT_THAT(finished.err, HasSubstr("no/folder/out.pftrace"));
}

TEST_F(AgentCommandTest, AFullDiskIsCodeSixAndTheResultIsStillPrinted) {
  recordRun(recorded, 7);
  const Finished finished = runWith(scriptedAgent("cat " + recorded), {"--json", "--out", "/dev/full"});
  EXPECT_EQ(finished.code, 6);
  EXPECT_EQ(finished.json()["runs"].size(), 2u);
  EXPECT_TRUE(finished.json()["trace"]["file"].is_null());
}

TEST_F(AgentCommandTest, OfAStoppedRunIsSaidThatItWasStoppedAndNotThatTheDeviceRunsNothing) {
  {
    RecordedStream stream(recorded, 7);
    stream.answer(1, Answer::Status::Accepted);
    RunResult result;
    result.variant = "naive";
    result.status = RunResult::Status::Stopped;
    result.message = "The device abandoned its work, as asked";
    stream.result(1, result);
    stream.answer(1, Answer::Status::Stopped);
    stream.finish();
  }
  const Finished finished = runWith(scriptedAgent("cat " + recorded), {});
  EXPECT_EQ(finished.code, 130);
  EXPECT_THAT(finished.err, HasSubstr("The run was stopped before it finished"));
  EXPECT_THAT(finished.err, ::testing::Not(HasSubstr("runs none of the variants")));
  EXPECT_THAT(test::strata({"info", recorded}).out, HasSubstr("end: stopped"));
}

/// An agent that is seen to have begun before it is interrupted.
class InterruptTest : public AgentCommandTest {
 protected:
  InterruptTest() {
    RecordedStream stream(recorded, 7);
    stream.answer(1, Answer::Status::Accepted);
    stream.answer(1, Answer::Status::Progress, "has begun", 0.5);
    stream.result(1, test::okResult("naive", 0.004));
    const auto half = stream.bytesSoFar();
    stream.answer(1, Answer::Status::Stopped);
    stream.finish();
    begin = fmt::format("head -c {} {}", half, recorded);
    end = fmt::format("tail -c +{} {}", half + 1, recorded);
  }

  void waitUntilBegun(const StrataCommand& command) {
    const auto deadline = hostNow() + Duration{20'000'000'000};
    while (command.errorSoFar().find("has begun") == std::string::npos && hostNow() < deadline)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }

  std::string begin, end;  ///< commands that write the two halves of the stream
};

TEST_F(InterruptTest, TheFirstCtrlCStopsAndKeepsWhatWasMeasured) {
  const std::string agent =
      scriptedAgent(fmt::format("{}; read stop; echo \"$stop\" > {}; {}", begin, folder.file("told"), end));
  StrataCommand command({"run", "matmul", "--agent", agent, "--json"});
  waitUntilBegun(command);
  ::kill(command.pid(), SIGINT);
  const Finished finished = command.wait();
  EXPECT_EQ(finished.code, 130);
  EXPECT_EQ(finished.json()["runs"].size(), 1u);
  const auto told = test::bytesOf(folder.file("told"));
  EXPECT_THAT(std::string(told.begin(), told.end()), HasSubstr("\"stop\":0"));
}

TEST_F(InterruptTest, TheSecondCtrlCEndsTheAgentAndKeepsWhatWasMeasured) {
  StrataCommand command({"run", "matmul", "--agent", scriptedAgent(begin + "; sleep 600"), "--json"});
  waitUntilBegun(command);
  ::kill(command.pid(), SIGINT);
  const auto deadline = hostNow() + Duration{20'000'000'000};
  while (command.errorSoFar().find("Stopping") == std::string::npos && hostNow() < deadline)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  ::kill(command.pid(), SIGINT);
  const Finished finished = command.wait();
  EXPECT_EQ(finished.code, 130);
  EXPECT_EQ(finished.json()["runs"].size(), 1u);
}

TEST_F(InterruptTest, SigtermDoesTheSameAndDoesNotWaitForAnAgentThatGoesOn) {
  StrataCommand command({"run", "matmul", "--agent", scriptedAgent(begin + "; sleep 600"), "--json"});
  waitUntilBegun(command);
  ::kill(command.pid(), SIGTERM);
  const Finished finished = command.wait();
  EXPECT_EQ(finished.code, 130);
  EXPECT_EQ(finished.json()["runs"].size(), 1u);
}

TEST_F(InterruptTest, AHangUpStopsTheRunAndKeepsWhatWasMeasured) {
  const std::string agent =
      scriptedAgent(fmt::format("{}; read stop; echo \"$stop\" > {}; {}", begin, folder.file("told"), end));
  StrataCommand command({"run", "matmul", "--agent", agent, "--json"});
  waitUntilBegun(command);
  ::kill(command.pid(), SIGHUP);
  const Finished finished = command.wait();
  EXPECT_EQ(finished.code, 130);
  EXPECT_EQ(finished.json()["runs"].size(), 1u);
}

TEST_F(InterruptTest, WhereSignalsAreIgnoredTheRunGoesOn) {
  const std::string agent =
      scriptedAgent(fmt::format("{}; until [ -e {} ]; do sleep 0.05; done; {}", begin, folder.file("goes-on"), end));
  StrataCommand command(R"(trap "" HUP INT; exec "$0" "$@")", {"run", "matmul", "--agent", agent, "--json"});
  waitUntilBegun(command);
  ::kill(command.pid(), SIGHUP);
  ::kill(command.pid(), SIGINT);
  test::writeBytes(folder.file("goes-on"), "");
  const Finished finished = command.wait();
  EXPECT_EQ(finished.json()["runs"].size(), 1u) << finished.err;
  EXPECT_THAT(finished.err, ::testing::Not(HasSubstr("Stopping")));
}

}  // namespace
}  // namespace strata
