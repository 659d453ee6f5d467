#pragma once

#include <memory>
#include <string>

#include "app/lessons/lesson_player.h"

namespace strata::inline session {
class Session;
}

namespace strata::inline cli {

/// The view that the player's page names, of the recording that was opened last, for a page of HTML; empty: it names
/// none, or has none of a recording in sight. Pages of one recording read it once.
class RecordingImages {
 public:
  std::string operator()(const LessonPlayer& player);

 private:
  std::string m_path;                          ///< of what is open, or cannot be opened
  std::shared_ptr<const Session> m_recording;  ///< none: it cannot be
};

}  // namespace strata::inline cli
