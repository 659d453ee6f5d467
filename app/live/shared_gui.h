#pragma once

#include <functional>
#include <memory>

#include "app/live/imgui_fonts.h"
#include "engine/base/result.h"

namespace strata::inline live {

/// What all hosts of a program draw with, one after the other: an ImGui context, its fonts with their texture, its
/// shaders and buffers. A driver may take megabytes for each, so they are there once. Everything, the destructor too,
/// needs a GL context (3.2 or newer) to be current, each time one of those that share their objects.
class SharedGui {
 public:
  /// The one there is, else a new one. It goes with the last host. Unavailable without libGL.
  static Result<std::shared_ptr<SharedGui>> get();
  ~SharedGui();
  SharedGui(const SharedGui&) = delete;
  SharedGui& operator=(const SharedGui&) = delete;

  /// Draws into the bound framebuffer. `width` and `height` are logical pixels. `draw` may be called twice, when it
  /// asks for letters that must first be rasterised.
  void frame(float width, float height, float pixelRatio, const std::function<void(ImDrawList&, ImGuiFonts&)>& draw);

 private:
  SharedGui();
  Result<void> start();
  void buildFonts();
  void uploadLetters();
  void newFrame(float width, float height, float pixelRatio);

  ImGuiContext* m_context;
  bool m_started = false;
  ImGuiFonts m_fonts;
  unsigned m_letters = 0;  ///< their texture; 0: there is none, or the backend has it
};

}  // namespace strata::inline live
