#include "app/live/shared_gui.h"

#include <GL/gl.h>
#include <GL/glext.h>
#include <backends/imgui_impl_opengl3.h>

#include <cstdint>
#include <utility>

namespace strata::inline live {

Result<std::shared_ptr<SharedGui>> SharedGui::get() {
  static std::weak_ptr<SharedGui> one;
  if (auto gui = one.lock()) return gui;
  const std::shared_ptr<SharedGui> gui(new SharedGui);
  STRATA_TRY(gui->start());
  one = gui;
  return gui;
}

SharedGui::SharedGui() : m_context(ImGui::CreateContext()) {
  IMGUI_CHECKVERSION();
  ImGui::SetCurrentContext(m_context);
  ImGui::GetIO().IniFilename = nullptr;
}

Result<void> SharedGui::start() {
  m_started = ImGui_ImplOpenGL3_Init("#version 150");
  if (!m_started)
    return Error{
        ErrorCode::Unavailable,
        "Views cannot be drawn: libGL.so.1, where Dear ImGui looks for OpenGL's functions, is not there or has "
        "none. Install it (libgl1).",
        Storey::Driver};
  ImGui_ImplOpenGL3_CreateDeviceObjects();  // now, while the atlas holds nothing that it would make a texture of
#if IMGUI_VERSION_NUM < 19200
  ImGui_ImplOpenGL3_DestroyFontsTexture();  // a default one
#endif
  return {};
}

SharedGui::~SharedGui() {
  ImGui::SetCurrentContext(m_context);
  if (m_letters != 0) glDeleteTextures(1, &m_letters);
  if (m_started) ImGui_ImplOpenGL3_Shutdown();
  ImGui::DestroyContext(m_context);
}

void SharedGui::buildFonts() {
  m_fonts.build(*ImGui::GetIO().Fonts);
#if IMGUI_VERSION_NUM < 19200
  uploadLetters();
#endif
}

#if IMGUI_VERSION_NUM < 19200

/// The backend would make a texture of four bytes a pixel; letters need one. Each time it is another texture, because
/// what other hosts have drawn with the one before may still be on its way.
void SharedGui::uploadLetters() {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  unsigned char* pixels = nullptr;
  int width = 0, height = 0;
  atlas.GetTexDataAsAlpha8(&pixels, &width, &height);
  if (const GLuint before = std::exchange(m_letters, 0); before != 0) glDeleteTextures(1, &before);
  glGenTextures(1, &m_letters);
  glBindTexture(GL_TEXTURE_2D, m_letters);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  constexpr GLint kWhiteWithAlpha[] = {GL_ONE, GL_ONE, GL_ONE, GL_RED};
  glTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_RGBA, kWhiteWithAlpha);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, width, height, 0, GL_RED, GL_UNSIGNED_BYTE, pixels);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  atlas.SetTexID((ImTextureID) static_cast<std::intptr_t>(m_letters));
  atlas.ClearTexData();
}
#endif

void SharedGui::newFrame(float width, float height, float pixelRatio) {
  if (m_fonts.wanting()) buildFonts();
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {width, height};
  io.DisplayFramebufferScale = {pixelRatio, pixelRatio};
  io.DeltaTime = 1.0f / 60;
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
}

void SharedGui::frame(float width, float height, float pixelRatio,
                      const std::function<void(ImDrawList&, ImGuiFonts&)>& draw) {
  ImGui::SetCurrentContext(m_context);
  m_fonts.beginFrame(pixelRatio);
  for (int attempt = 0; attempt < 2; ++attempt) {
    newFrame(width, height, pixelRatio);
    draw(*ImGui::GetBackgroundDrawList(), m_fonts);
    if (!m_fonts.wanting() || kDynamicFonts || attempt == 1) break;
    ImGui::EndFrame();
  }
  ImGui::Render();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

}  // namespace strata::inline live
