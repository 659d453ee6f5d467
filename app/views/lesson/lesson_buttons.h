#pragma once

#include "app/views/lesson/lesson_layout.h"

namespace strata::inline views {

/// Back, what runs again, and Next at the lower end of the area, each at least as wide as its word: in one row where
/// they have room there, else in more; in smaller letters on a slide, and where more rows would leave the page too low.
/// None on a slide that is `low`.
void addButtons(const Canvas& canvas, Rect area, const LessonSight& lesson, float width, bool low,
                LessonLayout& layout);

}  // namespace strata::inline views
