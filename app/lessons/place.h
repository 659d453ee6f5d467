#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>

#include "app/lessons/bet.h"
#include "app/lessons/lesson.h"

namespace strata::inline lessons {

/// Where a learner stopped in a lesson. Runs are not part of it.
struct LessonPlace {
  std::size_t page = 0;  ///< from 0; of the lesson's own, as are the others
  std::string plan;      ///< planOf the lesson then
  std::map<std::string, Bet, std::less<>> bets;
  std::set<std::size_t> explained;    ///< pages of explanations that were seen
  std::set<std::size_t> solved = {};  ///< pages of puzzles

  bool atStart() const { return page == 0 && bets.empty(); }
  friend bool operator==(const LessonPlace&, const LessonPlace&) = default;
};

/// A lesson's own pages as far as predictions and runs rest on them, whatever the wording or the language: a prediction
/// made in another lesson of the same plan means the same.
std::string planOf(const Lesson& lesson);

/// The bet can have been made on that question.
bool fits(const Question& question, const Bet& bet);

}  // namespace strata::inline lessons
