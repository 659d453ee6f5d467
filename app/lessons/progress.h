#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "app/lessons/bet.h"
#include "app/lessons/place.h"
#include "engine/base/result.h"

namespace strata::inline lessons {

/// What a learner has done, over all lessons.
struct Progress {
  /// A prediction beside what came out.
  struct Guess {
    std::string lesson, question;
    bool right = false;
    double factor = 0;           ///< of a number: how far off, at least 1; 0: no number
    Bet said, came;              ///< what was predicted, and what would have been right
    std::size_t returned = 0;    ///< how often it was asked again in a later lesson
    bool known = false;          ///< answered rightly, or nearly, when it was asked last
    std::string words, outcome;  ///< both as a person reads them
    friend bool operator==(const Guess&, const Guess&) = default;
  };
  /// What an explanation told with the values that came out here.
  struct Finding {
    std::string lesson, page;
    std::string text;  ///< Markdown
    std::string device;
    std::vector<std::string> runs;        ///< "matmul n=64"
    std::vector<std::string> recordings;  ///< files, as the lesson names them
    friend bool operator==(const Finding&, const Finding&) = default;
  };
  std::set<std::string> done;
  std::map<std::string, LessonPlace> places;  ///< by lesson: where it goes on, begun and not read to its end
  std::vector<Guess> guesses;                 ///< in the order in which they were made
  std::vector<Finding> findings;              ///< likewise

  /// One guess a question, one finding a page; a newer one takes its place.
  void note(Guess guess);
  void note(Finding finding);
  friend bool operator==(const Progress&, const Progress&) = default;
};

std::string toText(const Progress& progress);
/// What is no progress is left out: a broken file costs its memory, not the lesson.
Progress progressFromText(std::string_view text);

/// A learner's own, in the user's data folder; an empty name is the user. Nothing is kept where there is no such
/// folder.
Progress readProgress(const std::string& learner = {});
Result<void> keepProgress(const Progress& progress, const std::string& learner = {});
/// Names of those that learn here besides the user.
std::vector<std::string> learners();
/// Usage for what is no name of a learner: letters, digits, spaces and dashes, 40 at most.
Result<std::string> learnerName(std::string_view typed);

}  // namespace strata::inline lessons
