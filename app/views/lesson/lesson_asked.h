#pragma once

#include "app/views/lesson/lesson_layout.h"

namespace strata::inline views {

/// What is asked for, with what was predicted and, once it is seen, what came out.
void drawAsked(Canvas& canvas, const LessonLayout::Asked& layout, const QuestionSight& asked);

/// What came out of a number, and by how much the prediction was off.
std::string numberOutcome(const QuestionSight& asked);

/// By how much a number may be off and count as right.
std::string closeCounts(const QuestionSight& asked);

/// The line a number is asked on, with its ends; and a number on it.
void drawTrack(Canvas& canvas, Rect track, const QuestionSight& asked, float s);
void drawMarker(Canvas& canvas, Rect track, float share, Color color, bool filled, float s);

}  // namespace strata::inline views
