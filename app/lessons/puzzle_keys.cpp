#include "app/lessons/puzzle_keys.h"

#include <fmt/format.h>

#include <optional>

#include "app/lessons/lesson_line.h"
#include "engine/base/text_parts.h"

namespace strata::inline lessons {
namespace {

constexpr int kMostThreads = 64, kMostElements = 64;
constexpr std::size_t kMostOfAPuzzle = 16;

Error unlike(std::string_view what) {
  return {ErrorCode::Usage, std::string(what)};
}

/// "8" or "4x4".
bool takeSize(PictureRow& row, std::string_view text) {
  const auto times = text.find('x');
  const auto first = wholeNumber<int>(text.substr(0, times));
  const auto columns = times == std::string_view::npos ? 0 : wholeNumber<int>(text.substr(times + 1));
  if (!first || !columns || *first < 1 || *first > kMostElements || *columns < 0 || *columns > kMostElements)
    return false;
  row.columns = *columns;
  row.length = times == std::string_view::npos ? *first : *first * *columns;
  return row.length >= 1 && row.length <= kMostElements;
}

/// Without the empty lines that end it.
void trimEnd(std::string& lines) {
  while (lines.ends_with('\n')) lines.pop_back();
}

}  // namespace

Result<void> takeBudget(Puzzle& puzzle, std::string_view value) {
  const std::vector<std::string> parts = partsOf(value, '|');
  const auto most = parts.size() == 4 ? wholeNumber<double>(parts[2]) : std::nullopt;
  const auto best = parts.size() == 4 ? wholeNumber<double>(parts[3]) : std::nullopt;
  if (!most || !best || parts[0].empty() || parts[1].empty() || *best > *most)
    return unlike("a budget is \"name | expression | most | best\", like \"reads a thread | … | 2 | 2\"");
  if (puzzle.budgets.size() == kMostOfAPuzzle) return unlike(fmt::format("at most {} budgets", kMostOfAPuzzle));
  return puzzle.budgets.push_back({parts[0], parts[1], *most, *best}), Result<void>{};
}

Result<void> takeThreads(Puzzle& puzzle, std::string_view value) {
  const auto threads = wholeNumber<int>(value);
  if (!threads || *threads < 1 || *threads > kMostThreads)
    return unlike(fmt::format("a picture has 1 to {} threads", kMostThreads));
  return puzzle.threads = *threads, Result<void>{};
}

Result<void> takePictureRow(Puzzle& puzzle, std::string_view value, bool written) {
  const auto bar = value.find('|');
  const std::string_view head = trimmed(value.substr(0, bar));
  const auto space = head.rfind(' ');
  PictureRow row;
  row.written = written;
  if (bar == std::string_view::npos || space == std::string_view::npos || !takeSize(row, head.substr(space + 1)))
    return unlike(
        fmt::format("a row of the picture is \"name length | elements of thread t\", like \"in 8 | t, t + "
                    "1\" or \"in 4x4 | 4 * t\", of at most {} elements",
                    kMostElements));
  row.name = trimmed(head.substr(0, space));
  row.touched = partsOf(value.substr(bar + 1), ',');
  if (puzzle.picture.size() == kMostOfAPuzzle) return unlike("a picture has too many rows");
  return puzzle.picture.push_back(std::move(row)), Result<void>{};
}

Result<void> takeWrongAnswer(Puzzle& puzzle, std::string_view value, int line) {
  const auto bar = value.find('|');
  if (bar == std::string_view::npos || trimmed(value.substr(bar + 1)).empty())
    return unlike("a wrong answer is \"wrong: reason | sentence\", its lines below it");
  if (puzzle.wrong.size() == kMostOfAPuzzle) return unlike(fmt::format("at most {} wrong answers", kMostOfAPuzzle));
  puzzle.wrong.push_back(
      {{}, std::string(trimmed(value.substr(0, bar))), std::string(trimmed(value.substr(bar + 1))), line});
  return {};
}

Result<void> wholePuzzle(Puzzle& puzzle) {
  if (puzzle.step.empty()) return unlike("a puzzle has a \"task: experiment n=64\" and a \"step: name\"");
  trimEnd(puzzle.kernel);
  trimEnd(puzzle.solution.lines);
  for (KeptAnswer& answer : puzzle.wrong) trimEnd(answer.lines);
  if (holesIn(puzzle.kernel) != 1)
    return unlike(fmt::format("a puzzle has a \"kernel:\" below it, with one line \"{}\"", kHole));
  if (puzzle.solution.lines.empty()) return unlike("a puzzle has a \"solution:\", its lines below it");
  return {};
}

}  // namespace strata::inline lessons
