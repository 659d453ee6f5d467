#include <algorithm>
#include <array>
#include <cmath>

#include "app/canvas/color_math.h"
#include "app/canvas/format.h"
#include "app/canvas/paint.h"
#include "app/facts/vendor_words.h"
#include "app/views/kernel/kernel_parts.h"
#include "app/words/messages.h"

namespace strata::inline views {
namespace {

constexpr float kLeastCell = 3.5f;

/// Cells side by side; each may stand for several things in a row or a column.
struct Raster {
  Rect box;
  std::uint32_t columns = 1, rows = 1;  ///< things
  std::uint32_t across = 1, down = 1;   ///< things a cell stands for

  std::uint32_t cellColumns() const { return (columns + across - 1) / across; }
  std::uint32_t cellRows() const { return (rows + down - 1) / down; }
  Rect cell(std::uint32_t column, std::uint32_t row) const {
    const float w = box.w / static_cast<float>(cellColumns()), h = box.h / static_cast<float>(cellRows());
    return {box.x + w * static_cast<float>(column), box.y + h * static_cast<float>(row), w, h};
  }
};

/// As large as the room allows with `aspect` (width to height), cells folded until each can be seen.
Raster fitRaster(Rect room, std::uint32_t columns, std::uint32_t rows, float aspect) {
  aspect = std::clamp(aspect, 1.f / 6, 6.f);
  const float w = std::min(room.w, room.h * aspect), h = w / aspect;
  Raster raster{{room.x, room.y + (room.h - h) / 2, w, h}, columns, rows, 1, 1};
  while (w / static_cast<float>(raster.cellColumns()) < kLeastCell && raster.cellColumns() > 1) raster.across *= 2;
  while (h / static_cast<float>(raster.cellRows()) < kLeastCell && raster.cellRows() > 1) raster.down *= 2;
  return raster;
}

/// Of the thing with that index, counted as threads of a block are.
Rect cellOf(const Raster& raster, const std::array<std::uint32_t, 3>& at, const std::array<std::uint32_t, 3>& shape) {
  const std::uint64_t index = at[0] + std::uint64_t{shape[0]} * (at[1] + std::uint64_t{shape[1]} * at[2]);
  return raster.cell(static_cast<std::uint32_t>(index % raster.columns) / raster.across,
                     static_cast<std::uint32_t>(index / raster.columns) / raster.down);
}

void drawRaster(Canvas& canvas, const Raster& raster, Color color) {
  for (std::uint32_t row = 0; row < raster.cellRows(); ++row)
    for (std::uint32_t column = 0; column < raster.cellColumns(); ++column) {
      const Rect cell = raster.cell(column, row);
      const float air = std::min(1.f, cell.w * 0.15f);
      canvas.fill({cell.x, cell.y, cell.w - air, cell.h - air}, color, std::min(2.f, cell.w / 6));
    }
}

/// A grid of one dimension is drawn row after row.
Raster gridRaster(Rect room, const LaunchFacts& launch) {
  const auto [x, y, z] = launch.grid;
  const std::uint64_t deep = std::uint64_t{y} * z;
  if (deep == 1) {
    const float side = std::sqrt(static_cast<float>(x) * room.w / std::max(1.f, room.h));
    const auto columns = std::clamp<std::uint32_t>(static_cast<std::uint32_t>(std::ceil(side)), 1, x);
    const std::uint32_t rows = (x + columns - 1) / columns;
    return fitRaster(room, columns, rows, static_cast<float>(columns) / static_cast<float>(rows));
  }
  const auto rows = static_cast<std::uint32_t>(std::min<std::uint64_t>(deep, 1u << 20));
  const float width = static_cast<float>(x) * static_cast<float>(launch.block[0]);
  const float height = static_cast<float>(rows) * static_cast<float>(launch.block[1]);
  return fitRaster(room, x, rows, width / height);
}

/// Threads of a block in their own order; a block of one dimension as a row for each warp.
Raster blockRaster(Rect room, const LaunchFacts& launch, std::uint32_t waveSize) {
  const auto [x, y, z] = launch.block;
  const bool line = y * z == 1 && x > waveSize;
  const std::uint32_t columns = line ? waveSize : x, rows = line ? (x + waveSize - 1) / waveSize : y * z;
  return fitRaster(room, columns, rows, static_cast<float>(columns) / static_cast<float>(rows));
}

// Every other warp is a shade paler, the first is bright: which threads go together can be seen.
void drawThreads(Canvas& canvas, const Raster& raster, const LaunchFacts& launch, std::uint32_t waveSize) {
  const Color first = storeyInfo(Storey::Runtime).color, other = mix(canvas.theme().well, first, 0.5f),
              pale = mix(canvas.theme().well, first, 0.33f);
  const std::uint64_t threads = launch.threads();
  for (std::uint32_t row = 0; row < raster.cellRows(); ++row)
    for (std::uint32_t column = 0; column < raster.cellColumns(); ++column) {
      const std::uint64_t thread =
          std::uint64_t{row} * raster.down * raster.columns + std::uint64_t{column} * raster.across;
      if (thread >= threads) continue;
      const std::uint64_t warp = thread / waveSize;
      const Rect cell = raster.cell(column, row);
      const float air = std::min(1.f, cell.w * 0.2f);
      canvas.fill({cell.x, cell.y, cell.w - air, cell.h - air}, warp == 0 ? first : warp % 2 == 1 ? other : pale);
    }
}

std::string sides(const std::array<std::uint32_t, 3>& shape) {
  std::string words = std::to_string(shape[0]) + "×" + std::to_string(shape[1]);
  if (shape[2] != 1) words += "×" + std::to_string(shape[2]);
  return words;
}

/// "grid 16×16 = 256 blocks"
std::string shapeWords(std::string_view name, const std::array<std::uint32_t, 3>& shape, std::uint64_t count,
                       std::string_view of) {
  return fillText(Msg::KernelShapeWords, {name, sides(shape), countedWords(static_cast<double>(count), of)});
}

std::string threadWords(const std::array<std::uint32_t, 3>& thread, const std::array<std::uint32_t, 3>& block) {
  const auto number = [](std::uint32_t value) { return std::to_string(value); };
  return fillText(Msg::KernelThread, {number(thread[0]), number(thread[1]), number(thread[2]), number(block[0]),
                                      number(block[1]), number(block[2])});
}

/// The finding's thread full, the other one as an outline: in its block, or the block alone where that is another.
void drawThreadsOfFinding(Canvas& canvas, const Raster& grid, const Raster& block, const Finding& finding) {
  const Color color = canvas.theme().warning;
  canvas.fill(cellOf(block, finding.thread, finding.blockSize), color);
  if (finding.otherFile.empty()) return;
  if (finding.otherBlock == finding.block)
    canvas.stroke(cellOf(block, finding.otherThread, finding.blockSize), color, 1.5f);
  else
    canvas.stroke(cellOf(grid, finding.otherBlock, finding.grid), color, 1.5f);
}

void drawWords(Canvas& canvas, Rect box, float scale, const KernelFacts& facts, const Raster& grid) {
  const LaunchFacts& launch = *facts.launch;
  const TextStyle style{std::max(9.f, 10.5f * scale), Face::Regular, canvas.theme().textSoft};
  const auto name = [&](Term term) { return word(term, facts.vocabulary); };
  const std::uint64_t warps = (launch.threads() + facts.waveSize - 1) / facts.waveSize;
  std::vector<std::string> pieces;
  if (const Finding* finding = facts.finding) {
    pieces.push_back(fillText(Msg::KernelThreadFull, {threadWords(finding->thread, finding->block)}));
    if (!finding->otherFile.empty())
      pieces.push_back(fillText(Msg::KernelThreadOutlined, {threadWords(finding->otherThread, finding->otherBlock)}));
  }
  pieces.push_back(shapeWords(name(Term::Grid), launch.grid, launch.blocks(), name(Term::Block)));
  pieces.push_back(shapeWords(name(Term::Block), launch.block, launch.threads(), name(Term::Thread)));
  pieces.push_back(fillText(
      Msg::KernelWarps, {countedWords(static_cast<double>(warps), name(Term::Warp)), std::to_string(facts.waveSize)}));
  if (grid.across * grid.down > 1)
    pieces.push_back(
        fillText(Msg::KernelCellIs, {std::to_string(grid.across), std::to_string(grid.down), name(Term::Block)}));
  const float height = style.size * kLineHeight;
  float y = box.y;
  std::string line;
  for (std::size_t i = 0; i <= pieces.size(); ++i) {
    const std::string longer = i == pieces.size() ? line : line.empty() ? pieces[i] : line + " · " + pieces[i];
    if (i < pieces.size() && canvas.measure(longer, style) <= box.w) {
      line = longer;
      continue;
    }
    if (y + height > box.bottom() + 1) return;
    drawLine(canvas, {box.x, y, box.w, height}, line, style);
    y += height;
    line = i < pieces.size() ? pieces[i] : std::string();
  }
  if (!line.empty() && y + height <= box.bottom() + 1) drawLine(canvas, {box.x, y, box.w, height}, line, style);
}

void drawNoLaunch(Canvas& canvas, Rect box, float scale, std::string_view why) {
  const TextStyle style = look::dim(canvas, scale);
  Rect line{box.x, box.y, box.w, std::min(box.h, 18 * scale)};
  for (const std::string& words : wrapText(canvas, why, style, box.w)) {
    if (line.bottom() > box.bottom() + 1) return;
    drawLine(canvas, line, words, style);
    line.y += line.h;
  }
}

}  // namespace

void drawKernelLaunch(Canvas& canvas, Rect box, float scale, const ViewState& state, const KernelFacts& facts) {
  if (box.h <= 0 || box.w <= 0) return;
  const Finding* finding = facts.finding;
  const Rect below = drawPartTitle(canvas, box, scale, text(Msg::KernelLaunch),
                                   finding        ? finding->kind
                                   : facts.launch ? facts.launch->name
                                                  : "",
                                   facts.launch ? provenanceKey(Provenance::Counted) : std::string_view{});
  if (!facts.launch) {
    const bool hidden = state.session.hidden == LessonHides::Answer;
    const Msg why = hidden ? Msg::EmptyOfQuestion : facts.neverRan ? Msg::KernelNeverRan : Msg::KernelNoLaunch;
    return drawNoLaunch(canvas, below, scale, text(why));
  }
  const float words = std::min(below.h * 0.4f, (below.w < 330 * scale ? 43 : 29) * scale);
  const Rect picture{below.x, below.y + 3 * scale, below.w, below.h - words - 7 * scale};
  const float gap = 26 * scale;
  const Rect left{picture.x, picture.y, (picture.w - gap) * 0.56f, picture.h};
  const Raster grid = gridRaster(left, *facts.launch);
  const Rect right{grid.box.right() + gap, picture.y, picture.right() - grid.box.right() - gap, picture.h};
  const Raster block = blockRaster(right, *facts.launch, facts.waveSize);
  if (picture.h > 14 && grid.box.w > 4 && block.box.w > 4) {
    drawRaster(canvas, grid, mix(canvas.theme().well, storeyInfo(Storey::Hardware).color, 0.5f));
    const Rect chosen = finding ? cellOf(grid, finding->block, finding->grid) : grid.cell(0, 0);
    const Color edge = canvas.theme().white;
    canvas.stroke(chosen, edge, 1);
    // From the small block to the large one.
    const Color beam = canvas.theme().textDim;
    canvas.line({chosen.right(), chosen.y}, {block.box.x, block.box.y}, beam, 0.8f);
    canvas.line({chosen.right(), chosen.bottom()}, {block.box.x, block.box.bottom()}, beam, 0.8f);
    drawThreads(canvas, block, *facts.launch, facts.waveSize);
    canvas.stroke(block.box, edge, 1);
    if (finding) drawThreadsOfFinding(canvas, grid, block, *finding);
  }
  drawWords(canvas, {below.x, below.bottom() - words, below.w, words}, scale, facts, grid);
}

}  // namespace strata::inline views
