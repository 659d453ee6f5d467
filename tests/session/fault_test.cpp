#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

#include "app/session/session.h"

// What goes wrong on a device ends the agent, is said on its storey with the kernel's name, and the next run works.

namespace strata {
namespace {

using testing::HasSubstr;

const std::string kAgent = "exec " FAULTY_AGENT " --hang-limit 0.5";

Request kernel(const std::string& name) {
  Request request;
  request.name = "faults";
  *request.parameters = {{"kernel", name}};
  return request;
}

std::size_t kernelsNamed(const TraceSnapshot& snapshot, std::string_view name) {
  std::size_t count = 0;
  for (std::uint32_t track = 0; track < snapshot.tracks().size(); ++track)
    for (std::uint32_t row = 0; row < snapshot.rowCount(track); ++row) {
      const RowView& events = snapshot.row(track, row);
      for (std::size_t i = 0; i < events.size(); ++i)
        if (events[i].kind == EventKind::Kernel && snapshot.name(events[i].name) == name) ++count;
    }
  return count;
}

class FaultTest : public testing::Test {
 protected:
  /// Runs the kernel that goes wrong, then a good one, in one session.
  Error fault(Session& session, const std::string& name) {
    EXPECT_TRUE(session.start(kAgent).ok());
    const auto id = session.run(kernel(name));
    EXPECT_TRUE(id.ok());
    const auto answer = session.wait(id.value());
    if (!answer.ok()) return answer.error();
    return answer.value().error;
  }

  void expectTheNextRunWorks(Session& session) {
    session.finish();
    EXPECT_EQ(session.agentState(), Session::AgentState::Exited);
    EXPECT_EQ(kernelsNamed(*session.snapshot(), "fill"), 1u) << "what happened before is kept";
    const auto id = session.run(kernel("fill"));
    ASSERT_TRUE(id.ok()) << id.error().message;
    const auto answer = session.wait(id.value());
    ASSERT_TRUE(answer.ok()) << answer.error().message;
    EXPECT_EQ(answer.value().status, Answer::Status::Done);
    session.finish();
    EXPECT_EQ(kernelsNamed(*session.snapshot(), "fill"), 3u);
  }

  static void expectOnHardware(const Session& session, const Error& error, const std::string& name) {
    EXPECT_EQ(error.code, ErrorCode::AgentDied);
    EXPECT_EQ(error.storey, Storey::Hardware);
    EXPECT_THAT(error.message, HasSubstr(name));
    const auto errors = session.errors();
    EXPECT_EQ(std::ranges::count(errors, error.message, &Error::message), 1) << "said once";
  }
};

TEST_F(FaultTest, AnEndlessKernel) {
  Session session;
  const Error error = fault(session, "endless");
  expectOnHardware(session, error, "works on endless<1>");
  EXPECT_THAT(error.message, HasSubstr("The run of faults (last seen: endless) has shown no sign of life for 0.5 s"));
  session.finish();
  const auto snapshot = session.snapshot();
  EXPECT_TRUE(std::ranges::any_of(snapshot->openEvents(), [&](const TraceSnapshot::OpenEvent& open) {
    return open.event.kind == EventKind::Kernel && snapshot->name(open.event.name) == "endless<1>";
  })) << "the trace shows it, too";
  expectTheNextRunWorks(session);
}

TEST_F(FaultTest, AKernelThatMovesDoesNotHangAndStopsBetweenItsBlocks) {
  Session session;
  ASSERT_TRUE(session.start(kAgent).ok());
  const auto id = session.run(kernel("slow"));
  ASSERT_TRUE(id.ok());
  int signs = 0;
  const auto answer = session.wait(id.value(), [&](const Answer& progress) {
    EXPECT_EQ(progress.message, "slow");
    if (++signs == 3) session.stop();  // the second and third come from the kernel: a second each, twice its hang limit
  });
  ASSERT_TRUE(answer.ok()) << answer.error().message;
  EXPECT_EQ(answer.value().status, Answer::Status::Stopped);
  const int agent = session.agentPid();
  const auto next = session.run(kernel("fill"));
  ASSERT_TRUE(next.ok());
  EXPECT_EQ(session.wait(next.value()).value().status, Answer::Status::Done);
  EXPECT_EQ(session.agentPid(), agent) << "the same agent works on";
}

TEST_F(FaultTest, AnIllegalAddress) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "the sanitizer tells of crashes itself";
#endif
  Session session;
  const Error error = fault(session, "strays");
  expectOnHardware(session, error, "crashed while the device worked on strays: an illegal address, 0x10 (SIGSEGV)");
  expectTheNextRunWorks(session);
}

TEST_F(FaultTest, AStackThatIsFull) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "the sanitizer tells of crashes itself";
#endif
  for (const std::string name : {"digs", "hoards"}) {
    Session session;
    const Error error = fault(session, name);
    expectOnHardware(session, error, "crashed while the device worked on " + name + ": its stack is full");
    expectTheNextRunWorks(session);
  }
}

/// While the agent dies: that is a new one's, and does not hear of the old one's death.
TEST_F(FaultTest, TheNextRunMayComeAtOnce) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "the sanitizer tells of crashes itself";
#endif
  Session session;
  fault(session, "strays");
  for (int i = 0; i < 3; ++i) {
    const auto good = session.run(kernel("fill"));
    ASSERT_TRUE(good.ok()) << good.error().message;
    const auto answer = session.wait(good.value());
    ASSERT_TRUE(answer.ok()) << answer.error().message;
    EXPECT_EQ(answer.value().status, Answer::Status::Done);
    const auto bad = session.run(kernel("strays"));
    ASSERT_TRUE(bad.ok()) << bad.error().message;
    const auto end = session.wait(bad.value());
    EXPECT_TRUE(!end.ok() || end.value().status == Answer::Status::Error);
  }
}

TEST_F(FaultTest, ALostDevice) {
  Session session;
  const Error error = fault(session, "is lost");
  expectOnHardware(session, error, "Waiting for fill failed");
  session.finish();
  const auto id = session.run(kernel("fill"));
  ASSERT_TRUE(id.ok());
  const auto answer = session.wait(id.value());
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(answer.value().status, Answer::Status::Done);
}

TEST_F(FaultTest, ADriverThatDoesNotAnswer) {
  Session session;
  ASSERT_TRUE(session.start(kAgent + " --device 1").ok());
  const auto id = session.run(kernel("fill"));
  ASSERT_TRUE(id.ok());
  const auto answer = session.wait(id.value());
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(answer.error().code, ErrorCode::AgentDied);
  EXPECT_EQ(answer.error().storey, Storey::Driver);
  EXPECT_THAT(answer.error().message, HasSubstr("Opening the device has not come back for 0.5 s"));
  ASSERT_TRUE(session.hello()) << "it says who it is all the same";
  EXPECT_EQ(session.hello()->device.backend, "");
}

TEST_F(FaultTest, ADriverThatDoesNotAnswerAProbe) {
  Session session;
  ASSERT_TRUE(session.start(kAgent + " --device 1 --probe").ok());
  session.finish();
  ASSERT_EQ(session.errors().size(), 1u);
  EXPECT_EQ(session.errors()[0].storey, Storey::Driver);
}

}  // namespace
}  // namespace strata
