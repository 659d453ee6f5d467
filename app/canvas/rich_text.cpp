#include "app/canvas/rich_text.h"

#include <algorithm>
#include <utility>

#include "app/canvas/paint.h"

namespace strata::inline canvas {
namespace {

constexpr float kRounding = 0.5f;

/// Puts words side by side until a line is full.
class Lines {
 public:
  Lines(const Canvas& canvas, float width) : m_canvas(canvas), m_width(width) {}

  void add(const TextRun& run) {
    if (run.tag) return glue(run, tagWidth(m_canvas, run.text, run.style.size));
    std::size_t at = 0;
    while (at < run.text.size()) {
      const std::size_t space = run.text.find_first_not_of(' ', at);
      if (space == std::string::npos) return skip(run.style, run.text.size() - at);
      skip(run.style, space - at);
      const std::size_t end = std::min(run.text.find(' ', space), run.text.size());
      TextRun word{run.text.substr(space, end - space), run.style};
      const float width = m_canvas.measure(word.text, word.style);
      glue(std::move(word), width);
      at = end;
    }
  }

  PlacedText placed() {
    placeGlued();
    m_made.height = m_made.runs.empty() ? 0 : m_y + m_line;
    return std::move(m_made);
  }

 private:
  void skip(const TextStyle& style, std::size_t spaces) {
    if (spaces == 0) return;
    placeGlued();
    m_gap = m_x > 0 ? m_canvas.measure(" ", style) : 0;
  }

  void glue(TextRun run, float width) {
    const float height = run.style.size * (run.tag ? 2 : kLineHeight * 1.12f);
    m_glued.push_back({std::move(run), {0, 0, width, height}});
    m_gluedWidth += width;
  }

  /// What no space parts stays together where a line holds it: a value and the comma behind its kind.
  void placeGlued() {
    if (m_x > 0 && m_x + m_gap + m_gluedWidth > m_width) beginLine();
    m_x += std::exchange(m_gap, 0.f);
    for (PlacedRun& piece : m_glued) {
      if (m_x > 0 && m_x + piece.box.w > m_width + kRounding) beginLine();
      m_line = std::max(m_line, piece.box.h);
      piece.box.x = m_x, piece.box.y = m_y;
      m_x += piece.box.w;
      m_made.runs.push_back(std::move(piece));
    }
    m_glued.clear();
    m_gluedWidth = 0;
  }

  void beginLine() {
    m_x = m_gap = 0;
    m_y += std::exchange(m_line, 0.f);
  }

  const Canvas& m_canvas;
  float m_width, m_x = 0, m_y = 0, m_line = 0, m_gap = 0;
  std::vector<PlacedRun> m_glued;  ///< not placed yet
  float m_gluedWidth = 0;
  PlacedText m_made;
};

}  // namespace

PlacedText placeText(const Canvas& canvas, const std::vector<TextRun>& runs, float width) {
  Lines lines(canvas, width);
  for (const TextRun& run : runs) lines.add(run);
  return lines.placed();
}

void drawText(Canvas& canvas, const PlacedText& text, Point at, Rect clip) {
  for (const PlacedRun& placed : text.runs) {
    Rect box{placed.box.x + at.x, placed.box.y + at.y, placed.box.w, placed.box.h};
    if (box.y < clip.y - kRounding || box.bottom() > clip.bottom() + kRounding || box.x >= clip.right()) continue;
    box.w = std::min(box.w + 0.5f, clip.right() - box.x);
    if (placed.run.tag)
      drawTag(canvas, box, placed.run.text, placed.run.style.size);
    else
      drawLine(canvas, box, placed.run.text, placed.run.style);
  }
}

}  // namespace strata::inline canvas
