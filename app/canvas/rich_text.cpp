#include "app/canvas/rich_text.h"

#include <algorithm>

#include "app/canvas/paint.h"

namespace strata::inline canvas {
namespace {

/// Puts words side by side until a line is full.
class Lines {
 public:
  Lines(const Canvas& canvas, float width) : m_canvas(canvas), m_width(width) {}

  void add(const TextRun& run) {
    if (run.tag) return place(run, tagWidth(m_canvas, run.text, run.style.size));
    std::size_t at = 0;
    while (at < run.text.size()) {
      const std::size_t space = run.text.find_first_not_of(' ', at);
      if (space == std::string::npos) return skip(run.style, run.text.size() - at);
      skip(run.style, space - at);
      const std::size_t end = std::min(run.text.find(' ', space), run.text.size());
      TextRun word{run.text.substr(space, end - space), run.style};
      const float width = m_canvas.measure(word.text, word.style);
      place(std::move(word), width);
      at = end;
    }
  }

  PlacedText placed() {
    m_made.height = m_made.runs.empty() ? 0 : m_y + m_line;
    return std::move(m_made);
  }

 private:
  void skip(const TextStyle& style, std::size_t spaces) {
    if (spaces == 0) return;
    m_glued = false;
    m_gap = m_x > 0 ? m_canvas.measure(" ", style) : 0;
  }

  void place(TextRun run, float width) {
    const float height = run.style.size * (run.tag ? 2 : kLineHeight * 1.12f);
    // What no space parts from the word before stays with it where that is possible: "3.2 ms" and its comma.
    if (m_x > 0 && m_x + m_gap + width > m_width && !(m_glued && width < m_width / 4)) {
      m_x = m_gap = 0;
      m_y += m_line;
      m_line = 0;
    }
    m_x += m_gap;
    m_gap = 0;
    m_line = std::max(m_line, height);
    m_made.runs.push_back({std::move(run), {m_x, m_y, width, height}});
    m_x += width;
    m_glued = true;
  }

  const Canvas& m_canvas;
  float m_width, m_x = 0, m_y = 0, m_line = 0, m_gap = 0;
  bool m_glued = false;
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
    constexpr float kRounding = 0.5f;
    if (box.y < clip.y - kRounding || box.bottom() > clip.bottom() + kRounding || box.x >= clip.right()) continue;
    box.w = std::min(box.w + 0.5f, clip.right() - box.x);
    if (placed.run.tag)
      drawTag(canvas, box, placed.run.text, placed.run.style.size);
    else
      drawLine(canvas, box, placed.run.text, placed.run.style);
  }
}

}  // namespace strata::inline canvas
