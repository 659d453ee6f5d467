#pragma once

#include <string>

#include "app/lessons/lesson_player.h"

namespace strata::inline lessons {

/// A lesson as one page of HTML, as it came out here: each text with its values, each question with what came out and
/// what was predicted, if anything was. For a teacher's hand, or a learner's own notes.
std::string handout(LessonPlayer player, const std::string& device);

}  // namespace strata::inline lessons
