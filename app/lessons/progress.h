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
  /// Where values came from: a run such as "matmul n=64" or a file, as the lesson names it, and of which device.
  struct Source {
    std::string what, device;
    friend bool operator==(const Source&, const Source&) = default;
  };
  /// What an explanation told with the values that came out here.
  struct Finding {
    std::string lesson, page;
    std::string text;  ///< Markdown
    std::vector<Source> runs, recordings;
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

/// Of answers that were saved: whose they are, when they were saved, and on which machine. Empty: nobody said.
struct AnswersOf {
  std::string learner, moment, machine;
  friend bool operator==(const AnswersOf&, const AnswersOf&) = default;
};

std::string toText(const Progress& progress, const AnswersOf& of = {});
/// What is no progress is left out: a broken file costs its memory, not the lesson.
Progress progressFromText(std::string_view text);

/// `theirs`, what another program made of `before` meanwhile, with what became of it here: of one question, page or
/// lesson that both changed stands what is `now`; what either one forgot is gone.
Progress merged(const Progress& before, const Progress& now, Progress theirs);
/// The part of some lessons, and what stays without it.
Progress ofLessons(const Progress& progress, const std::set<std::string>& lessons);
Progress withoutLessons(const Progress& progress, const std::set<std::string>& lessons);
/// Names of lessons of which there is anything, in order.
std::set<std::string> lessonsOf(const Progress& progress);

/// A learner's own, in the user's data folder; an empty name is the user. Nothing is kept where there is no such
/// folder.
Progress readProgress(const std::string& learner = {});
struct AnswersKept {
  Progress progress;
  std::string broken;  ///< the file that what stood there, and could not be read, is in now; empty: nothing was so
};
/// Keeps what became of `before`, which was read or kept last, beside what other programs kept meanwhile. Io says why
/// nothing can be, and which variable names another folder; Unsupported, where a newer Strata keeps answers.
Result<AnswersKept> keepProgress(const Progress& before, const Progress& now, const std::string& learner = {});

/// A file of answers, as they were saved.
struct SavedAnswers {
  AnswersOf of;
  Progress progress;
  bool newer = false;  ///< written by a newer Strata: there is more in it than is read here
};
/// Usage where the text, or the file, holds none.
Result<SavedAnswers> answersFromText(std::string_view text, const std::string& path);
Result<SavedAnswers> readAnswers(const std::string& path);

/// Names of those that learn here besides the user.
std::vector<std::string> learners();
/// Usage for what is no name of a learner: letters, digits, spaces and dashes, 40 at most.
Result<std::string> learnerName(std::string_view typed);

}  // namespace strata::inline lessons
