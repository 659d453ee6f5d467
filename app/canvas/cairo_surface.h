#pragma once

#include <cairo.h>

#include "app/canvas/cairo_canvas.h"

namespace strata::inline canvas {

/// What a canvas draws on, which it owns.
struct CairoCanvas::Surface {
  explicit Surface(cairo_surface_t* made) : target(made), cairo(cairo_create(made)) {}
  ~Surface() {
    cairo_destroy(cairo);
    cairo_surface_destroy(target);
  }
  Surface(const Surface&) = delete;
  Surface& operator=(const Surface&) = delete;

  cairo_surface_t* target;
  cairo_t* cairo;
};

}  // namespace strata::inline canvas
