#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include <unistd.h>

#include <string>

#include "app/session/session.h"
#include "tests/graphics/stand_in.h"

// Frames of a GPU's own agent, drawn without a window: what is drawn is what was computed, or a sentence says why not.

namespace strata {
namespace {

/// Beside this program, or where a build has it.
std::string agentCommand() {
  const std::string here = "$(dirname \"$(readlink /proc/" + std::to_string(::getpid()) + "/exe)\")";
  return "exec \"" + here + "\"/../bin/" GPU_AGENT;
}

class GpuFrames : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string why = noGraphicsHere(); !why.empty()) GTEST_SKIP() << why;
    const auto started = m_session.start(agentCommand());
    ASSERT_TRUE(started.ok()) << started.error().message;
  }

  std::vector<RunResult> run(const char* content, int side) {
    Request request;
    request.name = "frames";
    request.parameters =
        nlohmann::json{{"content", content}, {"side", side}, {"frames", 120}, {"rate", 0}, {"pacing", "lock-step"}};
    const auto id = m_session.run(std::move(request));
    EXPECT_TRUE(id.ok());
    const auto answer = m_session.wait(id.value());
    EXPECT_TRUE(answer.ok() && answer.value().status == Answer::Status::Done);
    return m_session.results();
  }

  FrameShow m_show{headless()};
  Session m_session{SessionOptions{.frames = [this](FrameSocket socket) { m_show.attach(std::move(socket)); }}};
};

double figure(const RunResult& result, std::string_view name) {
  const Figure* found = result.figure(name);
  return found ? found->value : -1;
}

TEST_F(GpuFrames, WhatIsDrawnIsWhatWasComputed) {
  for (const char* content : {"heat", "mandelbrot"})
    for (const int side : {1, 127, 1024}) {
      const auto results = run(content, side);
      ASSERT_EQ(results.size(), kFrameWays.size()) << content << " " << side;
      for (const RunResult& result : results) {
        SCOPED_TRACE(std::string(content) + " " + std::to_string(side) + " " + result.variant);
        const bool always = result.variant == "pipe" || result.variant == "host";
        if (!always && result.status == RunResult::Status::Unsupported) {
          EXPECT_FALSE(result.message.empty());
          continue;
        }
        EXPECT_EQ(result.status, RunResult::Status::Ok) << result.message;
        EXPECT_EQ(figure(result, "frames_drawn"), 120);
        EXPECT_EQ(figure(result, "frames_compared"), 3) << "the first, the hundredth after it, the last";
        EXPECT_EQ(figure(result, "frames_torn"), 0);
        ASSERT_TRUE(result.error);
        EXPECT_LE(result.error->value, result.error->limit);
      }
    }
  EXPECT_EQ(m_show.state().mismatched, 0u);
}

}  // namespace
}  // namespace strata
