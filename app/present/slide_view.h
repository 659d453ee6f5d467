#pragma once

#include "app/canvas/canvas.h"
#include "app/present/presentation.h"

namespace strata::inline present {

/// The whole picture of a slide: title, sentence, view, answer, and what the presenter has switched on. Units are
/// logical pixels of a canvas that is enlarged for the back row.
void drawSlide(Canvas& canvas, Rect area, Presentation& presentation, std::optional<Point> pointer);

/// For who gives the show: the slide's notes, as large as fit, what comes next and how long it has been.
void drawNotes(Canvas& canvas, Rect area, const Presentation& presentation);

}  // namespace strata::inline present
