#pragma once

#include <optional>

#include "app/canvas/canvas.h"
#include "app/present/lesson_show.h"
#include "app/present/slides.h"

namespace strata::inline present {

/// A lesson's page as a slide: what it says and asks, and the view it speaks of, or a puzzle's kernel, beside it, or
/// below on a narrow screen.
void drawLessonSlide(Canvas& canvas, Rect area, LessonShow& show, std::optional<Point> pointer);

/// A click does what the lesson's page or the view has there; a secondary one takes a hand back, or goes back a page.
/// The wheel scrolls the view.
void pointAt(LessonShow& show, Rect area, const MouseAct& act);

}  // namespace strata::inline present
