#pragma once

#include <string>
#include <vector>

#include "app/canvas/rich_text.h"
#include "app/lessons/lesson_sight.h"

namespace strata::inline views {

/// What a page says at its end: a problem, or what is missing before the next one.
std::vector<TextRun> noteOf(const Canvas& canvas, const LessonSight& lesson, float size);
/// The same as long as the page waits. Its room is kept, so that no letter changes its size when one has answered.
std::vector<TextRun> longestNoteOf(const Canvas& canvas, const LessonSight& lesson, float size);

/// That the button waits, and for what.
std::string waitingWords(const LessonSight& lesson);

}  // namespace strata::inline views
