#pragma once

#include <string>

#include "app/lessons/lesson_player.h"

namespace strata::inline cli {

/// The view that the player's page names, of the recording that was opened last, for a page of HTML; empty: it names
/// none, or has none of a recording in sight.
std::string imageOfRecording(const LessonPlayer& player);

}  // namespace strata::inline cli
