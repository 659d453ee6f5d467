#include <fmt/core.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <thread>

#include "app/session/session.h"

// What a person does in a few minutes, with the pauses of a person: longer than an agent at work may be silent.

namespace strata {
namespace {

constexpr std::chrono::seconds kPause{20};

class PausesTest : public ::testing::Test {
 protected:
  static Request matmul(int n, int repeat) {
    Request request;
    request.name = "matmul";
    *request.parameters = {{"n", n}};
    request.variants = {"naive", "tiled"};
    request.repeat = repeat;
    return request;
  }

  Answer::Status run(int n, int repeat) {
    const auto id = session.run(matmul(n, repeat));
    if (!id.ok()) return ADD_FAILURE() << id.error().message, Answer::Status::Error;
    return outcome(id.value());
  }

  Answer::Status outcome(std::uint64_t id) {
    const auto answer = session.wait(id);
    if (!answer.ok()) return ADD_FAILURE() << answer.error().message, Answer::Status::Error;
    return answer.value().status;
  }

  /// The agent does not go while nobody asks anything of it.
  void pause() {
    std::this_thread::sleep_for(kPause);
    EXPECT_EQ(session.agentState(), Session::AgentState::Idle);
  }

  Session session;
};

TEST_F(PausesTest, OneAgentServesAPersonWhoLooksAtTheResultsInBetween) {
  ASSERT_LT(SessionOptions{}.silenceLimit, Duration{std::chrono::nanoseconds(kPause).count()});
  ASSERT_TRUE(session.start(STRATA_AGENT_CPU).ok());
  ASSERT_EQ(run(64, 3), Answer::Status::Done);
  const int agent = session.agentPid();
  pause();
  ASSERT_EQ(run(64, 3), Answer::Status::Done);
  pause();
  const auto previews = session.snapshot()->messages().size();
  ASSERT_TRUE(session.fetch("C").ok());
  const auto fetched = [&] { return session.snapshot()->messages().size() > previews; };
  while (!fetched() && session.agentState() != Session::AgentState::Exited)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  ASSERT_EQ(run(96, 3), Answer::Status::Done);
  const auto endless = session.run(matmul(256, 1000));
  ASSERT_TRUE(endless.ok());
  session.stop();
  EXPECT_EQ(outcome(endless.value()), Answer::Status::Stopped);
  EXPECT_EQ(run(64, 3), Answer::Status::Done);
  EXPECT_EQ(session.agentPid(), agent);
  for (const Error& error : session.errors()) ADD_FAILURE() << error.message;
}

}  // namespace
}  // namespace strata
