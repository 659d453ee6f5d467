#include <algorithm>
#include <array>

#include "app/canvas/color_math.h"
#include "app/canvas/format.h"
#include "app/canvas/paint.h"
#include "app/facts/compiled_lines.h"
#include "app/facts/kernel_tokens.h"
#include "app/views/code_line.h"
#include "app/views/compiled/compiled_parts.h"

namespace strata::inline views {
namespace {

constexpr Storey kHues[] = {Storey::Runtime, Storey::Model,   Storey::Hardware,
                            Storey::Driver,  Storey::Library, Storey::Framework};

/// The colour of a line that instructions were made of; none for others.
std::optional<Color> bandOf(const CompiledFacts& facts, int line) {
  const auto band = facts.bands.find(line);
  if (band == facts.bands.end()) return std::nullopt;
  return storeyInfo(kHues[band->second % std::size(kHues)]).color;
}

void drawWell(Canvas& canvas, const CodePane& pane) {
  canvas.fill(pane.well, canvas.theme().well, 5);
  canvas.stroke(pane.well, canvas.theme().wellBorder, 1, 5);
}

/// The strip of a row in the colour of its line, and a ground where the line is lit.
void drawBand(Canvas& canvas, const CodePane& pane, Rect row, const CompiledFacts& facts, int line, const Lit& lit) {
  const auto color = bandOf(facts, line);
  if (!color) return;
  const bool chosen = line == lit.line, hovered = line == lit.hovered;
  if (chosen || hovered) canvas.fill(row, mix(canvas.theme().well, *color, chosen ? 0.34f : 0.18f));
  canvas.fill({pane.band.x, row.y, pane.band.w, row.h - 1}, *color);
}

void drawNumber(Canvas& canvas, const CodePane& pane, Rect row, const std::string& words, TextStyle style, bool loud) {
  style.color = loud ? canvas.theme().textStrong : canvas.theme().textDim;
  drawLine(canvas, {pane.numbers.x, row.y, pane.numbers.w - 3, row.h}, words, style, Align::Right);
}

/// What stands in the columns of counts at a line, from the left.
std::vector<std::string> countsAt(const CompiledFacts& facts, int line) {
  std::vector<std::string> words;
  for (const auto* code : {&facts.shown, &facts.against}) {
    if (!*code) continue;
    const auto count = (*code)->counts.find(line);
    words.push_back(count == (*code)->counts.end() ? std::string() : std::to_string(count->second));
  }
  if (facts.kernel.counts.empty()) return words;
  const auto sums = facts.kernel.counts.find(line);
  const bool any = sums != facts.kernel.counts.end() && sums->second.requests > 0;
  words.push_back(any ? formatCount(sums->second.requests) : std::string());
  return words;
}

/// Of two texts what tells them apart.
std::vector<std::string> countHeads(const CompiledFacts& facts) {
  std::vector<std::string> heads;
  if (facts.shown && facts.against) {
    const bool targets = facts.shown->source.target != facts.against->source.target;
    for (const auto* code : {&facts.shown, &facts.against})
      heads.push_back(targets ? (*code)->source.target : (*code)->source.variant);
  } else if (facts.shown) {
    heads.emplace_back(text(Msg::CompiledCount));
  }
  if (!facts.kernel.counts.empty()) heads.emplace_back(text(Msg::CompiledRequests));
  return heads;
}

/// "40 registers", "spilled 16 B", as far as the compiler says.
std::vector<std::string> resourceWords(const CompiledResources& resources) {
  std::vector<std::string> words;
  const auto add = [&](Msg what, const auto& number) {
    if (number) words.push_back(fillText(what, {std::to_string(*number)}));
  };
  add(Msg::CompiledRegisters, resources.registers);
  add(Msg::CompiledScalarRegisters, resources.scalarRegisters);
  add(Msg::CompiledShared, resources.sharedBytes);
  add(Msg::CompiledSpilled, resources.spillBytes);
  return words;
}

}  // namespace

std::vector<HeaderPiece> resourcePieces(const BuiltKernel& kernel, const TextStyle& style, bool right) {
  std::vector<HeaderPiece> pieces;
  const auto tag = [&](Provenance kind, int rank) {
    const TextStyle small{std::max(8.5f, style.size * 5 / 6), Face::Regular, {}};
    pieces.push_back({std::string(provenanceKey(kind)), small, rank, right, true});
  };
  const std::vector<std::string> words = resourceWords(kernel.build.resources);
  for (const std::string& each : words) pieces.push_back({each, style, 3, right, false, &each != &words[0]});
  if (!words.empty()) tag(Provenance::Counted, 4);
  if (kernel.occupancy.share) {
    pieces.push_back({fillText(Msg::CompiledOccupancy, {formatPartPercent(*kernel.occupancy.share)}), style, 5, right});
    tag(Provenance::Modelled, 6);
  }
  return pieces;
}

void drawCompiledSource(Canvas& canvas, const CompiledLayout& layout, const CompiledFacts& facts, const Lit& lit) {
  const CodePane& pane = layout.source;
  if (pane.well.h <= 0) return;
  drawWell(canvas, pane);
  const std::vector<std::string> heads = countHeads(facts);
  for (std::size_t i = 0; i < pane.counts.size() && pane.heads.h > 0; ++i)
    drawLine(canvas, {pane.counts[i].x, pane.heads.y, pane.counts[i].w, pane.heads.h}, heads[i],
             compiledHeadStyle(canvas, layout.scale), Align::Right);
  const TextStyle style = compiledCodeStyle(canvas, layout.scale);
  TextStyle count = style;
  count.color = canvas.theme().textSoft;
  bool inComment = false;
  for (int i = 0; i < pane.first; ++i) codeSpans(facts.kernel.lines[static_cast<std::size_t>(i)], inComment);
  for (int i = pane.first; i < pane.first + pane.shown; ++i) {
    const Rect row = pane.row(i);
    const int line = i + 1;
    drawBand(canvas, pane, row, facts, line, lit);
    drawNumber(canvas, pane, row, std::to_string(line), style, line == lit.line);
    const std::vector<std::string> counts = countsAt(facts, line);
    for (std::size_t k = 0; k < pane.counts.size(); ++k)
      drawLine(canvas, {pane.counts[k].x, row.y, pane.counts[k].w, row.h}, counts[k], count, Align::Right);
    drawCodeLine(canvas, {pane.code.x, row.y, pane.code.w, row.h}, facts.kernel.lines[static_cast<std::size_t>(i)],
                 inComment, style);
  }
}

void drawCompiledCode(Canvas& canvas, const CodePane& pane, float scale, const CompiledFacts& facts,
                      const CodeFacts& code, const Lit& lit) {
  if (pane.well.h <= 0) return;
  drawWell(canvas, pane);
  if (pane.heads.h > 0) {
    const std::string words =
        fillText(Msg::CompiledHead, {code.source.variant, code.source.target, code.text->language,
                                     code.kernel->build.compiler, formatCount(code.text->instructions.size())});
    drawLine(canvas, pane.heads, words, compiledHeadStyle(canvas, scale));
  }
  if (pane.resources.h > 0)
    drawHeader(canvas, pane.resources, resourcePieces(*code.kernel, compiledHeadStyle(canvas, scale), false));
  const TextStyle style = compiledCodeStyle(canvas, scale);
  TextStyle quiet = style;
  quiet.color = canvas.theme().textDim;
  for (int i = pane.first; i < pane.first + pane.shown; ++i) {
    const Rect row = pane.row(i);
    const CodeRow& shown = code.rows[static_cast<std::size_t>(i)];
    const int line = shown.lineIn(facts.file);
    Lit here = lit;
    if (shown.isOf({facts.file, lit.line})) here.line = line;
    if (shown.isOf({facts.file, lit.hovered})) here.hovered = line;
    drawBand(canvas, pane, row, facts, line, here);
    if (shown.instruction && shown.line == lit.instruction) canvas.stroke(row, canvas.theme().white, 1);
    if (line > 0) drawNumber(canvas, pane, row, std::to_string(line), style, shown.isOf({facts.file, lit.line}));
    drawLine(canvas, {pane.code.x, row.y, pane.code.w, row.h}, readableCode(code.text->language, shown.text),
             shown.instruction ? style : quiet);
  }
  const float height = pane.remark.h / static_cast<float>(std::max<std::size_t>(1, pane.remarkLines.size()));
  for (std::size_t i = 0; i < pane.remarkLines.size(); ++i)
    drawLine(canvas, {pane.remark.x, pane.remark.y + static_cast<float>(i) * height, pane.remark.w, height},
             pane.remarkLines[i], compiledHeadStyle(canvas, scale));
}

std::string sourceTip(const CompiledFacts& facts, int line) {
  std::string tip;
  const auto add = [&](const std::string& words) { tip.append(tip.empty() ? "" : "\n").append(words); };
  for (const auto* code : {&facts.shown, &facts.against}) {
    if (!*code) continue;
    const auto count = (*code)->counts.find(line);
    if (count == (*code)->counts.end()) continue;
    std::map<std::string, std::size_t> names;
    for (const CodeRow& row : (*code)->rows)
      if (row.instruction && !row.instruction->from.empty() &&
          row.instruction->from.front() == TextPlace{facts.file, line})
        ++names[row.instruction->name];
    std::string list;
    for (const auto& [name, times] : names)
      if (!name.empty()) list += (list.empty() ? "" : ", ") + std::to_string(times) + " " + name;
    add(fillText(Msg::CompiledTipLine, {(*code)->source.target, std::to_string(line), std::to_string(count->second)}) +
        (list.empty() ? "" : ": " + list));
  }
  if (const auto sums = facts.kernel.counts.find(line); sums != facts.kernel.counts.end() && sums->second.requests > 0)
    add(fillText(Msg::CompiledTipRequests, {formatCount(sums->second.requests), formatCount(sums->second.lanes)}));
  if (!tip.empty()) add(std::string(provenanceKey(Provenance::Counted)));
  return tip;
}

std::string instructionTip(const CodeFacts& code, const CodeRow& row) {
  std::string tip = readableCode(code.text->language, row.text);
  if (!row.instruction) return tip;
  if (row.instruction->from.empty()) return tip + "\n" + std::string(text(Msg::CompiledTipNoLine));
  for (std::size_t i = 0; i < row.instruction->from.size(); ++i)
    tip +=
        "\n" + fillText(i == 0 ? Msg::CompiledTipFrom : Msg::CompiledTipCalled, {placeWords(row.instruction->from[i])});
  return tip;
}

}  // namespace strata::inline views
