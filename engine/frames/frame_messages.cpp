#include "engine/frames/frame_messages.h"

#include <algorithm>
#include <cstring>
#include <string_view>

namespace strata::inline frames {
namespace {

constexpr std::uint64_t kMessageMagic = 0x334d524641525453;  // "STRAFRM3"
constexpr std::size_t kMostReason = 1000;

struct Wire {
  std::uint64_t magic = kMessageMagic;
  FrameMessage::Kind kind{};
  std::uint32_t number = 0, accepted = 0, storey = 0, reasonBytes = 0;
  FrameAsk ask;
  FrameShape shape;
  std::uint64_t slotBytes = 0, allocationBytes = 0;
  FrameUuid device{}, driver{};
  std::uint64_t timeline = 0;
};
static_assert(std::is_trivially_copyable_v<Wire>);

Error rubbish() {
  return {ErrorCode::Io, "The other program's message about frames makes no sense: both must be of the same Strata.",
          Storey::Other};
}

bool canBe(const FrameAsk& ask) {
  const auto side = [](std::uint32_t n) { return n >= 1 && n <= kMostFrameSide; };
  return std::ranges::find(kFrameWays, ask.way) != kFrameWays.end() && side(ask.width) && side(ask.height) &&
         ask.slotCount >= 1 && ask.slotCount <= kMostFrameSlots && ask.pacing <= FramePacing::SemaphoreOff;
}

bool canBe(const FrameOffer& offer) {
  const FrameShape& shape = offer.shape;
  if (!canBe(offer.ask) || shape.width != offer.ask.width || shape.height != offer.ask.height) return false;
  if (shape.pitch % 4 != 0 || shape.pitch / 4 < shape.width || shape.pitch > 8 * kMostFrameSide) return false;
  if (offer.ask.way == FrameWay::Pipe) return true;
  const std::uint64_t slots = offer.ask.way == FrameWay::Device ? 1 : offer.ask.slotCount;
  constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 40;
  return offer.slotBytes >= shape.bytes() && offer.slotBytes < kMostBytes && offer.allocationBytes < kMostBytes &&
         offer.allocationBytes >= offer.slotBytes * slots;
}

}  // namespace

FrameMessage askMessage(const FrameAsk& ask) {
  FrameMessage message;
  message.kind = FrameMessage::Kind::Ask;
  message.ask = ask;
  return message;
}

FrameMessage replyMessage(FrameReply reply) {
  FrameMessage message;
  message.kind = FrameMessage::Kind::Reply;
  message.reply = std::move(reply);
  return message;
}

FrameMessage endMessage(std::uint32_t number, FrameReply why) {
  FrameMessage message = replyMessage(std::move(why));
  message.kind = FrameMessage::Kind::End;
  message.number = number;
  return message;
}

std::vector<std::byte> encode(const FrameMessage& message) {
  const bool offer = message.kind == FrameMessage::Kind::Offer;
  const std::string_view words = offer ? message.offer.noTimeline : message.reply.reason;
  const std::string_view reason = words.substr(0, kMostReason);
  Wire wire;
  std::memset(static_cast<void*>(&wire), 0, sizeof wire);  // what lies between members
  wire.magic = kMessageMagic;
  wire.kind = message.kind;
  wire.number = message.number;
  wire.accepted = message.reply.accepted ? 1 : 0;
  wire.storey = static_cast<std::uint32_t>(message.reply.storey);
  wire.reasonBytes = static_cast<std::uint32_t>(reason.size());
  wire.ask = offer ? message.offer.ask : message.ask;
  wire.shape = message.offer.shape;
  wire.slotBytes = message.offer.slotBytes;
  wire.allocationBytes = message.offer.allocationBytes;
  wire.device = message.offer.device;
  wire.driver = message.offer.driver;
  wire.timeline = message.offer.timeline ? 1 : 0;
  std::vector<std::byte> bytes(sizeof wire + reason.size());
  std::memcpy(bytes.data(), &wire, sizeof wire);
  std::memcpy(bytes.data() + sizeof wire, reason.data(), reason.size());
  return bytes;
}

Result<FrameMessage> decode(const std::byte* data, std::size_t size) {
  Wire wire;
  if (size < sizeof wire) return rubbish();
  std::memcpy(&wire, data, sizeof wire);
  if (wire.magic != kMessageMagic || wire.reasonBytes > kMostReason || size != sizeof wire + wire.reasonBytes)
    return rubbish();
  FrameMessage message;
  message.kind = wire.kind;
  message.number = wire.number;
  std::string reason(reinterpret_cast<const char*>(data) + sizeof wire, wire.reasonBytes);
  switch (wire.kind) {
    case FrameMessage::Kind::Ask:
      message.ask = wire.ask;
      if (!canBe(message.ask)) return rubbish();
      return message;
    case FrameMessage::Kind::Offer:
      message.offer = {wire.ask,    wire.shape,  wire.slotBytes,     wire.allocationBytes,
                       wire.device, wire.driver, wire.timeline == 1, std::move(reason)};
      if (!canBe(message.offer)) return rubbish();
      return message;
    case FrameMessage::Kind::Reply:
    case FrameMessage::Kind::End:
      message.reply.accepted = wire.accepted == 1;
      message.reply.storey = wire.storey < kStoreyCount ? static_cast<Storey>(wire.storey) : Storey::Other;
      message.reply.reason = std::move(reason);
      return message;
  }
  return rubbish();
}

}  // namespace strata::inline frames
