#include "app/live/imgui_host.h"

#include <GL/gl.h>

#include <utility>

#include "app/live/imgui_canvas.h"
#include "app/live/shared_gui.h"
#include "app/live/texture_cache.h"

namespace strata::inline live {
namespace {

void clear(Color c) {
  glClearColor(static_cast<float>(c.r) / 255, static_cast<float>(c.g) / 255, static_cast<float>(c.b) / 255, 1);
  glClear(GL_COLOR_BUFFER_BIT);
}

}  // namespace

struct ImGuiHost::Impl {
  explicit Impl(std::shared_ptr<SharedGui> shared) : gui(std::move(shared)) {}

  std::shared_ptr<SharedGui> gui;
  TextureCache textures;
};

Result<std::unique_ptr<ImGuiHost>> ImGuiHost::create() {
  STRATA_ASSIGN(auto gui, SharedGui::get());
  return std::unique_ptr<ImGuiHost>(new ImGuiHost(std::make_unique<Impl>(std::move(gui))));
}

ImGuiHost::ImGuiHost(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
ImGuiHost::~ImGuiHost() = default;

void ImGuiHost::frame(float width, float height, float pixelRatio, const Theme& theme, Color background,
                      const std::function<void(Canvas&)>& draw) {
  clear(background);
  m_impl->gui->frame(width, height, pixelRatio, [&](ImDrawList& list, ImGuiFonts& fonts) {
    ImGuiCanvas canvas(theme, pixelRatio, list, fonts, m_impl->textures);
    draw(canvas);
  });
  m_impl->textures.endFrame();
}

const char* imguiVersion() {
  return IMGUI_VERSION;
}

}  // namespace strata::inline live
