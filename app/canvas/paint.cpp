#include "app/canvas/paint.h"

#include <algorithm>
#include <array>
#include <utility>

#include "app/canvas/color_math.h"

namespace strata::inline canvas {
namespace {

constexpr float kTagPadding = 5, kChoicePadding = 0.64f, kPieceGap = 10, kJoinedGap = 16;

float pieceWidth(const Canvas& canvas, const HeaderPiece& piece) {
  return piece.tag ? tagWidth(canvas, piece.text, piece.style.size) : canvas.measure(piece.text, piece.style);
}

float gapBefore(const HeaderPiece& piece) {
  return piece.joined ? kJoinedGap : kPieceGap;
}

float allWidth(const Canvas& canvas, const std::vector<HeaderPiece>& pieces) {
  float width = -kPieceGap;
  for (const HeaderPiece& piece : pieces) {
    const float whole = pieceWidth(canvas, piece);
    width += gapBefore(piece) + (piece.least > 0 ? std::min(piece.least, whole) : whole);
  }
  return width;
}

void drawPiece(Canvas& canvas, Rect box, const HeaderPiece& piece) {
  if (piece.tag)
    drawTag(canvas, box, piece.text, piece.style.size);
  else
    drawLine(canvas, box, piece.text, piece.style);
}

}  // namespace

Rect drawLine(Canvas& canvas, Rect box, std::string_view utf8, const TextStyle& style, Align align) {
  // The box may be a little lower than the line: only the letters must fit, not the air around them.
  if (utf8.empty() || box.w <= 0 || box.h < style.size * 1.15f) return {box.x, box.y, 0, 0};
  std::string buffer;
  const std::string_view shown = elide(canvas, utf8, style, box.w, buffer);
  if (shown.empty()) return {box.x, box.y, 0, 0};
  const float width = canvas.measure(shown, style), height = style.size * kLineHeight;
  const float spare = box.w - width;
  const float x = align == Align::Left ? box.x : align == Align::Right ? box.x + spare : box.x + spare / 2;
  const float y = box.y + (box.h - height) / 2;
  canvas.text({x, y}, shown, style);
  return {x, y, width, height};
}

Rect drawName(Canvas& canvas, Rect box, std::string_view utf8, const TextStyle& style) {
  std::string buffer;
  return drawLine(canvas, box, elideMiddle(canvas, utf8, style, box.w, buffer), style);
}

float tagWidth(const Canvas& canvas, std::string_view word, float size) {
  return canvas.measure(word, {size, Face::Regular, {}}) + 2 * kTagPadding;
}

void drawTag(Canvas& canvas, Rect box, std::string_view word, float size) {
  const float width = tagWidth(canvas, word, size), height = size * 1.6f;
  if (width > box.w || height > box.h) return;
  const Rect frame{box.x, box.y + (box.h - height) / 2, width, height};
  canvas.stroke(frame, canvas.theme().tagBorder, 1, 3);
  drawLine(canvas, frame.inset(kTagPadding - 0.5f, 0), word, {size, Face::Regular, canvas.theme().textSoft},
           Align::Center);
}

float choiceWidth(const Canvas& canvas, std::string_view words, float size) {
  return canvas.measure(words, {size, Face::Regular, {}}) + 2 * kChoicePadding * size;
}

void drawChoice(Canvas& canvas, Rect box, std::string_view words, const ChoiceLook& how) {
  const Theme& theme = canvas.theme();
  canvas.fill(box, theme.button, 4);
  canvas.stroke(box, how.chosen ? theme.accent : how.under ? theme.textDim : theme.buttonBorder, 1, 4);
  drawLine(canvas, box.inset(kChoicePadding * how.size / 2, 0), words,
           {how.size, Face::Regular, how.chosen ? theme.textStrong : theme.textSoft}, Align::Center);
}

void drawButton(Canvas& canvas, Rect box, std::string_view words, float scale, bool loud, bool enabled) {
  const Rect inner = box.inset(8 * scale, 0);
  if (box.h < 12 || inner.w <= 0) return;
  const Theme& theme = canvas.theme();
  canvas.fill(box, loud && enabled ? theme.run : theme.button, 4 * scale);
  canvas.stroke(box, loud && enabled ? theme.runBorder : theme.buttonBorder, 1, 4 * scale);
  const Color ink = !enabled ? theme.textDim : loud ? inkOn(theme.run) : theme.text;
  drawLine(canvas, inner, words, {13 * scale, loud ? Face::Bold : Face::Regular, ink}, Align::Center);
}

void drawChosenRow(Canvas& canvas, Rect row) {
  canvas.fill(row, canvas.theme().button, 3);
  canvas.stroke(row.inset(0.5f, 0.5f), canvas.theme().accent, 1, 3);
}

void drawHatch(Canvas& canvas, Rect box, Color color, float step) {
  for (float start = box.x - box.h + step / 2; start < box.right(); start += step) {
    // A line from (start, bottom) up to (start + h, top), cut at the sides.
    const float x0 = std::max(start, box.x), x1 = std::min(start + box.h, box.right());
    if (x1 <= x0) continue;
    const std::array line{Point{x0, box.bottom() - (x0 - start)}, Point{x1, box.bottom() - (x1 - start)}};
    canvas.polyline(line, color, 1);
  }
}

void drawHeader(Canvas& canvas, Rect box, std::vector<HeaderPiece> pieces) {
  std::erase_if(pieces, [](const HeaderPiece& piece) { return piece.text.empty(); });
  while (!pieces.empty() && allWidth(canvas, pieces) > box.w) {
    const auto least = std::ranges::max_element(pieces, {}, &HeaderPiece::rank);
    if (least->rank == 0) break;
    pieces.erase(least);
  }
  float left = box.x, right = box.right();
  for (auto piece = pieces.rbegin(); piece != pieces.rend(); ++piece) {
    if (!piece->right) continue;
    right -= pieceWidth(canvas, *piece);
    drawPiece(canvas, {right, box.y, pieceWidth(canvas, *piece), box.h}, *piece);
    right -= kPieceGap;
  }
  for (const HeaderPiece& piece : pieces) {
    if (piece.right) continue;
    if (left > box.x) left += gapBefore(piece);
    if (piece.joined) {
      const float half = piece.style.size / 9, middle = left - kJoinedGap / 2;
      canvas.fill({middle - half, box.y + box.h / 2 - half, 2 * half, 2 * half}, piece.style.color, half);
    }
    drawPiece(canvas, {left, box.y, right - left, box.h}, piece);
    left += pieceWidth(canvas, piece);
  }
}

Rect viewMargins(Rect area) {
  return area.inset(std::min(12.f, area.w * 0.03f), std::min(8.f, area.h * 0.03f));
}

std::vector<std::string> wrapText(const Canvas& canvas, std::string_view utf8, const TextStyle& style, float width) {
  std::vector<std::string> lines;
  std::string line;
  for (std::size_t at = 0; at < utf8.size();) {
    const std::size_t space = std::min(utf8.find_first_of(" \n", at), utf8.size());
    const std::string_view word = utf8.substr(at, space - at);
    at = space + 1;
    std::string longer = line;
    if (!line.empty()) longer += ' ';
    longer += word;
    if (!line.empty() && canvas.measure(longer, style) > width)
      lines.push_back(std::exchange(line, std::string(word)));
    else
      line = std::move(longer);
    if (space < utf8.size() && utf8[space] == '\n') lines.push_back(std::exchange(line, {}));
  }
  if (!line.empty()) lines.push_back(line);
  return lines;
}

void drawTeachingNote(Canvas& canvas, Rect box, std::string_view loud, const std::vector<std::string_view>& quiet) {
  struct Line {
    std::string text;
    TextStyle style;
  };
  const TextStyle loudStyle{15, Face::Bold, canvas.theme().textSoft},
      quietStyle{12, Face::Regular, canvas.theme().textDim};
  std::vector<Line> lines;
  for (std::string& line : wrapText(canvas, loud, loudStyle, box.w)) lines.push_back({std::move(line), loudStyle});
  for (const std::string_view text : quiet)
    for (std::string& line : wrapText(canvas, text, quietStyle, box.w)) lines.push_back({std::move(line), quietStyle});
  const auto height = [](const Line& line) { return line.style.size * 1.6f; };
  float all = 0;
  for (const Line& line : lines) all += height(line);
  while (!lines.empty() && all > box.h) {
    all -= height(lines.back());
    lines.pop_back();
  }
  float y = box.y + (box.h - all) / 2;
  for (const Line& line : lines) {
    drawLine(canvas, {box.x, y, box.w, height(line)}, line.text, line.style, Align::Center);
    y += height(line);
  }
}

}  // namespace strata::inline canvas
