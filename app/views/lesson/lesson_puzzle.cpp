#include "app/views/lesson/lesson_puzzle.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "app/canvas/format.h"
#include "app/canvas/paint.h"
#include "app/canvas/svg_canvas.h"
#include "app/views/lesson/lesson_words.h"
#include "app/words/messages.h"
#include "engine/base/text_parts.h"

namespace strata::inline views {
namespace {

constexpr float kRowHeight = 22, kCell = 14, kLetters = 84, kBetween = 12, kCodeLine = 16, kCodePad = 6;
constexpr float kPlateCell = 12, kPlateWidth = 34;  ///< of a matrix

/// The thread whose lines are drawn out: one in the middle has neighbours on either side.
std::size_t shownThread(const PuzzleSight& puzzle) {
  const std::size_t threads = puzzle.picture.front().touched.size();
  return threads / 2;
}

/// A matrix of more than one row stands as rows below each other, a vector as one row.
int tensorRows(const PictureRow& tensor) {
  return tensor.columns > 0 ? tensor.length / tensor.columns : 1;
}

float tensorHeight(const PictureRow& tensor) {
  const int rows = tensorRows(tensor);
  return rows > 1 ? kPlateCell * static_cast<float>(rows) + kRowHeight - kCell : kRowHeight;
}

/// Cells with their name before them.
struct PuzzleCells {
  Rect box;
  int count = 0, columns = 1;
  float width = 0, height = 0, s = 1;

