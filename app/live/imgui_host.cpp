#include "app/live/imgui_host.h"

#include <GL/gl.h>
#include <GL/glext.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <cstdint>

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
  GLuint letters = 0;  ///< their texture; 0: there is none, or the backend has it

  void buildFonts();
  void uploadLetters();
  void newFrame(float width, float height);
};

void ImGuiHost::Impl::buildFonts() {
  fonts.build(*ImGui::GetIO().Fonts, pixelRatio);
#if IMGUI_VERSION_NUM < 19200
  uploadLetters();
#endif
}

#if IMGUI_VERSION_NUM < 19200

/// The backend would make a texture of four bytes a pixel, megabytes in each view; letters need one.
void ImGuiHost::Impl::uploadLetters() {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  unsigned char* pixels = nullptr;
  int width = 0, height = 0;
  atlas.GetTexDataAsAlpha8(&pixels, &width, &height);
  if (letters == 0) glGenTextures(1, &letters);
  glBindTexture(GL_TEXTURE_2D, letters);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  constexpr GLint kWhiteWithAlpha[] = {GL_ONE, GL_ONE, GL_ONE, GL_RED};
  glTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_RGBA, kWhiteWithAlpha);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, width, height, 0, GL_RED, GL_UNSIGNED_BYTE, pixels);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  atlas.SetTexID((ImTextureID) static_cast<std::intptr_t>(letters));
  atlas.ClearTexData();
}
#endif

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
  ImGui_ImplOpenGL3_CreateDeviceObjects();  // now, while the atlas holds nothing that it would make a texture of
#if IMGUI_VERSION_NUM < 19200
  ImGui_ImplOpenGL3_DestroyFontsTexture();  // a default one
#endif
}

ImGuiHost::~ImGuiHost() {
  ImGui::SetCurrentContext(m_impl->context);
  if (m_impl->letters != 0) glDeleteTextures(1, &m_impl->letters);
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
