#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/unique_fd.h"
#include "engine/frames/frame_way.h"

namespace strata::inline frames {

using FrameUuid = std::array<std::uint8_t, 16>;

/// What the agent asks of the viewer when a run begins, or when the viewer wanted another way or size.
struct FrameAsk {
  FrameWay way = FrameWay::Host;
  std::uint32_t width = 0, height = 0;
  std::uint32_t slotCount = 2;
  FramePacing pacing = FramePacing::NewestWins;  ///< holds until the next ask; a wish only leads to one
  FrameUuid device{}, driver{};                  ///< of the agent's device; zeros: it has none that others know
};

/// What the viewer made for it. With it go the control page's descriptor and, by way: the pipe's end to write into
/// (Pipe), one memory for all slots (Host, InPlace), one memory a slot (Device), and last the timeline's where there is
/// one.
struct FrameOffer {
  FrameAsk ask;
  FrameShape shape;
  std::uint64_t slotBytes = 0;        ///< from slot to slot of a memory of all
  std::uint64_t allocationBytes = 0;  ///< of each memory, whole
  FrameUuid device{}, driver{};       ///< whose allocation it is (Device)
  bool timeline = false;              ///< a timeline semaphore of Vulkan, which may say which frames are there
  std::string noTimeline;             ///< why the graphics device has none, one sentence; empty: it has, or need not
};

/// Answers an ask or an offer in the negative, or accepts an offer.
struct FrameReply {
  bool accepted = false;
  Storey storey = Storey::Other;
  std::string reason;  ///< one sentence; of an accepted offer what says that a frame is there
};

/// One of these, with its descriptors, which are the receiver's.
struct FrameMessage {
  /// End, of either side: no more frames of this agreement; the viewer says why in the reply, of which nothing else
  /// counts.
  enum class Kind : std::uint32_t { Ask = 1, Offer, Reply, End };
  Kind kind = Kind::Reply;
  std::uint32_t number = 0;  ///< of an ask; what answers it, or ends what came of it, has the same
  FrameAsk ask;              ///< of Ask
  FrameOffer offer;          ///< of Offer
  FrameReply reply;          ///< of Reply and End
  std::vector<UniqueFd> descriptors;
};

FrameMessage askMessage(const FrameAsk& ask);
FrameMessage replyMessage(FrameReply reply);
FrameMessage endMessage(std::uint32_t number, FrameReply why = {});

std::vector<std::byte> encode(const FrameMessage& message);  ///< without descriptors
/// Error Io for anything that no encode() has made or whose sizes cannot be.
Result<FrameMessage> decode(const std::byte* data, std::size_t size);

}  // namespace strata::inline frames