  Rect cell(int i) const {
    const int row = i / columns, column = i % columns;
    const float top = box.y + (kRowHeight - kCell) / 2 * s;
    return {box.x + width * static_cast<float>(column), top + height * static_cast<float>(row),
            std::max(1.f, width - 1), height - 1};
  }
};

PuzzleCells cellsIn(Rect area, float y, const PictureRow& tensor, float s) {
  const float left = std::min(kLetters * s, area.w / 3);
  const bool plate = tensorRows(tensor) > 1;
  PuzzleCells cells{{area.x + left, y, area.w - left, tensorHeight(tensor) * s}, tensor.length};
  cells.columns = plate ? tensor.columns : std::max(1, tensor.length);
  cells.width = cells.box.w / static_cast<float>(cells.columns);
  if (plate) cells.width = std::min(cells.width, kPlateWidth * s);
  cells.height = plate ? kPlateCell * s : kCell * s + 1;
  cells.s = s;
  return cells;
}

void drawName(Canvas& canvas, Rect area, const PuzzleCells& row, std::string_view name) {
  drawLine(canvas, {area.x, row.box.y, row.box.x - area.x - 4 * row.s, row.box.h}, name, look::mono(canvas, row.s));
}

bool touches(const PuzzleSight::Row& row, std::size_t thread, int element) {
  return thread < row.touched.size() && std::ranges::find(row.touched[thread], element) != row.touched[thread].end();
}

void drawTensor(Canvas& canvas, Rect area, const PuzzleCells& cells, const PuzzleSight::Row& row, std::size_t shown) {
  const Theme& theme = canvas.theme();
  drawName(canvas, area, cells, row.tensor.name);
  for (int i = 0; i < cells.count; ++i) {
    const bool mine = touches(row, shown, i);
    bool any = mine;
    for (std::size_t thread = 0; thread < row.touched.size() && !any; ++thread) any = touches(row, thread, i);
    canvas.fill(cells.cell(i), mine ? theme.accent : any ? theme.row : theme.well, 2);
    canvas.stroke(cells.cell(i), theme.boxBorder, 1, 2);
  }
}

void drawThreads(Canvas& canvas, Rect area, const PuzzleCells& cells, std::size_t shown, std::string_view language) {
  const Theme& theme = canvas.theme();
  drawName(canvas, area, cells, text(Msg::PuzzleThreads, language));
  for (int i = 0; i < cells.count; ++i) {
    const bool mine = static_cast<std::size_t>(i) == shown;
    canvas.fill(cells.cell(i), mine ? theme.accent : theme.card, kCell * cells.s / 2);
    canvas.stroke(cells.cell(i), theme.boxBorder, 1, kCell * cells.s / 2);
  }
}

Point middle(const Rect& box, bool below) {
  return {box.x + box.w / 2, below ? box.bottom() : box.y};
}

/// What a line crosses on its way: cells from one height to another, the nearer one first.
struct Crossed {
  const PuzzleCells* cells = nullptr;
  float from = 0, to = 0;
};

float lowestOf(const PuzzleCells& cells) {
  return cells.cell(cells.count - 1).bottom();
}

/// Where a line near x touches none of the cells: between two columns, or beside them all.
float gapNear(const PuzzleCells& cells, float x) {
  const float column = (x - cells.box.x) / cells.width;
  if (column < 0 || column > static_cast<float>(cells.columns)) return x;
  return cells.box.x + cells.width * std::round(column) - 0.5f;
}

/// Straight where nothing is in between; other cells of the tensor that it goes to are passed beside the one meant.
void drawAround(Canvas& canvas, Point from, Point to, const std::vector<Crossed>& crossed) {
  std::vector<Point> way{from};
  for (const Crossed& one : crossed) {
    const float share = one.to == to.y ? 1 : ((one.from + one.to) / 2 - from.y) / (to.y - from.y);
    const float x = gapNear(*one.cells, from.x + share * (to.x - from.x));
    way.push_back({x, one.from});
    way.push_back({x, one.to});
  }
  way.push_back(to);
  canvas.polyline(way, canvas.theme().accent, 1);
}

/// From the thread to each element of a tensor that it touches, around all cells that are nearer.
void drawTouches(Canvas& canvas, const PuzzleCells& threads, const std::vector<PuzzleCells>& cells,
                 const PuzzleSight& puzzle, std::size_t tensor, std::size_t shown) {
  const PuzzleSight::Row& row = puzzle.picture[tensor];
  if (shown >= row.touched.size()) return;
  const bool below = row.tensor.written;
  const PuzzleCells& own = cells[tensor];
  const auto crossing = [&](const PuzzleCells& other) {
    return below ? Crossed{&other, other.cell(0).y, lowestOf(other)}
                 : Crossed{&other, lowestOf(other), other.cell(0).y};
  };
  std::vector<Crossed> nearer;
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (puzzle.picture[i].tensor.written == below && (below ? i < tensor : i > tensor))
      nearer.push_back(crossing(cells[i]));
  if (!below) std::ranges::reverse(nearer);
  const Point from = middle(threads.cell(static_cast<int>(shown)), below);
  for (const int element : row.touched[shown]) {
    const Point to = middle(own.cell(element), !below);
    std::vector<Crossed> crossed = nearer;
    Crossed inOwn = crossing(own);
    inOwn.to = to.y;
    if (inOwn.from != inOwn.to) crossed.push_back(inOwn);
    drawAround(canvas, from, to, crossed);
  }
}

struct KernelLine {
  std::string text;
  bool hole = false;
  bool torn = false;  ///< it ends within an argument, or a sentence
};

TextStyle kernelStyle(const Canvas& canvas, float s, bool hole) {
  return {12 * s, Face::Mono, hole ? canvas.theme().accentText : canvas.theme().textSoft};
}

/// How much of the line, up to such an end within it, has room behind an indent; 0: not even the first.
std::size_t fitting(const Canvas& canvas, const std::string& indent, std::string_view line, std::string_view end,
                    const TextStyle& style, float width) {
  std::size_t fits = 0;
  for (auto at = line.find(end, line.find_first_not_of(' ')); at != std::string_view::npos;) {
    const std::size_t length = at + end.size();
    if (canvas.measure(indent + std::string(line.substr(0, length - 1)), style) > width) break;
    fits = length;
    at = line.find(end, length);
  }
  return fits;
}

/// A line of the kernel, broken where it is too wide: behind a comma, or else behind a word. What goes on is indented
/// further.
void addBroken(const Canvas& canvas, std::string_view line, bool hole, float s, float width,
               std::vector<KernelLine>& lines) {
  const TextStyle style = kernelStyle(canvas, s, hole);
  const std::string deeper(std::min(line.size(), line.find_first_not_of(' ')) + 4, ' ');
  std::string indent;
  do {
    KernelLine next{indent, hole};
    std::size_t length = line.size();
    if (canvas.measure(indent + std::string(line), style) > width) {
      length = fitting(canvas, indent, line, ", ", style, width);
      next.torn = length == 0;
      if (length == 0) length = fitting(canvas, indent, line, " ", style, width);
      if (length == 0) length = std::min(line.find(' ', line.find_first_not_of(' ')), line.size() - 1) + 1;
    }
    next.text += line.substr(0, length);
    while (next.text.ends_with(' ')) next.text.pop_back();
    line.remove_prefix(length);
    lines.push_back(std::move(next));
    indent = deeper;
  } while (!line.empty());
}

std::vector<KernelLine> kernelLines(const Canvas& canvas, const PuzzleSight& puzzle, float s, float width) {
  const std::string text = puzzle.solution.empty() ? puzzle.kernel : filled(puzzle.kernel, puzzle.solution);
  const std::string_view before = std::string_view(puzzle.kernel).substr(0, puzzle.kernel.find(kHole));
  const std::ptrdiff_t first = std::ranges::count(before, '\n');
  const std::ptrdiff_t last = first + std::ranges::count(puzzle.solution, '\n');
  std::vector<KernelLine> lines;
  std::ptrdiff_t number = 0;
  for (std::string_view rest = text; !rest.empty(); ++number) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    addBroken(canvas, line, number >= first && number <= last, s, width, lines);
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
  }
  return lines;
}

/// What the newest answer took of a budget; nullptr: that was not counted.
const Spent* spentOf(const Budget& budget, const PuzzleSight& puzzle) {
  if (!puzzle.verdict) return nullptr;
  const std::vector<Spent>& spent = puzzle.verdict->spent;
  const auto found = std::ranges::find_if(spent, [&](const Spent& one) { return one.budget.name == budget.name; });
  return found == spent.end() ? nullptr : &*found;
}

std::string spentText(const Budget& budget, const Spent* spent, const std::string& language) {
  const auto shown = [&](double number) { return asWrittenIn(language, formatNumber(number)); };
  const std::string most = shown(budget.most), best = shown(budget.best);
  return spent ? fillText(Msg::PuzzleSpent, {budget.name, shown(spent->value), most, best}, language)
               : fillText(Msg::PuzzleBudget, {budget.name, most, best}, language);
}

/// What was seen of a wrong answer: what a run or a compiler says of it stays as they say it.
std::string seenText(const Verdict& verdict, const std::string& language) {
  if (verdict.reason == kEmpty) return std::string(text(Msg::PuzzleEmpty, language));
  for (const Spent& spent : verdict.spent)
    if (spent.budget.name == verdict.reason)
      return fillText(Msg::PuzzleOver,
                      {verdict.reason, asWrittenIn(language, formatNumber(spent.value)),
                       asWrittenIn(language, formatNumber(spent.budget.most))},
                      language);
  return firstLineOf(verdict.seen);
}

float codeHeight(std::size_t lines, float s) {
  return (kCodeLine * static_cast<float>(lines) + 2 * kCodePad) * s;
}

}  // namespace

