#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "app/canvas/canvas.h"
#include "engine/base/provenance.h"

namespace strata::inline views {

/// Lines of facts from the top of a box down; what does not fit any more is left out.
class FactColumn {
 public:
  static constexpr float kLine = 16, kMeter = 9, kMeterLine = 14;

  FactColumn(Canvas& canvas, Rect box) : m_canvas(canvas), m_box(box) {}
  /// In the middle of the box's height, for lines that need `height`.
  FactColumn(Canvas& canvas, Rect box, float height);

  /// With a kind the words are a number and the kind stands beside it; a number without room for its kind is not shown.
  void line(std::string_view words, const TextStyle& style, std::optional<Provenance> kind = {});
  /// The first of the wordings that can be read whole beside its kind, else the last one elided.
  void line(std::initializer_list<std::string> wordings, const TextStyle& style, Provenance kind);
  /// A bright bar up to `last` over a paler one up to `best`, both shares of the width.
  void meter(double last, double best, Color color);

  /// The next `height` of the box; no height if there is not so much left.
  Rect take(float height);
  Rect rest() const { return m_box; }

 private:
  Canvas& m_canvas;
  Rect m_box;
};

}  // namespace strata::inline views
