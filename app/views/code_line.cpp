#include "app/views/code_line.h"

#include <algorithm>
#include <string>

#include "app/canvas/paint.h"
#include "app/facts/kernel_tokens.h"

namespace strata::inline views {
namespace {

constexpr std::string_view kMark = "…";

/// A piece of code with the mark that the line goes on, up to the right end of the box; the mark alone has room there.
void drawCutCode(Canvas& canvas, Rect box, std::string_view words, const TextStyle& style) {
  if (drawLine(canvas, box, std::string(words).append(kMark), style).w > 0) return;
  const float width = canvas.measure(kMark, style) + 0.5f;
  drawLine(canvas, {box.right() - width, box.y, width, box.h}, kMark, style);
}

}  // namespace

void drawCodeLine(Canvas& canvas, Rect box, std::string_view line, bool& inComment, TextStyle style) {
  const bool cut = canvas.measure(line, style) > box.w;
  const float end = box.right() - (cut ? canvas.measure(kMark, style) : 0);
  float x = box.x;
  for (const CodeSpan& span : codeSpans(line, inComment)) {
    if (end < box.x) return;
    style.color = codeColor(canvas.theme(), span.kind);
    const std::size_t first = span.text.find_first_not_of(" \t");
    const float width = canvas.measure(span.text, style);
    if (first == std::string_view::npos) {
      x += width;
      continue;
    }
    const std::size_t last = span.text.find_last_not_of(" \t");
    const std::string_view words = span.text.substr(first, last + 1 - first);
    const float from = x + canvas.measure(span.text.substr(0, first), style), shown = canvas.measure(words, style);
    if (from + shown > end + 0.5f)
      return drawCutCode(canvas, {std::min(from, box.right()), box.y, std::max(0.f, box.right() - from), box.h}, words,
                         style);
    drawLine(canvas, {from, box.y, shown + 0.5f, box.h}, words, style);
    x += width;
  }
}

}  // namespace strata::inline views
