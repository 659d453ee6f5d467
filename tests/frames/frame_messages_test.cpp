#include "engine/frames/frame_messages.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>

namespace strata {
namespace {

FrameMessage offerMessage(FrameWay way, std::uint32_t width, std::uint32_t height, std::uint32_t pitch) {
  FrameMessage message;
  message.kind = FrameMessage::Kind::Offer;
  message.offer.ask = {way, width, height, 3, FramePacing::LockStep, {1}, {2}};
  message.offer.shape = {width, height, pitch};
  message.offer.slotBytes = std::uint64_t{pitch} * height;
  message.offer.allocationBytes = 3 * message.offer.slotBytes;
  message.offer.device = {3};
  message.offer.driver = {4};
  return message;
}

Result<FrameMessage> throughBytes(const FrameMessage& message) {
  const auto bytes = encode(message);
  return decode(bytes.data(), bytes.size());
}

TEST(FrameMessages, ComeBackAsTheyWent) {
  const FrameAsk ask{FrameWay::Device, 127, 63, 8, FramePacing::SemaphoreOff, {5, 6}, {7}};
  const auto asked = throughBytes(askMessage(ask));
  ASSERT_TRUE(asked.ok());
  EXPECT_EQ(asked.value().ask.way, FrameWay::Device);
  EXPECT_EQ(asked.value().ask.height, 63u);
  EXPECT_EQ(asked.value().ask.pacing, FramePacing::SemaphoreOff);
  EXPECT_EQ(asked.value().ask.device, ask.device);
  const auto offered = throughBytes(offerMessage(FrameWay::Host, 127, 63, 512));
  ASSERT_TRUE(offered.ok());
  EXPECT_EQ(offered.value().offer.shape, (FrameShape{127, 63, 512}));
  EXPECT_EQ(offered.value().offer.allocationBytes, 3u * 512 * 63);
  EXPECT_FALSE(offered.value().offer.timeline);
  FrameMessage timed = offerMessage(FrameWay::Device, 127, 63, 512);
  timed.offer.timeline = true;
  timed.offer.noTimeline = "No.";
  EXPECT_TRUE(throughBytes(timed).value().offer.timeline);
  EXPECT_EQ(throughBytes(timed).value().offer.noTimeline, "No.");
  const auto replied = throughBytes(replyMessage({false, Storey::Driver, "No."}));
  ASSERT_TRUE(replied.ok());
  EXPECT_EQ(replied.value().reply.reason, "No.");
  EXPECT_EQ(replied.value().reply.storey, Storey::Driver);
  EXPECT_FALSE(replied.value().reply.accepted);
  const auto longReason = throughBytes(replyMessage({false, Storey::Driver, std::string(5000, 'x')}));
  ASSERT_TRUE(longReason.ok());
  EXPECT_EQ(longReason.value().reply.reason.size(), 1000u);
}

TEST(FrameMessages, SizesThatCannotBeAreRefused) {
  const auto refused = [](auto change) {
    FrameMessage message = offerMessage(FrameWay::Host, 127, 63, 512);
    change(message.offer);
    return !throughBytes(message).ok();
  };
  EXPECT_FALSE(refused([](FrameOffer&) {}));
  EXPECT_TRUE(refused([](FrameOffer& o) { o.shape.pitch = 127 * 4 - 4; })) << "rows overlap";
  EXPECT_TRUE(refused([](FrameOffer& o) { o.shape.pitch = 510; })) << "pixels do not align";
  EXPECT_TRUE(refused([](FrameOffer& o) { o.shape.pitch = 1u << 31; }));
  EXPECT_TRUE(refused([](FrameOffer& o) { o.slotBytes -= 1; }));
  EXPECT_TRUE(refused([](FrameOffer& o) { o.allocationBytes -= 1; }));
  EXPECT_TRUE(refused([](FrameOffer& o) { o.slotBytes = ~std::uint64_t{0} / 2; })) << "slots times bytes wraps";
  EXPECT_TRUE(refused([](FrameOffer& o) { o.shape.height = 64; })) << "not what was asked";
  EXPECT_TRUE(refused([](FrameOffer& o) { o.ask.slotCount = 0; }));
  EXPECT_TRUE(refused([](FrameOffer& o) { o.ask.slotCount = kMostFrameSlots + 1; }));
  EXPECT_TRUE(refused([](FrameOffer& o) { o.ask.way = static_cast<FrameWay>(9); }));
  EXPECT_TRUE(refused([](FrameOffer& o) { o.ask.pacing = static_cast<FramePacing>(3); }));
  EXPECT_TRUE(refused([](FrameOffer& o) { o.ask.width = o.shape.width = kMostFrameSide + 1; }));
}

TEST(FrameMessages, AnEndHasTheNumberOfItsAskAndAReason) {
  const auto end = throughBytes(endMessage(7, {false, Storey::Hardware, "It is slow."}));
  ASSERT_TRUE(end.ok());
  EXPECT_EQ(end.value().kind, FrameMessage::Kind::End);
  EXPECT_EQ(end.value().number, 7u);
  EXPECT_EQ(end.value().reply.storey, Storey::Hardware);
  EXPECT_EQ(end.value().reply.reason, "It is slow.");
}

TEST(FrameMessages, RubbishIsRefusedAndNeverReadBeyondItsEnd) {
  std::mt19937 random(1);
  const std::vector<std::byte> good = encode(replyMessage({true, Storey::Runtime, "reason"}));
  for (std::size_t size = 0; size < good.size(); ++size) {
    const std::vector<std::byte> cut(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_FALSE(decode(cut.data(), cut.size()).ok()) << size;
  }
  for (int i = 0; i < 20000; ++i) {
    std::vector<std::byte> bad = good;
    for (int j = 0; j < 3; ++j) bad[random() % bad.size()] = static_cast<std::byte>(random());
    if (const auto message = decode(bad.data(), bad.size()); message.ok()) {
      EXPECT_LE(message.value().reply.reason.size(), 6u);
    }
  }
}

TEST(FrameShape, RowsOfOddPictures) {
  EXPECT_EQ((FrameShape{1, 1, 64}).bytes(), 64u);
  EXPECT_EQ((FrameShape{127, 63, 512}).bytes(), 63u * 512);
  EXPECT_EQ((FrameShape{8192, 8192, 8 * 8192}).bytes(), std::size_t{8192} * 65536) << "no overflow at 32 bits";
}

TEST(FrameHash, SeesPixelsAndTheirPlacesButNotWhatLiesBetweenRows) {
  constexpr FrameShape kTight{5, 3, 20}, kWide{5, 3, 64};
  std::vector<std::byte> tight(kTight.bytes()), wide(kWide.bytes(), std::byte{0xee});
  for (std::uint32_t i = 0; i < 15; ++i) {
    const std::uint32_t pixel = i * 0x9E3779B9u;
    std::memcpy(tight.data() + i / 5 * 20 + i % 5 * 4, &pixel, 4);
    std::memcpy(wide.data() + i / 5 * 64 + i % 5 * 4, &pixel, 4);
  }
  const std::uint64_t hash = frameHash(tight.data(), kTight);
  EXPECT_EQ(hash, frameHash(wide.data(), kWide));
  EXPECT_NE(hash, frameHash(tight.data(), {3, 5, 12})) << "the same bytes in another shape";
  for (std::size_t bit = 0; bit < tight.size() * 8; ++bit) {
    tight[bit / 8] ^= std::byte{1} << bit % 8;
    EXPECT_NE(hash, frameHash(tight.data(), kTight)) << bit;
    tight[bit / 8] ^= std::byte{1} << bit % 8;
  }
  std::swap_ranges(tight.begin(), tight.begin() + 4, tight.begin() + 16);  // pixels 0 and 4: one lane
  EXPECT_NE(hash, frameHash(tight.data(), kTight));
}

}  // namespace
}  // namespace strata