float pictureHeight(const PuzzleSight& puzzle, float s) {
  if (puzzle.picture.empty()) return 0;
  float height = kRowHeight + 2 * kBetween;
  for (const PuzzleSight::Row& row : puzzle.picture) height += tensorHeight(row.tensor);
  return height * s;
}

void drawPuzzlePicture(Canvas& canvas, Rect box, const PuzzleSight& puzzle, const std::string& language, float s) {
  if (puzzle.picture.empty() || box.h < pictureHeight(puzzle, s) || box.w < 2 * kLetters * s) return;
  const std::size_t shown = shownThread(puzzle);
  float y = box.y;
  const auto take = [&](const PictureRow& tensor) {
    PuzzleCells placed = cellsIn(box, y, tensor, s);
    y += placed.box.h;
    return placed;
  };
  PictureRow threadRow;
  threadRow.length = std::max(1, static_cast<int>(puzzle.picture.front().touched.size()));
  std::vector<PuzzleCells> cells(puzzle.picture.size());
  const auto takeAll = [&](bool written) {
    for (std::size_t i = 0; i < cells.size(); ++i)
      if (puzzle.picture[i].tensor.written == written) cells[i] = take(puzzle.picture[i].tensor);
  };
  takeAll(false);
  y += kBetween * s;
  const PuzzleCells threads = take(threadRow);
  y += kBetween * s;
  takeAll(true);
  for (std::size_t i = 0; i < cells.size(); ++i) drawTouches(canvas, threads, cells, puzzle, i, shown);
  for (std::size_t i = 0; i < cells.size(); ++i) drawTensor(canvas, box, cells[i], puzzle.picture[i], shown);
  drawThreads(canvas, box, threads, shown, language);
}

