#include "app/lessons/puzzle_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

#include "app/lessons/lesson_line.h"

namespace strata::inline lessons {
namespace {

constexpr std::size_t kWrongAnswers = 3;
constexpr double kSameCount = 1e-9;

/// What cannot be drawn of a row; empty: all of it can.
std::string problemOfRow(const PictureRow& row, int threads) {
  std::size_t touched = 0;
  for (int thread = 0; thread < threads; ++thread) {
    const auto elements = touchedBy(row, thread);
    if (!elements.ok()) return asSentence(elements.error().message);
    touched += elements.value().size();
  }
  return touched > 0 ? std::string() : fmt::format("No thread of the picture touches \"{}\".", row.name);
}

void addProblemsOfPicture(const Page& page, std::vector<LessonProblem>& problems) {
  const Puzzle& puzzle = page.puzzle;
  std::size_t read = 0, written = 0;
  if (puzzle.threads > 0 && puzzle.picture.empty())
    problems.push_back({page.lineOf("threads"), "The picture's threads neither read nor write; add \"reads: …\"."});
  for (const PictureRow& row : puzzle.picture) {
    const int line = row.written ? page.lineOf("writes", written++) : page.lineOf("reads", read++);
    std::string problem = puzzle.threads > 0 ? problemOfRow(row, puzzle.threads)
                                             : "The picture has no threads that could; add \"threads: 8\".";
    if (problem.empty() && !hasWord(puzzle.kernel, row.name))
      problem = fmt::format("The kernel has no \"{}\".", row.name);
    if (!problem.empty()) return problems.push_back({line, std::move(problem)});
  }
}

int linesIn(std::string_view text) {
  return 1 + static_cast<int>(std::ranges::count(text, '\n'));
}

/// The line that a compiler blames of an answer's text; 0: none.
int lineBlamed(std::string_view seen) {
  const std::string mark = std::string(kAnswer) + ".cu:";
  const auto at = seen.find(mark);
  int line = 0;
  if (at != std::string_view::npos) std::from_chars(seen.data() + at + mark.size(), seen.data() + seen.size(), line);
  return line;
}

/// Of the lesson's file, where the fault of an answer stands: in its own lines or in the kernel around them.
int lineOfFault(const Page& page, const KeptAnswer& answer, const Verdict& verdict) {
  const Puzzle& puzzle = page.puzzle;
  const auto budget = std::ranges::find(puzzle.budgets, verdict.reason, &Budget::name);
  if (budget != puzzle.budgets.end() && verdict.spent.empty())
    return page.lineOf("budget", static_cast<std::size_t>(budget - puzzle.budgets.begin()));
  const int line = verdict.line > 0 ? verdict.line : lineBlamed(verdict.seen);
  if (line == 0) return answer.line;
  const int hole = linesIn(std::string_view(puzzle.kernel).substr(0, puzzle.kernel.find(kHole)));
  const int more = linesIn(answer.lines) - 1, kernel = page.lineOf("kernel");
  if (line < hole) return kernel + line;
  return line <= hole + more ? answer.line + 1 + line - hole : kernel + line - more;
}

LessonProblem notSolved(const Page& page, const Verdict& verdict) {
  return {lineOfFault(page, page.puzzle.solution, verdict),
          fmt::format("The solution is wrong ({}): {}", verdict.reason, verdict.seen)};
}

void compareWithBest(const Page& page, const Verdict& verdict, std::vector<LessonProblem>& problems) {
  for (std::size_t i = 0; i < verdict.spent.size(); ++i) {
    const auto& [budget, value] = verdict.spent[i];
    if (std::abs(value - budget.best) > kSameCount * std::max(1., budget.best))
      problems.push_back(
          {page.lineOf("budget", i),
           fmt::format("{}: the solution takes {}, and the best is said to be {}.", budget.name, value, budget.best)});
  }
}

/// Empty: it is told apart as the puzzle says.
std::string tellsApart(const KeptAnswer& answer, const Verdict& verdict) {
  if (verdict.right()) return fmt::format("This wrong answer is taken for right, not for \"{}\".", answer.reason);
  if (verdict.reason == answer.reason) return {};
  return fmt::format("This wrong answer is told apart by \"{}\", not by \"{}\": {}", verdict.reason, answer.reason,
                     verdict.seen);
}

}  // namespace

std::vector<LessonProblem> problemsOfPuzzle(const Page& page) {
  const Puzzle& puzzle = page.puzzle;
  std::vector<LessonProblem> problems;
  const auto add = [&](int line, std::string what) { problems.push_back({line, std::move(what)}); };
  if (puzzle.hints.empty()) add(page.line, "The puzzle has no \"hint: …\".");
  if (puzzle.budgets.empty()) add(page.line, "The puzzle has no \"budget: name | expression | most | best\".");
  if (puzzle.wrong.size() < kWrongAnswers)
    add(page.line, fmt::format("The puzzle keeps {} wrong answers; {} at least are to be told apart.",
                               puzzle.wrong.size(), kWrongAnswers));
  std::set<std::string_view> reasons;
  for (const KeptAnswer& answer : puzzle.wrong)
    if (!reasons.insert(answer.reason).second)
      add(answer.line, fmt::format("Two wrong answers are told apart by \"{}\".", answer.reason));
  addProblemsOfPicture(page, problems);
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
  solved.value().right() ? compareWithBest(page, solved.value(), problems)
                         : problems.push_back(notSolved(page, solved.value()));
  player.addVerdict(player.index(), solved.value(), std::move(runs));
  for (const KeptAnswer& answer : puzzle.wrong) {
    const auto verdict = judged(answer, nullptr);
    std::string problem = verdict.ok() ? tellsApart(answer, verdict.value()) : verdict.error().message;
    const bool refused = verdict.ok() && verdict.value().reason == kNotCompiled;
    if (!problem.empty())
      problems.push_back({refused ? lineOfFault(page, answer, verdict.value()) : answer.line, std::move(problem)});
  }
}

}  // namespace strata::inline lessons
