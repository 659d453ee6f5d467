#include "app/lessons/puzzle_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace strata::inline lessons {
namespace {

constexpr std::size_t kWrongAnswers = 3;
constexpr double kSameCount = 1e-9;

/// What cannot be drawn of a picture; empty: all of it can.
std::string problemOfPicture(const Puzzle& puzzle) {
  if ((puzzle.threads > 0) != !puzzle.picture.empty()) return "A picture has both threads and what they read or write.";
  for (const PictureRow& row : puzzle.picture) {
    std::size_t touched = 0;
    for (int thread = 0; thread < puzzle.threads; ++thread) {
      const auto elements = touchedBy(row, thread);
      if (!elements.ok()) return elements.error().message + ".";
      touched += elements.value().size();
    }
    if (touched == 0) return fmt::format("No thread of the picture touches \"{}\".", row.name);
  }
  return {};
}

LessonProblem notSolved(const Puzzle& puzzle, const Verdict& verdict) {
  return {puzzle.solution.line, fmt::format("The solution is wrong ({}): {}", verdict.reason, verdict.seen)};
}

void compareWithBest(const Puzzle& puzzle, const Verdict& verdict, std::vector<LessonProblem>& problems) {
  for (const Spent& spent : verdict.spent)
    if (std::abs(spent.value - spent.budget.best) > kSameCount * std::max(1., spent.budget.best))
      problems.push_back({puzzle.solution.line, fmt::format("{}: the solution takes {}, and the best is said to be {}.",
                                                            spent.budget.name, spent.value, spent.budget.best)});
}

/// Empty: it is told apart as the puzzle says.
std::string tellsApart(const KeptAnswer& answer, const Verdict& verdict) {
  if (verdict.right()) return fmt::format("This wrong answer is taken for right, not for \"{}\".", answer.reason);
  if (verdict.reason == answer.reason) return {};
  return fmt::format("This wrong answer is told apart by \"{}\", not by \"{}\": {}", verdict.reason, answer.reason,
                     verdict.seen);
}

}  // namespace

std::vector<LessonProblem> problemsOfPuzzle(const Page& page, const Formulas& formulas) {
  const Puzzle& puzzle = page.puzzle;
  std::vector<LessonProblem> problems;
  const auto add = [&](int line, std::string what) { problems.push_back({line, std::move(what)}); };
  if (puzzle.hints.empty()) add(page.line, "The puzzle has no \"hint: …\".");
  if (puzzle.budgets.empty()) add(page.line, "The puzzle has no \"budget: name | expression | most | best\".");
  for (const Budget& budget : puzzle.budgets)
    if (const auto parsed = parseExpression(budget.value, formulas); !parsed.ok())
      add(page.line, parsed.error().message + ".");
  if (puzzle.wrong.size() < kWrongAnswers)
    add(page.line, fmt::format("The puzzle keeps {} wrong answers; {} at least are to be told apart.",
                               puzzle.wrong.size(), kWrongAnswers));
  std::set<std::string_view> reasons;
  for (const KeptAnswer& answer : puzzle.wrong)
    if (!reasons.insert(answer.reason).second)
      add(answer.line, fmt::format("Two wrong answers are told apart by \"{}\".", answer.reason));
  if (std::string picture = problemOfPicture(puzzle); !picture.empty()) add(page.line, std::move(picture));
  return problems;
}

void solve(LessonPlayer& player, const LessonHost& host, std::vector<LessonProblem>& problems) {
  const Page& page = player.page();
  const Puzzle& puzzle = page.puzzle;
  const auto judged = [&](const KeptAnswer& answer, std::vector<LessonRun>* runs) {
    return judgeAnswer(page, player.lesson().formulas, answerOf(puzzle, filled(puzzle.kernel, answer.lines)),
                       host.answer, runs);
  };
  std::vector<LessonRun> runs;
  const auto solved = judged(puzzle.solution, &runs);
  if (!solved.ok()) return problems.push_back({puzzle.solution.line, solved.error().message});
  solved.value().right() ? compareWithBest(puzzle, solved.value(), problems)
                         : problems.push_back(notSolved(puzzle, solved.value()));
  player.addVerdict(player.index(), solved.value(), std::move(runs));
  for (const KeptAnswer& answer : puzzle.wrong) {
    const auto verdict = judged(answer, nullptr);
    std::string problem = verdict.ok() ? tellsApart(answer, verdict.value()) : verdict.error().message;
    if (!problem.empty()) problems.push_back({answer.line, std::move(problem)});
  }
}

}  // namespace strata::inline lessons
