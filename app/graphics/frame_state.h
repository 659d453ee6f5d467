#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/frames/control_page.h"
#include "engine/frames/frame_messages.h"

namespace strata::inline graphics {

/// What windows draw: a texture of RGBA bytes, rows from the top, that is opaque to who samples it. It stays as it is
/// while somebody has this; keep it until the window has swapped, and let it go before the FrameShow goes.
struct FramePicture {
  unsigned texture = 0;  ///< OpenGL's name, in all contexts that share objects with the worker's
  std::uint32_t width = 0, height = 0;
  std::uint64_t frame = 0;
  std::uint32_t generation = 0;      ///< of the agreement that the frame came by
  std::shared_ptr<const void> held;  ///< the texture is drawn into again once nobody has this
};

/// The pixels of a picture, read back after it was drawn; opaque.
struct FrameCopy {
  std::uint64_t frame = 0;
  std::uint32_t width = 0, height = 0;
  std::vector<std::uint32_t> pixels;  ///< memory order R, G, B, A; rows from the top
};

/// What is known of the frames since agent and viewer last agreed on a way and a size.
struct FrameState {
  std::string renderer;          ///< OpenGL's name of what draws; empty: nothing does
  std::uint32_t generation = 0;  ///< rises with each agreement; 0: there was none yet
  FrameAsk ask;                  ///< what was agreed on
  FrameShape shape;
  std::string signalling;     ///< what says that a frame is there, as the agent said; empty: it has not yet
  FrameReport newest;         ///< frame 0: none was drawn
  std::uint64_t drawn = 0;    ///< counted by the viewer, as what follows
  std::uint64_t dropped = 0;  ///< computed and not drawn: the agent's and the viewer's count
  std::uint64_t lost = 0;     ///< did not arrive whole
  std::uint64_t torn = 0, verified = 0, mismatched = 0;
  std::uint64_t bytesRead = 0, bytesUploaded = 0;
  double framesPerSecond = 0;      ///< drawn, measured over the last second or so; 0: not known yet
  std::optional<Error> complaint;  ///< why there are no frames, or not this way: one sentence
  bool agentGone = false;          ///< the agent has ended; the last frame stays
};

}  // namespace strata::inline graphics
