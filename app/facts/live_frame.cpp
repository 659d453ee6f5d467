#include "app/facts/live_frame.h"

#include <cstring>

namespace strata::inline facts {

LiveFrame liveFrame(const FrameState& state, const FrameCopy* copy) {
  LiveFrame live;
  if (copy) {
    static_assert(sizeof(Color) == sizeof copy->pixels[0]);
    auto colors = std::make_shared<std::vector<Color>>(copy->pixels.size());
    std::memcpy(static_cast<void*>(colors->data()), copy->pixels.data(), copy->pixels.size() * sizeof(Color));
    live.frame = copy->frame;
    live.width = copy->width;
    live.height = copy->height;
    live.pixels = std::move(colors);
  }
  live.way = state.ask.way;
  live.side = state.ask.width;
  live.slotCount = state.ask.slotCount;
  live.pacing = state.ask.pacing;
  live.signalling = state.signalling;
  live.shown = state.drawn;
  live.dropped = state.dropped;
  live.torn = state.torn;
  live.same = state.verified;
  live.different = state.mismatched;
  if (state.complaint) live.sentence = state.complaint->message;
  return live;
}

}  // namespace strata::inline facts
