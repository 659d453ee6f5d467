#include "app/live/imgui_host.h"

#include <GL/gl.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include "app/live/imgui_canvas.h"
#include "app/live/imgui_fonts.h"
#include "app/live/texture_cache.h"

namespace strata {
namespace {

constexpr bool kDynamicFonts = IMGUI_VERSION_NUM >= 19200;

void clear(Color c) {
  glClearColor(static_cast<float>(c.r) / 255, static_cast<float>(c.g) / 255, static_cast<float>(c.b) / 255, 1);
  glClear(GL_COLOR_BUFFER_BIT);
}

}  // namespace

struct ImGuiHost::Impl {
  ImGuiContext* context = nullptr;
  ImGuiFonts fonts;
  TextureCache textures;
  float pixelRatio = 0;

  void buildFonts();
  void newFrame(float width, float height);
};

void ImGuiHost::Impl::buildFonts() {
  fonts.build(*ImGui::GetIO().Fonts, pixelRatio);
#if IMGUI_VERSION_NUM < 19200
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();
#endif
}

void ImGuiHost::Impl::newFrame(float width, float height) {
  if (fonts.wanting()) buildFonts();
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {width, height};
  io.DisplayFramebufferScale = {pixelRatio, pixelRatio};
  io.DeltaTime = 1.0f / 60;
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
}

ImGuiHost::ImGuiHost() : m_impl(std::make_unique<Impl>()) {
  IMGUI_CHECKVERSION();
  m_impl->context = ImGui::CreateContext();
  ImGui::SetCurrentContext(m_impl->context);
  ImGui::GetIO().IniFilename = nullptr;
  ImGui_ImplOpenGL3_Init("#version 150");
}

ImGuiHost::~ImGuiHost() {
  ImGui::SetCurrentContext(m_impl->context);
  ImGui_ImplOpenGL3_Shutdown();
  ImGui::DestroyContext(m_impl->context);
}

void ImGuiHost::frame(float width, float height, float pixelRatio, const Theme& theme, Color background,
                      const std::function<void(Canvas&)>& draw) {
  ImGui::SetCurrentContext(m_impl->context);
  if (m_impl->pixelRatio != pixelRatio && !kDynamicFonts) m_impl->fonts.invalidate();
  m_impl->pixelRatio = pixelRatio;
  for (int attempt = 0; attempt < 2; ++attempt) {
    m_impl->newFrame(width, height);
    ImGuiCanvas canvas(theme, *ImGui::GetBackgroundDrawList(), m_impl->fonts, m_impl->textures);
    draw(canvas);
    if (!m_impl->fonts.wanting() || kDynamicFonts || attempt == 1) break;
    ImGui::EndFrame();
  }
  ImGui::Render();
  clear(background);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  m_impl->textures.endFrame();
}

const char* imguiVersion() {
  return IMGUI_VERSION;
}

}  // namespace strata
