#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/lessons/lesson_player.h"
#include "engine/base/result.h"

namespace strata::inline lessons {

/// What a lesson may name, as the program that shows it knows.
struct Known {
  std::function<Result<void>(const RunLine&)> mayRun;  ///< its experiment, parameters and variants exist
  std::function<std::vector<std::string>(const std::string& experiment)> variants;
  std::function<std::vector<std::string>(const std::string& experiment)> parameters = {};  ///< their names
  /// How many lines the text of a step's kernel has; 0: it has none.
  std::function<int(const std::string& experiment, const std::string& step)> lines = {};
  std::function<Result<LessonRun>(const std::string& path)> recorded = {};  ///< a recorded session
  std::vector<std::string> views, speeds, words, lessons;
  std::function<std::vector<std::string>(const std::string&)> after;  ///< of another lesson
};

/// What is wrong with a lesson, found without running anything: line and sentence.
struct LessonProblem {
  int line = 0;
  std::string what;
};
std::vector<LessonProblem> problemsOf(const Lesson& lesson, const Known& known);

/// Where a translation does something else than its original: pages, questions or runs.
std::vector<LessonProblem> problemsOfTranslation(const Lesson& translated, const Lesson& original);

inline constexpr std::size_t kMostWords = 90;  ///< of a page
std::size_t wordsIn(std::string_view markdown);

/// Goes through a lesson as a learner would and asks everything it says: each value is there, each prediction has an
/// answer, each claim holds, each explanation fits what came out.
std::vector<LessonProblem> problemsWhenRun(const Lesson& lesson, const LessonHost& host);
/// The same of a lesson that is run elsewhere: of the player's page, once it has run, and of what only all runs tell.
std::vector<LessonProblem> problemsHere(const LessonPlayer& player);
std::vector<LessonProblem> problemsInTheEnd(const LessonPlayer& player);

}  // namespace strata::inline lessons
