#pragma once

#include "app/graphics/frame_painter.h"
#include "app/graphics/frame_state.h"

namespace strata::inline graphics {

/// The pictures that windows draw, and those that frames are drawn into meanwhile.
class FrameTargets {
 public:
  explicit FrameTargets(const GlFunctions& gl) : m_gl(gl) {}

  /// One that nobody looks at; a new one where all are looked at. OutOfMemory, or Unsupported where windows keep more
  /// pictures than there may be.
  Result<const FrameTarget*> free(std::uint32_t width, std::uint32_t height);
  /// Windows that still have pictures have nothing to draw any more.
  void clear() { m_entries.clear(); }
  /// The target that free() gave, as windows get it.
  std::shared_ptr<const FramePicture> publish(const FrameTarget& target, std::uint64_t frame, std::uint32_t generation);

 private:
  struct Entry {
    FrameTarget target;
    std::shared_ptr<const void> hold;  ///< ours, and one more for each who has a picture of it
  };

  const GlFunctions& m_gl;
  std::vector<std::unique_ptr<Entry>> m_entries;
};

}  // namespace strata::inline graphics
