#include "app/lessons/place.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace strata::inline lessons {

std::string planOf(const Lesson& lesson) {
  std::string plan;
  for (std::size_t i = lesson.returning; i < lesson.pages.size(); ++i) {
    const Page& page = lesson.pages[i];
    plan += pageKindKey(page.kind);
    if (page.kind == Page::Kind::Ask) plan += fmt::format(" {} {}", page.question.name, page.question.choices.size());
    if (page.kind == Page::Kind::Puzzle) plan += " " + page.puzzle.step;
    for (const std::string& what :
         {page.run.experiment.empty() ? std::string() : toText(page.run), page.goal, page.recording})
      if (!what.empty()) plan += " " + what;
    plan += "; ";
  }
  return plan;
}

bool fits(const Question& question, const Bet& bet) {
  const std::size_t count = question.choices.size();
  switch (question.kind) {
    case Question::Kind::Choice: return bet.word.empty() && bet.number >= 0 && bet.number < static_cast<double>(count);
    case Question::Kind::Number: return bet.number >= question.low && bet.number <= question.high;
    case Question::Kind::Order: {
      std::vector<std::size_t> items = bet.order;
      std::ranges::sort(items);
      std::vector<std::size_t> all(count);
      std::iota(all.begin(), all.end(), std::size_t{0});
      return items == all;
    }
    case Question::Kind::Place: return bet.number > 0 || !bet.word.empty();
  }
  return false;
}

}  // namespace strata::inline lessons
