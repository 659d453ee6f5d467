#pragma once

#include <cstddef>
#include <string_view>

#include "app/canvas/nothing_canvas.h"

namespace strata {

/// How often it is asked for a width.
class CountingCanvas final : public NothingCanvas {
 public:
  mutable std::size_t measured = 0;
  float measure(std::string_view utf8, const TextStyle& style) const override {
    ++measured;
    return NothingCanvas::measure(utf8, style);
  }
};

}  // namespace strata
