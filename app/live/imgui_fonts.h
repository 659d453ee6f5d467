#pragma once

#include <imgui.h>

#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "app/canvas/canvas.h"

namespace strata::inline live {

/// ImGui rasterises letters as they come, in any size.
inline constexpr bool kDynamicFonts = IMGUI_VERSION_NUM >= 19200;

/// The fonts of one ImGui context. Before version 1.92 ImGui draws a font sharply only in sizes and letters its atlas
/// was made with, so what a frame asks for and does not find is noted and is there after the next `build`. What views
/// usually ask for is there from the first.
class ImGuiFonts {
 public:
  ImGuiFonts();

  /// Pixels of the screen for each of the view's, from now on.
  void beginFrame(float pixelRatio);
  /// The font for `style` from the file FontMetrics names; the atlas's own where there is none.
  ImFont* font(const TextStyle& style);
  /// ImGui's size for the em size of `style`.
  float imguiSize(const TextStyle& style) const;
  /// Notes letters the atlas does not have.
  void want(std::string_view utf8);

  bool wanting() const { return m_wanting; }
  void build(ImFontAtlas& atlas);

 private:
  using Key = std::pair<Face, int>;  ///< size in halves of a pixel of the screen
  Key keyOf(const TextStyle& style) const;
  void add(ImFontAtlas& atlas, Key key);
  /// Whether letters were asked for that this of FontMetrics' fallbacks has: a large file stays unread until then.
  /// Where ImGui looks for letters itself (1.92 and later) all fallbacks are read.
  bool wantsOf(Face face, std::size_t fallback) const;

  float m_pixelRatio = 0;  ///< of the frame; none yet
  std::set<Key> m_sizes;
  std::set<ImWchar> m_letters;
  std::map<Key, ImFont*> m_fonts;
  ImVector<ImWchar> m_ranges;
  ImFont* m_default = nullptr;
  bool m_wanting = true;
};

}  // namespace strata::inline live
