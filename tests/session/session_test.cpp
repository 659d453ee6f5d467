#include "app/session/session.h"
#include "app/session/session_messages.h"

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <numeric>
#include <thread>

#include "engine/trace/trace_query.h"
#include "tests/session/recorded_stream.h"

namespace strata {
namespace {

using test::bytesOf;
using test::okResult;
using test::RecordedStream;
using test::recordRun;
using test::scriptedAgent;
using test::TemporaryFolder;
using ::testing::HasSubstr;

Request matmul() {
  Request request;
  request.name = "matmul";
  return request;
}

/// Starts the command, runs a request and waits for what becomes of it.
Result<Answer> runWith(Session& session, const std::string& command) {
  STRATA_TRY(session.start(command));
  STRATA_ASSIGN(const std::uint64_t id, session.run(matmul()));
  return session.wait(id);
}

class SessionTest : public ::testing::Test {
 protected:
  TemporaryFolder folder;
  const std::string recorded = folder.file("recorded.pftrace");
  const std::string replay = scriptedAgent("cat " + recorded);
};

TEST_F(SessionTest, ReplaysARunToItsAnswer) {
  recordRun(recorded, 7);
  Session session;
  const auto answer = runWith(session, replay);
  ASSERT_TRUE(answer.ok()) << answer.error().message;
  EXPECT_EQ(answer.value().status, Answer::Status::Done);
  session.finish();
  EXPECT_TRUE(session.errors().empty());
  ASSERT_TRUE(session.hello());
  EXPECT_EQ(session.hello()->device.name, "Recorded device");
  EXPECT_EQ(session.storeys().size(), kStoreyCount);
  EXPECT_EQ(session.agentState(), Session::AgentState::Exited);
  EXPECT_EQ(session.snapshot()->callCount(), 20u);
  EXPECT_TRUE(session.snapshot()->complete());
}

TEST_F(SessionTest, ResultsGetTheirShareOfTheLibraryAndTheirTimePerStorey) {
  recordRun(recorded, 7);
  Session session;
  ASSERT_TRUE(session.open(recorded).ok());
  const auto results = session.results();
  ASSERT_EQ(results.size(), 2u);
  EXPECT_DOUBLE_EQ(results[0].shareOfLibrary.value_or(0), 0.25);
  EXPECT_DOUBLE_EQ(results[1].shareOfLibrary.value_or(0), 1.0);
  const auto call = session.snapshot()->call(CallId{results[0].medianCall});
  ASSERT_TRUE(call);
  const auto sum = std::accumulate(results[0].storeyNs.begin(), results[0].storeyNs.end(), std::int64_t{0});
  EXPECT_EQ(sum, (call->end - call->begin).ns);
  EXPECT_GT(results[0].storeyNs[static_cast<std::size_t>(Storey::Hardware)], 0);
}

TEST_F(SessionTest, ACallSaysItsOwnTimeAndWhatTheDeviceWorkedForItAlsoBehindIt) {
  RecordedStream stream(recorded, 7);
  const CallId within = stream.call("gemm"), behind = stream.callBehind("gemm");
  stream.result(1, okResult("within", 1e-3, within));
  stream.result(1, okResult("behind", 1e-3, behind));
  stream.finish();
  Session session;
  ASSERT_TRUE(session.open(recorded).ok());
  const auto results = session.results();
  ASSERT_EQ(results.size(), 2u);
  for (const RunResult& result : results) {
    const auto sum = std::accumulate(result.storeyNs.begin(), result.storeyNs.end(), std::int64_t{0});
    const TraceEvent& top = session.snapshot()->event(session.snapshot()->call(CallId{result.medianCall})->top);
    EXPECT_EQ(sum, top.duration().ns) << result.variant << ": the seven are the time the caller waited";
    ASSERT_TRUE(result.deviceTime) << result.variant;
    EXPECT_GT(result.deviceTime->workNs, 0);
    EXPECT_EQ(result.deviceTime->busyNs, result.deviceTime->workNs) << "one stream";
  }
  constexpr auto kHardware = static_cast<std::size_t>(Storey::Hardware);
  EXPECT_GT(results[0].storeyNs[kHardware], 0);
  EXPECT_EQ(results[0].deviceTime->afterReturnNs, 0);
  EXPECT_EQ(results[1].storeyNs[kHardware], 0);
  EXPECT_EQ(results[1].deviceTime->afterReturnNs, results[1].deviceTime->workNs);
}

TEST_F(SessionTest, ASavedSessionShowsWhatTheLiveOneShowed) {
  recordRun(recorded, 7);
  Session live;
  ASSERT_TRUE(runWith(live, replay).ok());
  live.finish();
  const auto liveHash = contentHash(*live.snapshot());
  const std::string saved = folder.file("saved.pftrace");
  ASSERT_TRUE(live.save(saved).ok());
  EXPECT_EQ(live.path(), saved);
  EXPECT_EQ(bytesOf(saved), bytesOf(recorded));

  Session reopened;
  ASSERT_TRUE(reopened.open(saved).ok());
  EXPECT_EQ(contentHash(*reopened.snapshot()), liveHash);
  EXPECT_EQ(reopened.results().size(), live.results().size());
  EXPECT_EQ(reopened.results()[0].storeyNs, live.results()[0].storeyNs);
  EXPECT_EQ(reopened.storeys().size(), live.storeys().size());
  ASSERT_NE(reopened.pictures(0).tensor, nullptr);
  EXPECT_EQ(reopened.pictures(0).tensor->blob, live.pictures(0).tensor->blob);
  EXPECT_EQ(reopened.agentState(), Session::AgentState::None);
  EXPECT_TRUE(reopened.errors().empty());
}

TEST_F(SessionTest, ASessionSavedAtWorkSaysSo) {
  recordRun(recorded, 7);
  Session live;
  const auto half = bytesOf(recorded).size() / 2;
  ASSERT_TRUE(live.start(scriptedAgent(fmt::format("head -c {} {}; sleep 60", half, recorded))).ok());
  ASSERT_TRUE(live.run(matmul()).ok());
  const HostTime end = hostNow() + Duration{20'000'000'000};
  while (live.snapshot()->callCount() < 3 && hostNow() < end) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  ASSERT_EQ(live.agentState(), Session::AgentState::Running);
  const std::string saved = folder.file("saved.pftrace");
  ASSERT_TRUE(live.save(saved).ok());

  Session reopened;
  ASSERT_TRUE(reopened.open(saved).ok());
  ASSERT_EQ(reopened.errors().size(), 1u);
  EXPECT_THAT(reopened.errors()[0].message, HasSubstr("saved while its agent was at work"));
  EXPECT_GE(reopened.snapshot()->callCount(), 3u);
}

TEST_F(SessionTest, OpeningTellsHowMuchIsReadAndCanBeStopped) {
  recordRun(recorded, 7);
  const std::uint64_t size = bytesOf(recorded).size();
  std::uint64_t last = 0;
  for (const bool goOn : {true, false}) {
    SessionOptions options;
    const Session* reading = nullptr;
    options.opening = [&](std::uint64_t bytes, std::uint64_t of) {
      last = bytes;
      EXPECT_EQ(of, size);
      EXPECT_GT(reading->snapshot()->callCount(), 0u) << "what was read can be looked at";
      return goOn;
    };
    Session session(options);
    reading = &session;
    const auto opened = session.open(recorded);
    EXPECT_EQ(opened.ok(), goOn);
    EXPECT_EQ(last, size) << "a small file is one piece";
    if (!goOn) {
      EXPECT_EQ(opened.error().code, ErrorCode::Stopped);
    }
  }
}

TEST_F(SessionTest, TheOutFileGetsEachByte) {
  recordRun(recorded, 7);
  SessionOptions options;
  options.out = folder.file("out.pftrace");
  Session session(options);
  ASSERT_TRUE(runWith(session, replay).ok());
  session.finish();
  EXPECT_EQ(bytesOf(options.out), bytesOf(recorded));
  EXPECT_EQ(session.path(), options.out);
}

TEST_F(SessionTest, AnAgentThatNeverGreetsLeavesTheOutFileAsItWas) {
  for (const char* command : {"false", "printf rubbish"}) {
    for (const bool exists : {true, false}) {
      SessionOptions options;
      options.out = folder.file(exists ? "kept.pftrace" : "none.pftrace");
      if (exists) test::writeBytes(options.out, "an earlier session");
      {
        Session session(options);
        EXPECT_FALSE(runWith(session, command).ok());
        session.finish();
      }
      EXPECT_EQ(std::filesystem::exists(options.out), exists) << command;
      const auto bytes = exists ? bytesOf(options.out) : std::vector<char>{};
      EXPECT_EQ(std::string(bytes.begin(), bytes.end()), exists ? "an earlier session" : "") << command;
    }
  }
}

TEST_F(SessionTest, AnEarlierAndLongerOutFileIsReplacedWhole) {
  recordRun(recorded, 7);
  SessionOptions options;
  options.out = folder.file("out.pftrace");
  test::writeBytes(options.out, std::string(2 * bytesOf(recorded).size(), 'x'));
  Session session(options);
  ASSERT_TRUE(runWith(session, replay).ok());
  session.finish();
  EXPECT_EQ(bytesOf(options.out), bytesOf(recorded));
}

TEST_F(SessionTest, AnOutFileThatCannotBeWrittenIsSaidBeforeAnythingStarts) {
  SessionOptions options;
  options.out = folder.file("no/such/folder/out.pftrace");
  Session session(options);
  const auto started = session.start("touch " + folder.file("started"));
  ASSERT_FALSE(started.ok());
  EXPECT_EQ(started.error().code, ErrorCode::Io);
  EXPECT_THAT(started.error().message, HasSubstr(options.out));
  EXPECT_FALSE(std::filesystem::exists(folder.file("started")));
}

TEST_F(SessionTest, ASecondAgentAppendsToTheSameSession) {
  const std::string first = folder.file("first.pftrace"), second = folder.file("second.pftrace");
  recordRun(first, 7, 20);
  recordRun(second, 8, 30, 2);
  Session session;
  ASSERT_TRUE(runWith(session, scriptedAgent("cat " + first)).ok());
  ASSERT_TRUE(session.start(scriptedAgent("cat " + second)).ok());
  ASSERT_TRUE(session.run(matmul()).ok());
  session.finish();
  const auto now = session.snapshot();
  EXPECT_EQ(now->callCount(), 50u);
  EXPECT_EQ(now->totals().flows, 50u);
  const auto results = session.results();
  ASSERT_EQ(results.size(), 2u);
  const auto call = now->call(CallId{results[0].medianCall});
  ASSERT_TRUE(call);
  const auto sum = std::accumulate(results[0].storeyNs.begin(), results[0].storeyNs.end(), std::int64_t{0});
  EXPECT_EQ(sum, (call->end - call->begin).ns);
  EXPECT_EQ(results[0].medianCall, 50u) << "the last call of the second agent";

  const std::string saved = folder.file("both.pftrace");
  ASSERT_TRUE(session.save(saved).ok());
  Session reopened;
  ASSERT_TRUE(reopened.open(saved).ok());
  EXPECT_EQ(contentHash(*reopened.snapshot()), contentHash(*now));
}

TEST_F(SessionTest, AnOpenedSessionCanBeSavedOverItself) {
  recordRun(recorded, 7);
  const auto before = bytesOf(recorded);
  Session session;
  ASSERT_TRUE(session.open(recorded).ok());
  ASSERT_TRUE(session.save(recorded).ok());
  ASSERT_TRUE(session.save(recorded).ok());
  EXPECT_EQ(bytesOf(recorded), before);
}

TEST_F(SessionTest, AFailedSaveLeavesNothingBehind) {
  recordRun(recorded, 7);
  Session session;
  ASSERT_TRUE(session.open(recorded).ok());
  std::filesystem::create_directory(folder.file("a-folder"));
  test::writeBytes(folder.file("a-folder/x"), "kept");
  const auto saved = session.save(folder.file("a-folder"));
  ASSERT_FALSE(saved.ok());
  EXPECT_EQ(saved.error().code, ErrorCode::Io);
  const auto entries = std::distance(std::filesystem::directory_iterator(folder.file("")), {});
  EXPECT_EQ(entries, 2) << "the recorded session and the folder";
}

TEST_F(SessionTest, ChangesAreToldAfterTheyAreVisibleAndBundled) {
  recordRun(recorded, 7);
  std::atomic<int> calls = 0;
  std::atomic<std::size_t> seen = 0;
  Session* pointer = nullptr;
  Session session({}, [&] {
    ++calls;
    seen = pointer->snapshot()->callCount();
  });
  pointer = &session;
  // In pieces of 64 bytes: hundreds of arrivals.
  ASSERT_TRUE(runWith(session, scriptedAgent("dd bs=64 status=none if=" + recorded)).ok());
  session.finish();
  const auto deadline = hostNow() + Duration{10'000'000'000};
  while (seen != 20u && hostNow() < deadline) std::this_thread::yield();
  EXPECT_EQ(seen, 20u);
  EXPECT_GE(calls, 1);
}

TEST_F(SessionTest, ProgressIsHandedOnWhileWaiting) {
  recordRun(recorded, 7);
  const std::string held = folder.file("held.pftrace");
  {
    RecordedStream stream(held, 9);
    stream.answer(1, Answer::Status::Accepted);
    stream.answer(1, Answer::Status::Progress, "naive, repeat 3", 0.25);
    stream.cutOff();
  }
  Session session;
  ASSERT_TRUE(session.start(scriptedAgent("cat " + held + "; sleep 60")).ok());
  const auto id = session.run(matmul());
  ASSERT_TRUE(id.ok());
  Answer seen;
  const auto answer = session.wait(id.value(), [&](const Answer& progress) {
    seen = progress;
    EXPECT_EQ(session.agentState(), Session::AgentState::Running);
    session.killAgent();
  });
  EXPECT_EQ(seen.message, "naive, repeat 3");
  EXPECT_DOUBLE_EQ(seen.fraction, 0.25);
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(answer.error().code, ErrorCode::Stopped);
}

TEST_F(SessionTest, RequestsReachTheAgent) {
  const std::string heard = folder.file("heard");
  recordRun(recorded, 7);
  Session session;
  ASSERT_TRUE(session.start("(head -n 4; cat " + recorded + ") | tee -a " + heard + " ; cat > /dev/null").ok());
  Request request = matmul();
  request.variants = {"naive"};
  request.parameters["n"] = 17;
  ASSERT_TRUE(session.run(request).ok());
  ASSERT_TRUE(session.fetch("C").ok());
  session.stop();
  session.finish();
  const auto bytes = bytesOf(heard);
  const std::string text(bytes.begin(), bytes.end());
  EXPECT_THAT(text, HasSubstr(R"("attach":true)"));
  EXPECT_THAT(text, HasSubstr(R"("run":"matmul")"));
  EXPECT_THAT(text, HasSubstr(R"("n":17)"));
  EXPECT_THAT(text, HasSubstr(R"("fetch":"C")"));
  EXPECT_THAT(text, HasSubstr(R"("stop":0)"));
}

}  // namespace
}  // namespace strata
