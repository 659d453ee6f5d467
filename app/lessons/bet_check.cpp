#include "app/lessons/bet_check.h"

#include <fmt/format.h>

#include <algorithm>

namespace strata::inline lessons {

std::string wrongBet(const Lesson& lesson, std::string_view question, int line) {
  const auto asks = std::ranges::find_if(
      lesson.pages, [&](const Page& page) { return page.kind == Page::Kind::Ask && page.question.name == question; });
  if (asks == lesson.pages.end()) return fmt::format("There is no question \"{}\".", question);
  if (const auto behind = asks + 1; behind != lesson.pages.end() && line >= behind->line) return {};
  return fmt::format("\"{}\" is told before it is predicted: its question stands in line {}. Tell it on a page behind.",
                     question, asks->line);
}

std::vector<LessonProblem> unexplained(const Lesson& lesson) {
  std::vector<LessonProblem> problems;
  for (auto page = lesson.pages.rbegin(); page != lesson.pages.rend(); ++page) {
    if (page->kind == Page::Kind::Explain) break;
    if (page->kind == Page::Kind::Ask)
      problems.push_back({page->line, "No explanation stands behind this question; write one of what comes out."});
  }
  return problems;
}

}  // namespace strata::inline lessons
