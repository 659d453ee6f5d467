#include "app/lessons/verdict.h"

#include <algorithm>

#include "app/canvas/format.h"
#include "app/lessons/told.h"
#include "app/words/messages.h"

namespace strata::inline lessons {
namespace {

constexpr double kRounding = 1e-9;

Verdict faulty(const Puzzle& puzzle, std::string reason, std::string seen, int line = 0) {
  std::string says(puzzle.says(reason));
  return {std::move(reason), std::move(seen), std::move(says), line, {}};
}

RunLine taskWith(const Page& page, const char* observe) {
  RunLine line = page.run;
  line.set.emplace_back(std::string("observe=") + observe);
  line.set.emplace_back("repeat=1");
  line.set.emplace_back("roofs=off");  // an answer's speed is nobody's question
  line.variants = {std::string(kAnswer)};
  return line;
}

/// The finding that the puzzle has a word for, else the first.
const Finding& toldFirst(const Puzzle& puzzle, const std::vector<Finding>& findings) {
  const auto known = std::ranges::find_if(findings, [&](const Finding& one) { return !puzzle.says(one.kind).empty(); });
  return known == findings.end() ? findings.front() : *known;
}

std::optional<Verdict> faultOf(const Puzzle& puzzle, const RunResult& result) {
  if (result.findings && !result.findings->findings.empty()) {
    const Finding& first = toldFirst(puzzle, result.findings->findings);
    return faulty(puzzle, first.kind, first.sentence, first.line);
  }
  if (result.status == RunResult::Status::Ok) return std::nullopt;
  const bool wasRun = result.wasRun();
  return faulty(puzzle, std::string(!wasRun ? kNotRun : result.error ? kWrongResult : kNotCompiled), result.message);
}

const RunResult* answerIn(const LessonRun& run) {
  const auto found = std::ranges::find(run.results, kAnswer, &RunResult::variant);
  return found == run.results.end() ? nullptr : &*found;
}

/// Without the hole's mark and what an editor may add around it.
std::string written(std::string_view text) {
  std::string all(text);
  for (auto at = all.find(kHole); at != std::string::npos; at = all.find(kHole, at)) all.erase(at, kHole.size());
  std::erase_if(all, [](char sign) { return std::string_view(" \t\r\n").find(sign) != std::string_view::npos; });
  return all;
}

/// No value: something stands in it.
std::optional<Verdict> emptyHole(const Puzzle& puzzle, std::string_view answer) {
  if (written(answer) != written(puzzle.kernel)) return std::nullopt;
  const bool marked = answer.find(kHole) != std::string_view::npos;
  const std::string_view before = marked ? answer : std::string_view(puzzle.kernel);
  const auto line =
      1 + std::count(before.begin(), before.begin() + static_cast<std::ptrdiff_t>(before.find(kHole)), '\n');
  return faulty(puzzle, std::string(kEmpty), std::string(text(Msg::PuzzleEmpty)), static_cast<int>(line));
}

std::optional<Verdict> faultOf(const Puzzle& puzzle, const LessonRun& run) {
  const RunResult* result = answerIn(run);
  return result ? faultOf(puzzle, *result) : faulty(puzzle, std::string(kNotRun), "The run came to no result.");
}

}  // namespace

bool Spent::within() const {
  return value <= budget.most * (1 + kRounding);
}

OwnKernel answerOf(const Puzzle& puzzle, std::string text) {
  return {std::string(kAnswer), std::string(kAnswer) + ".cu", std::move(text), puzzle.step};
}

RunLine watchedRun(const Page& page) {
  return taskWith(page, "errors");
}

RunLine countedRun(const Page& page) {
  return taskWith(page, "memory");
}

std::optional<Verdict> faultOf(const Puzzle& puzzle, std::string_view text, const LessonRun& watched) {
  auto fault = faultOf(puzzle, watched);
  if (fault && fault->reason != kNotRun)
    if (auto empty = emptyHole(puzzle, text)) return empty;
  return fault;
}

Verdict verdictOf(const Puzzle& puzzle, const Formulas& formulas, const LessonRun& counted) {
  if (auto fault = faultOf(puzzle, counted)) return std::move(*fault);
  Verdict verdict;
  const auto find = [&counted](const Reference& reference) { return valueOf(reference, {&counted, 1}); };
  for (const Budget& budget : puzzle.budgets) {
    const auto value = computed(budget.value, {&formulas, find, {}});
    if (!value.ok()) return faulty(puzzle, budget.name, value.error().message);
    verdict.spent.push_back({budget, value.value().number});
  }
  const auto over = std::ranges::find_if_not(verdict.spent, &Spent::within);
  if (over == verdict.spent.end()) return verdict;
  Verdict wrong = faulty(
      puzzle, over->budget.name,
      fillText(Msg::PuzzleOver, {over->budget.name, formatNumber(over->value), formatNumber(over->budget.most)}));
  wrong.spent = std::move(verdict.spent);
  return wrong;
}

Result<Verdict> judgeAnswer(const Page& page, const Formulas& formulas, const OwnKernel& answer, const AnswerRun& run,
                            std::vector<LessonRun>* runs) {
  STRATA_ASSIGN(LessonRun watched, run(watchedRun(page), answer));
  if (auto fault = faultOf(page.puzzle, answer.text, watched)) return std::move(*fault);
  STRATA_ASSIGN(LessonRun counted, run(countedRun(page), answer));
  Verdict verdict = verdictOf(page.puzzle, formulas, counted);
  if (runs) runs->assign({std::move(watched), std::move(counted)});
  return verdict;
}

}  // namespace strata::inline lessons
