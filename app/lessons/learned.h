#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/lessons/lesson_file.h"
#include "app/lessons/lesson_player.h"
#include "app/lessons/progress.h"

// What stays of lessons: outcomes that are noted, questions that return, and how good predictions are.

namespace strata::inline lessons {

/// On a page that explains: the predictions before it, and what it told.
void noteOutcomes(Progress& progress, const LessonPlayer& player);

/// The lesson with up to two questions in front, of lessons that are done and stand before it in `files`; those not
/// known and asked again least first, in the order of their lessons, and in this lesson's language where `files` have
/// it. What is right is what came out then. Beside each stands what stood there when it was asked first; where that
/// needs a run of its own lesson, the stack. As it is where nothing is to return.
Lesson withReturning(Lesson lesson, const Progress& progress, std::span<const LessonFile> files);

/// Where a lesson that was begun, and is as it was then, goes on; nullptr: it begins at page 1.
const LessonPlace* goesOnAt(const Progress& progress, const Lesson& lesson);
/// The lesson to open: the first that is half done, else the first that is not done. No value: all are done.
std::optional<std::size_t> nextLesson(std::span<const LessonFile> files, const Progress& progress);
/// What a list says of it: where it goes on, and what it is about.
std::string aboutNow(const Progress& progress, const Lesson& lesson);

/// How far off a learner's predictions are.
struct Calibration {
  std::vector<double> factors;        ///< of numbers, each at least 1, ascending
  std::vector<double> earlier;        ///< of the first half of them, as they were made
  std::size_t others = 0, right = 0;  ///< choices, orders and places
  friend bool operator==(const Calibration&, const Calibration&) = default;
};
Calibration calibrationOf(const Progress& progress);
/// The share of predictions that were off by a factor of at most that.
double shareWithin(const std::vector<double>& factors, double factor);

}  // namespace strata::inline lessons
