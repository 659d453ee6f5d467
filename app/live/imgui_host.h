#pragma once

#include <functional>
#include <memory>

#include "app/views/canvas.h"

namespace strata {

/// One ImGui context and its GL objects. Everything, the constructor and the destructor too, needs one and the same GL
/// context (3.2 or newer) to be current; when that context goes away, destroy the host and make another.
class ImGuiHost {
 public:
  ImGuiHost();
  ~ImGuiHost();
  ImGuiHost(const ImGuiHost&) = delete;
  ImGuiHost& operator=(const ImGuiHost&) = delete;

  /// Clears the bound framebuffer and draws into it. `width` and `height` are logical pixels. `draw` may be called
  /// twice, when it asks for letters that must first be rasterised.
  void frame(float width, float height, float pixelRatio, const Theme& theme, Color background,
             const std::function<void(Canvas&)>& draw);

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

/// "1.86"
const char* imguiVersion();

}  // namespace strata
