#pragma once

#include <functional>
#include <memory>

#include "app/graphics/frame_show.h"

namespace strata::inline cli {

/// Draws the frames of a session's agents without a window.
class FrameViewer {
 public:
  FrameViewer();
  /// For SessionOptions::frames; this must outlive the session.
  std::function<void(FrameSocket)> taker();
  FrameShow& show() { return m_show; }

 private:
  FrameShow m_show;
};

}  // namespace strata::inline cli
