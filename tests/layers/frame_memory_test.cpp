#include "layers/workloads/frames/frame_memory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <thread>

#include "engine/backends/null/null_device.h"
#include "engine/base/shared_memory.h"

namespace strata {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr Uuid kDevice{1, 2, 3};
constexpr std::uint64_t kFrame = (std::uint64_t{1} << 32) + 5;  // more than a counter of 32 bits holds

std::ptrdiff_t openDescriptors() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
}

/// A viewer that offers device memory and a timeline, which the null device has as plain memory.
class FrameTimeline : public testing::Test {
 protected:
  struct Viewer {
    FrameOffer offer;
    ControlPage page;
    MappedMemory timeline;
    FrameReply reply;
  };

  FrameTimeline() { m_script.identity.device = kDevice; }

  Result<std::unique_ptr<FrameMemory>> open(bool timeline, std::string noTimeline = {}) {
    m_stream.reset();
    m_device = createNullDevice(m_script);
    m_stream = m_device->createStream().value();
    auto ends = FrameSocket::makePair().value();
    m_socket.emplace(std::move(ends.second));
    std::thread viewer([&, socket = std::move(ends.first)]() mutable { answer(socket, timeline, noTimeline); });
    FrameAsk ask;
    ask.way = FrameWay::Device;
    ask.width = ask.height = 8;
    ask.slotCount = 2;
    auto memory = FrameMemory::open(*m_socket, ask, *m_device, *m_stream, m_recorder, m_progress);
    viewer.join();
    return memory;
  }

  /// Hands a frame over; what the counter of the page and the timeline then say.
  std::pair<std::uint32_t, std::uint64_t> deliver(FrameMemory& memory) {
    const auto slot = memory.producer().acquire(FramePacing::NewestWins, Duration{});
    EXPECT_TRUE(memory.deliver(*slot, {kFrame, 0, hostNow()}).ok());
    std::uint64_t timeline = 0;
    if (m_viewer->timeline.data()) std::memcpy(&timeline, m_viewer->timeline.data(), sizeof timeline);
    return {m_viewer->page->produced.load(), timeline};
  }

  NullScript m_script;
  std::unique_ptr<Device> m_device;
  std::unique_ptr<Stream> m_stream;
  std::optional<FrameSocket> m_socket;
  std::optional<Viewer> m_viewer;
  std::vector<FrameMessage> m_late;  ///< what answers asks of before

