#include "app/cli/frame_viewer.h"

#include "app/graphics/headless_gl.h"

namespace strata::inline cli {

namespace {

Result<std::unique_ptr<GlContext>> headless() {
  STRATA_ASSIGN(std::unique_ptr<GlContext> context, HeadlessGl::create());
  return context;
}

}  // namespace

FrameViewer::FrameViewer() : m_show({.context = headless}) {}

std::function<void(FrameSocket)> FrameViewer::taker() {
  return [this](FrameSocket socket) { m_show.attach(std::move(socket)); };
}

}  // namespace strata::inline cli
