#pragma once

#include <functional>
#include <memory>

#include "app/canvas/canvas.h"
#include "engine/base/result.h"

namespace strata::inline live {

/// Draws the views of one GL context (3.2 or newer). Everything, create() and the destructor too, needs it to be
/// current; when it goes away, destroy the host and make another. All hosts of a program draw with the same letters and
/// shaders, so their GL contexts must be such that share their objects.
class ImGuiHost {
 public:
  /// Unavailable with what to install where ImGui finds no OpenGL.
  static Result<std::unique_ptr<ImGuiHost>> create();
  ~ImGuiHost();
  ImGuiHost(const ImGuiHost&) = delete;
  ImGuiHost& operator=(const ImGuiHost&) = delete;

  /// Clears the bound framebuffer and draws into it. `width` and `height` are logical pixels. `draw` may be called
  /// twice, when it asks for letters that must first be rasterised.
  void frame(float width, float height, float pixelRatio, const Theme& theme, Color background,
             const std::function<void(Canvas&)>& draw);

 private:
  struct Impl;
  explicit ImGuiHost(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> m_impl;
};

/// "1.86"
const char* imguiVersion();

}  // namespace strata::inline live
