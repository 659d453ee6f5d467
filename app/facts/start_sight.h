#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "app/lessons/lesson_file.h"
#include "app/lessons/progress.h"

namespace strata::inline facts {

/// What a hand does on the page that a window begins with.
struct StartAct {
  enum class Kind : std::uint8_t {
    NextLesson,
    AllLessons,
    Experiment,  ///< the one numbered `item`
    Open,        ///< asks for a file
    Recent,      ///< the file numbered `item`
    Shipped,     ///< the recording numbered `item`
    Close,
  };
  Kind kind = Kind::Close;
  std::size_t item = 0;
  friend bool operator==(const StartAct&, const StartAct&) = default;
};

/// What that page offers.
struct StartSight {
  std::string learner;                ///< whose lessons they are; empty: the user's
  std::string processor;              ///< its model; empty: not known
  std::string nextLesson, nextAbout;  ///< empty: all are done
  std::string nextLanguage;           ///< in words, where it is not in the one that was chosen
  std::size_t lessonsDone = 0, lessons = 0;
  struct Experiment {
    std::string name, title, help;
  };
  std::vector<Experiment> experiments;
  struct File {
    std::string name, path;
    bool gone = false;          ///< it was not there, or could not be read
    std::string title() const;  ///< its name, and that it cannot be read
  };
  std::string kept;           ///< a sentence about what was written and is in no file; empty: nothing was
  std::vector<File> recent;   ///< newest first
  std::vector<File> shipped;  ///< recorded on a GPU, and come with Strata
};

/// The next lesson, and how many are done. `language`: the one that was chosen for them.
void addLessons(StartSight& start, std::span<const LessonFile> files, const Progress& progress,
                const std::string& language = {});

}  // namespace strata::inline facts
