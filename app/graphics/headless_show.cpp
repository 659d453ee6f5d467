#include "app/graphics/headless_show.h"

#include "app/graphics/headless_gl.h"

namespace strata::inline graphics {

FrameShowOptions headlessShow(std::function<void()> changed) {
  FrameShowOptions options;
  options.changed = std::move(changed);
  options.context = []() -> Result<std::unique_ptr<GlContext>> {
    STRATA_ASSIGN(std::unique_ptr<GlContext> context, HeadlessGl::create());
    return context;
  };
  return options;
}

}  // namespace strata::inline graphics
