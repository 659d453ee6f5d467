#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/graphics/frame_state.h"
#include "engine/base/storey.h"
#include "engine/base/time.h"
#include "engine/frames/frame_way.h"

namespace strata::inline facts {

struct FrameRecord;

/// The frame that the window shows now, and how frames come. A session of a file has none.
struct LiveFrame {
  std::uint32_t texture = 0;  ///< OpenGL's name in all contexts of this window; 0: none
  std::uint32_t width = 0, height = 0;
  std::shared_ptr<const std::vector<Color>> pixels;  ///< the newest copy of it in host memory; null: none yet
  std::uint64_t frame = 0;                           ///< its number; 0: none came
  FrameWay way = FrameWay::Pipe;
  std::uint32_t side = 0, slotCount = 0;
  FramePacing pacing = FramePacing::NewestWins;
  bool coming = false;  ///< a run makes frames now, so what is chosen has an effect
  bool paused = false;
  std::uint64_t shown = 0, dropped = 0, torn = 0, same = 0, different = 0;  ///< frames of this run
  std::string sentence;                                                     ///< what went wrong last; empty: nothing
  std::string signalling;  ///< what says that a frame is there; empty: not known yet
  /// What was done with the newest frames, as a FrameHistory has it; null: views look for themselves.
  std::shared_ptr<const std::vector<FrameRecord>> told;

  friend bool operator==(const LiveFrame&, const LiveFrame&) = default;
};

/// What a viewer has drawn so far, without a texture; whether more come is the caller's to say.
LiveFrame liveFrame(const FrameState& state, const FrameCopy* copy);

/// What a click does to how frames come.
struct FrameAct {
  enum class What : std::uint8_t { Way, Semaphore, LockStep, Pause, Step, Save } what = What::Way;
  FrameWay way = FrameWay::Pipe;  ///< of Way
  friend bool operator==(const FrameAct&, const FrameAct&) = default;
};

}  // namespace strata::inline facts
