#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "app/graphics/gl_functions.h"
#include "app/graphics/headless_gl.h"
#include "engine/frames/frame_slots.h"
#include "tests/graphics/agent_here.h"

namespace strata {
namespace {

using testing::HasSubstr;

constexpr Duration kHearing{20'000'000'000};
constexpr std::uint32_t kLargeSide = 4096;

/// A device whose fences are always late, however soon it has drawn.
class LateGl final : public GlContext {
 public:
  static Result<std::unique_ptr<GlContext>> create() {
    auto late = std::make_unique<LateGl>();
    STRATA_ASSIGN(late->m_gl, HeadlessGl::create());
    return std::unique_ptr<GlContext>(std::move(late));
  }
  bool makeCurrent() override { return m_gl->makeCurrent(); }
  void doneCurrent() override { m_gl->doneCurrent(); }
  Function getProcAddress(const char* name) override {
    const Function found = m_gl->getProcAddress(name);
    if (std::strcmp(name, "glClientWaitSync") != 0) return found;
    s_wait = reinterpret_cast<decltype(s_wait)>(found);
    return reinterpret_cast<Function>(waitInVain);
  }

 private:
  static GLenum waitInVain(GLsync fence, GLbitfield flags, GLuint64) {
    s_wait(fence, flags, 0);  // what was asked for begins
    return GL_TIMEOUT_EXPIRED;
  }
  static inline decltype(&::glClientWaitSync) s_wait = nullptr;
  std::unique_ptr<HeadlessGl> m_gl;
};

class EndedFrames : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string why = noGraphicsHere(); !why.empty()) GTEST_SKIP() << why;
  }
  /// Asks, and hands over the first frame.
  static void handOver(AgentHere& agent, const FrameAsk& ask) {
    const auto offer = agent.ask(ask);
    ASSERT_TRUE(offer && offer->kind == FrameMessage::Kind::Offer);
    auto page = ControlPage::map(offer->descriptors[0], ask.slotCount);
    ASSERT_TRUE(page.ok());
    FrameProducer producer(page.value());
    producer.queue(*producer.acquire(FramePacing::LockStep, Duration{}), {1, 0, hostNow()});
    producer.handOver(1);
  }
  static std::string endOf(AgentHere& agent) {
    const auto heard = agent.socket->receive(kHearing);
    if (!heard.ok() || !heard.value() || heard.value()->kind != FrameMessage::Kind::End) return "no end";
    return heard.value()->reply.reason;
  }
};

// In place the device still reads what it was given up for.
TEST_F(EndedFrames, OneThatTakesTooLongToDrawIsTheEndAndTheAgentHearsWhy) {
  for (const FrameWay way : {FrameWay::Host, FrameWay::InPlace}) {
    FrameShow show({.context = LateGl::create});
    AgentHere agent(show);
    FrameAsk ask = smallAsk(way);
    ask.width = ask.height = kLargeSide;
    ask.slotCount = 1;
    handOver(agent, ask);
    EXPECT_THAT(endOf(agent), HasSubstr("within three seconds")) << frameWayKey(way);
    EXPECT_TRUE(eventually([&] { return show.state().complaint.has_value(); })) << frameWayKey(way);
  }
}

TEST_F(EndedFrames, AnAgentHearsThatTheWindowShowsAnotherOnesFrames) {
  FrameShow show(headless());
  AgentHere first(show);
  handOver(first, smallAsk(FrameWay::Host));
  ASSERT_TRUE(eventually([&] { return show.state().drawn == 1; }));
  AgentHere second(show);
  handOver(second, smallAsk(FrameWay::InPlace));
  EXPECT_THAT(endOf(first), HasSubstr("another run"));
}

TEST_F(EndedFrames, TheirMemoryGoesWhenTheAgentEndsThemAndTheLastPictureStays) {
  FrameShow show(headless());
  const std::uint64_t shared = sharedBytes();
  AgentHere agent(show);
  handOver(agent, smallAsk(FrameWay::Host));
  ASSERT_TRUE(eventually([&] { return show.state().drawn == 1; }));
  EXPECT_GT(sharedBytes(), shared);
  ASSERT_TRUE(agent.socket->send(endMessage(1)).ok()) << "of another ask";
  ASSERT_TRUE(agent.socket->send(endMessage(0)).ok());
  EXPECT_TRUE(eventually([&] { return sharedBytes() == shared; }));
  EXPECT_TRUE(show.picture());
  EXPECT_FALSE(show.state().agentGone || show.state().complaint);
  handOver(agent, smallAsk(FrameWay::InPlace));
  EXPECT_TRUE(eventually([&] { return show.state().ask.way == FrameWay::InPlace && show.state().drawn == 1; }));
}

}  // namespace
}  // namespace strata
