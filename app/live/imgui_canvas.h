#pragma once

#include <imgui.h>

#include "app/canvas/canvas.h"
#include "app/live/imgui_fonts.h"
#include "app/live/texture_cache.h"

namespace strata::inline live {

/// Draws a view into an ImDrawList. Lives for one frame; its context is current.
class ImGuiCanvas final : public Canvas {
 public:
  ImGuiCanvas(const Theme& theme, float pixelsPerUnit, ImDrawList& list, ImGuiFonts& fonts, TextureCache& textures)
      : Canvas(theme, pixelsPerUnit), m_list(list), m_fonts(fonts), m_textures(textures) {}

  void fill(Rect rect, Color color, float radius) override;
  void stroke(Rect rect, Color color, float width, float radius) override;
  void polyline(std::span<const Point> points, Color color, float width) override;
  void polygon(std::span<const Point> corners, Color color) override;
  void text(Point at, std::string_view utf8, const TextStyle& style) override;
  void image(Rect rect, std::uint32_t width, std::uint32_t height, std::span<const Color> pixels) override;
  void frame(Rect rect, std::uint32_t texture, std::uint32_t width, std::uint32_t height,
             std::span<const Color> pixels) override;
  void picture(Rect rect, const FixedPicture& shown) override;
  void pushClip(Rect rect) override;
  void popClip() override;
  float measure(std::string_view utf8, const TextStyle& style) const override;

 private:
  void addTexture(Rect rect, std::uint32_t name);

  ImDrawList& m_list;
  ImGuiFonts& m_fonts;
  TextureCache& m_textures;
};

}  // namespace strata::inline live