 private:
  void answer(FrameSocket& socket, bool timeline, const std::string& noTimeline) {
    const FrameMessage asked = socket.receive(Duration{10'000'000'000}).value().value();
    for (const FrameMessage& late : m_late) ASSERT_TRUE(socket.send(late).ok());
    FrameMessage message;
    message.kind = FrameMessage::Kind::Offer;
    message.number = asked.number;
    message.offer.ask = asked.ask;
    message.offer.shape = {8, 8, 32};
    message.offer.slotBytes = message.offer.allocationBytes = 4096;
    message.offer.device = kDevice;
    message.offer.timeline = timeline;
    message.offer.noTimeline = noTimeline;
    auto page = ControlPage::create(2).value();
    message.descriptors.push_back(std::move(page.second));
    for (int slot = 0; slot < 2; ++slot) message.descriptors.push_back(makeSharedMemory("slot", 4096).value());
    m_viewer.emplace(Viewer{message.offer, std::move(page.first), {}, {}});
    if (timeline) {
      message.descriptors.push_back(makeSharedMemory("timeline", 8).value());
      m_viewer->timeline = MappedMemory::map(message.descriptors.back().get(), 8).value();
    }
    ASSERT_TRUE(socket.send(message).ok());
    m_viewer->reply = socket.receive(Duration{10'000'000'000}).value()->reply;
  }

  TraceRecorder m_recorder;
  std::unique_ptr<Device> m_unused = createNullDevice();
  WorkContext m_context{*m_unused, m_recorder, {}, [](std::string_view, double) {}, {}, {}};
  RunProgress m_progress{m_context, 1};
};

TEST_F(FrameTimeline, AnAnswerToAnEarlierAskIsNotTaken) {
  FrameMessage offer;
  offer.kind = FrameMessage::Kind::Offer;
  offer.offer.ask.way = FrameWay::Pipe;
  offer.offer.ask.width = offer.offer.ask.height = 8;
  offer.offer.shape = {8, 8, 32};
  m_late.push_back(std::move(offer));
  m_late.push_back(replyMessage({false, Storey::Other, "Refused too late."}));
  const auto memory = open(true);
  ASSERT_TRUE(memory.ok()) << memory.error().message;
  EXPECT_EQ(deliver(*memory.value()), std::pair(0u, kFrame)) << "the way that was asked for";
}

TEST_F(FrameTimeline, OfVulkanIsSignalledInTheStreamByTheFramesWholeNumber) {
  const auto memory = open(true);
  ASSERT_TRUE(memory.ok()) << memory.error().message;
  EXPECT_EQ(deliver(*memory.value()), std::pair(0u, kFrame)) << "the counter is the viewer's to set";
  EXPECT_EQ(m_viewer->page->silent, 1u) << "nobody is woken";
  EXPECT_TRUE(m_viewer->reply.accepted);
  EXPECT_THAT(m_viewer->reply.reason, HasSubstr("timeline of Vulkan"));
  EXPECT_EQ(memory.value()->signalling(), m_viewer->reply.reason);
}

TEST_F(FrameTimeline, ThatTheDeviceRefusesLeavesTheCounterAndTheReason) {
  m_script.refuses = [](SharedKind kind) -> std::optional<Error> {
    if (kind != SharedKind::OpaqueTimeline) return std::nullopt;
    return Error{ErrorCode::Unsupported, "Not these.", Storey::Runtime};
  };
  const auto memory = open(true);
  ASSERT_TRUE(memory.ok()) << memory.error().message;
  EXPECT_EQ(deliver(*memory.value()), std::pair(static_cast<std::uint32_t>(kFrame), std::uint64_t{0}));
  EXPECT_THAT(m_viewer->reply.reason, AllOf(HasSubstr("counter"), HasSubstr("Not these.")));
}

TEST_F(FrameTimeline, ThatNobodyOffersIsNoneAndTheViewerSaidWhy) {
  const auto memory = open(false, "None here.");
  ASSERT_TRUE(memory.ok()) << memory.error().message;
  EXPECT_EQ(deliver(*memory.value()).first, static_cast<std::uint32_t>(kFrame));
  EXPECT_THAT(memory.value()->signalling(), AllOf(HasSubstr("counter"), HasSubstr("None here.")));
}

TEST_F(FrameTimeline, WithoutAnyTheHostSaysIt) {
  m_script.fail = [](std::string_view call) -> std::optional<Error> {
    if (call != "strataImportExternalSemaphore") return std::nullopt;
    return Error{ErrorCode::Unsupported, "None at all.", Storey::Runtime};
  };
  const auto memory = open(true);
  ASSERT_TRUE(memory.ok()) << memory.error().message;
  EXPECT_EQ(deliver(*memory.value()).first, static_cast<std::uint32_t>(kFrame));
  EXPECT_EQ(m_viewer->page->silent, 0u);
  EXPECT_THAT(memory.value()->signalling(), AllOf(HasSubstr("the host"), Not(HasSubstr("counter"))));
}

TEST_F(FrameTimeline, LeavesNoDescriptorBehind) {
  for (const bool timeline : {true, false}) {
    const std::ptrdiff_t before = openDescriptors();
    ASSERT_TRUE(open(timeline).ok());
    m_socket.reset();
    EXPECT_EQ(openDescriptors(), before) << timeline;
  }
}

}  // namespace
}  // namespace strata