std::string puzzleSvg(const PuzzleSight& puzzle, const std::string& language) {
  constexpr int kWidth = 480;
  const float height = pictureHeight(puzzle, 1);
  if (height <= 0) return {};
  SvgCanvas canvas(kWidth, static_cast<int>(height), lightTheme());
  drawPuzzlePicture(canvas, {0, 0, kWidth, height}, puzzle, language, 1);
  return canvas.document();
}

float kernelHeight(const Canvas& canvas, const PuzzleSight& puzzle, float s, float width) {
  return codeHeight(kernelLines(canvas, puzzle, s, width - 2 * kCodePad * s).size(), s);
}

// Letters are larger than can be read well only where no line has to be torn for it.
float largestKernel(const Canvas& canvas, Rect box, const PuzzleSight& puzzle) {
  constexpr float kLargest = 2.2f, kReadable = 1.5f, kLeast = 0.5f, kStep = 0.05f;
  const auto fits = [&](float s) {
    const float width = box.w - 2 * kCodePad * s;
    const std::vector<KernelLine> lines = kernelLines(canvas, puzzle, s, width);
    return codeHeight(lines.size(), s) <= box.h && std::ranges::all_of(lines, [&](const KernelLine& line) {
             const bool whole = !line.torn || s <= kReadable;
             return whole && canvas.measure(line.text, kernelStyle(canvas, s, line.hole)) <= width;
           });
  };
  float s = kLargest;
  while (s > kLeast && !fits(s)) s -= kStep;
  return s;
}

void drawPuzzleKernel(Canvas& canvas, Rect box, const PuzzleSight& puzzle, float s) {
  if (box.h < (kCodeLine + 2 * kCodePad) * s) return;
  const Theme& theme = canvas.theme();
  canvas.fill(box, theme.well, 4 * s);
  const Rect inner = box.inset(kCodePad * s, kCodePad * s);
  float y = inner.y;
  for (const KernelLine& line : kernelLines(canvas, puzzle, s, inner.w)) {
    if (y + kCodeLine * s > inner.bottom() + 0.5f) return;
    drawLine(canvas, {inner.x, y, inner.w, kCodeLine * s}, line.text, kernelStyle(canvas, s, line.hole));
    y += kCodeLine * s;
  }
}

std::vector<TextRun> budgetWords(const Canvas& canvas, const PuzzleSight& puzzle, const std::string& language,
                                 float size) {
  std::vector<TextRun> runs;
  const TextStyle soft{size, Face::Regular, canvas.theme().textSoft};
  for (const Budget& budget : puzzle.budgets) {
    if (!runs.empty()) runs.push_back({" · ", soft});
    const Spent* spent = spentOf(budget, puzzle);
    runs.push_back({spentText(budget, spent, language), soft});
    if (!spent) continue;
    runs.push_back({" ", soft});
    runs.push_back(
        {kindInWords(provenanceKey(Provenance::Counted), language), {size * 0.85f, Face::Regular, {}}, true});
  }
  return runs;
}

std::vector<TextRun> verdictWords(const Canvas& canvas, const PuzzleSight& puzzle, const std::string& language,
                                  float size) {
  const Theme& theme = canvas.theme();
  if (!puzzle.verdict) {
    if (!puzzle.solved) return {};
    return {{std::string(text(Msg::PuzzleSolved, language)), {size, Face::Bold, theme.good}}};
  }
  const Verdict& verdict = *puzzle.verdict;
  if (verdict.right()) return {{std::string(text(Msg::PuzzleRight, language)), {size, Face::Bold, theme.good}}};
  std::string seen = seenText(verdict, language);
  if (!seen.ends_with('.')) seen += '.';
  std::vector<TextRun> runs{
      {verdict.line > 0 ? fillText(Msg::PuzzleWrongAt, {verdict.reason, std::to_string(verdict.line), seen}, language)
                        : seen,
       {size, Face::Regular, theme.warning}}};
  if (verdict.says.empty()) return runs;
  runs.push_back({" ", runs.back().style});
  std::vector<TextRun> says = sentenceRuns(canvas, verdict.says, language, size);
  runs.insert(runs.end(), std::make_move_iterator(says.begin()), std::make_move_iterator(says.end()));
  return runs;
}

}  // namespace strata::inline views
