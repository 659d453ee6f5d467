#pragma once

#include <functional>

#include "app/graphics/frame_show.h"

namespace strata::inline graphics {

/// For a FrameShow that draws without a window.
FrameShowOptions headlessShow(std::function<void()> changed = {});

}  // namespace strata::inline graphics
