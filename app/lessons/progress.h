#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/base/result.h"

namespace strata::inline lessons {

/// What a learner has done, over all lessons.
struct Progress {
  /// A prediction beside what came out.
  struct Guess {
    std::string lesson, question;
    bool right = false;
    double factor = 0;  ///< of a number: how far off, at least 1; 0: no number
    friend bool operator==(const Guess&, const Guess&) = default;
  };
  std::set<std::string> done;
  std::map<std::string, std::size_t> pages;  ///< how far a lesson was read that is not done
  std::vector<Guess> guesses;                ///< in the order in which they were made

  /// One guess a question; a newer one takes its place.
  void note(Guess guess);
  friend bool operator==(const Progress&, const Progress&) = default;
};

std::string toText(const Progress& progress);
/// What is no progress is left out: a broken file costs its memory, not the lesson.
Progress progressFromText(std::string_view text);

/// This user's own, in their data folder. Nothing is kept where there is no such folder.
Progress readProgress();
Result<void> keepProgress(const Progress& progress);

}  // namespace strata::inline lessons
