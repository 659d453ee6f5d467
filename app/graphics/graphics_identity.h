#pragma once

#include "engine/frames/frame_messages.h"

namespace strata::inline graphics {

/// A graphics device as its APIs tell it from others; zeros: OpenGL does not say.
struct GraphicsIdentity {
  FrameUuid device{}, driver{};
  friend bool operator==(const GraphicsIdentity&, const GraphicsIdentity&) = default;
};

}  // namespace strata::inline graphics
