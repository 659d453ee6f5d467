#include <algorithm>
#include <iterator>

#include "app/canvas/format.h"
#include "app/canvas/paint.h"
#include "app/views/compiled/compiled_parts.h"
#include "app/views/empty_note.h"
#include "app/views/view.h"
#include "app/words/messages.h"

namespace strata::inline views {
namespace {

void drawCompiledHeader(Canvas& canvas, const CompiledLayout& layout, const CompiledFacts& facts) {
  if (layout.header.h <= 0) return;
  const float s = layout.scale;
  std::vector<HeaderPiece> pieces{{std::string(text(Msg::CompiledTitle)), look::title(canvas, s)},
                                  {facts.kernel.kernel, look::mono(canvas, s), 1}};
  if (facts.shown) {
    if (layout.code.heads.h <= 0) pieces.push_back({facts.shown->kernel->build.compiler, look::soft(canvas, s), 6});
    if (layout.code.resources.h <= 0)
      std::ranges::move(resourcePieces(*facts.shown->kernel, look::mono(canvas, s), true), std::back_inserter(pieces));
  }
  drawHeader(canvas, layout.header, std::move(pieces));
}

/// The rows under the pointer, as lines of the source.
int hoveredLine(const CompiledLayout& layout, const CompiledFacts& facts, std::optional<Point> pointer) {
  if (!pointer) return 0;
  if (const auto row = layout.source.rowAt(*pointer)) return *row + 1;
  const auto lineOf = [&](const CodePane& pane, const std::optional<CodeFacts>& code) {
    const auto row = code ? pane.rowAt(*pointer) : std::nullopt;
    return row ? code->rows[static_cast<std::size_t>(*row)].lineIn(facts.file) : 0;
  };
  return std::max(lineOf(layout.code, facts.shown), lineOf(layout.against, facts.against));
}

void drawMissing(Canvas& canvas, const CompiledLayout& layout, const CompiledFacts& facts) {
  if (layout.note.h <= 0) return;
  const std::string why = noteWords(facts);
  drawTeachingNote(canvas, layout.note.inset(layout.note.w / 20, 0), facts.wanted.target, {why});
  if (layout.button.h > 0)
    drawButton(canvas, layout.button, fillText(buttonWords(facts), {facts.wanted.target}), layout.scale,
               !facts.running);
}

void drawCompiled(Canvas& canvas, Rect area, const ViewState& state) {
  const CompiledFacts facts = compiledFacts(state);
  if (facts.kernel.lines.empty())
    return drawEmptyNote(canvas, area, state, Msg::KernelEmpty, {Msg::KernelEmptyHint}, FilledBy::AnyRun);
  const ViewChoices& choices = state.sight.choices;
  const CompiledLayout layout = layOutCompiled(canvas, area, facts, choices);
  drawCompiledHeader(canvas, layout, facts);
  for (const CompiledChip& chip : layout.chips)
    drawButton(canvas, chip.box, chip.words, layout.scale * 0.9f, chip.chosen);
  const Lit lit{choices.line, hoveredLine(layout, facts, state.sight.pointer), choices.compiled.instruction};
  drawCompiledSource(canvas, layout, facts, lit);
  if (!facts.shown) return drawMissing(canvas, layout, facts);
  drawCompiledCode(canvas, layout.code, layout.scale, facts, *facts.shown, lit);
  if (facts.against)
    drawCompiledCode(canvas, layout.against, layout.scale, facts, *facts.against, {lit.line, lit.hovered});
}

/// A target that was not compiled yet is asked for with the same click.
Hit hitChip(const ViewState& state, const CompiledFacts& facts, const CompiledChip& chip) {
  Hit hit{state.sight.selection, {}, state.sight.choices};
  CompiledChoices& choices = hit.choices->compiled;
  choices.instruction = 0, choices.codeScroll = 0;
  switch (chip.what) {
    case CompiledChip::What::Target: choices.target = chip.words; break;
    case CompiledChip::What::Machine: choices.intermediate = false; break;
    case CompiledChip::What::Intermediate: choices.intermediate = true; break;
    case CompiledChip::What::Beside:
      choices.against.reset();
      if (!chip.beside.variant.empty()) choices.against = chip.beside;
      break;
  }
  if (chip.what != CompiledChip::What::Target) return hit;
  ViewState then = state;
  then.sight.choices = *hit.choices;
  const CompiledFacts wanted = compiledFacts(then);
  if (!wanted.shown && !wanted.running) hit.compile = wanted.ask;
  hit.tooltip = fillText(wanted.shown ? Msg::CompiledTipShow : Msg::CompiledTipAsk, {chip.words, facts.wanted.variant});
  if (!chip.gpu.empty()) hit.tooltip += "\n" + fillText(Msg::CompiledTipModelled, {chip.gpu});
  return hit;
}

Hit hitButton(const ViewState& state, const CompiledFacts& facts) {
  Hit hit{state.sight.selection, {}};
  hit.compile = facts.ask.value_or(CompileAct{});
  hit.compile->stop = facts.running;
  return hit;
}

/// Chooses the line and keeps the source where it is; what was made of it comes into sight.
Hit hitSource(const ViewState& state, const CompiledFacts& facts, const CompiledLayout& layout, int line) {
  Hit hit{state.sight.selection, sourceTip(facts, line), state.sight.choices};
  hit.choices->line = line;
  hit.choices->variant = facts.kernel.variant;
  CompiledChoices& choices = hit.choices->compiled;
  choices.instruction = 0, choices.codeScroll = 0;
  choices.sourceScroll = static_cast<float>(layout.source.first - restingSource(facts, layout.source.shown, line));
  hit.row = line;
  return hit;
}

/// Chooses the instruction and its line, and keeps the compiled text where it is.
Hit hitInstruction(const ViewState& state, const CompiledFacts& facts, const CodePane& pane, const CodeFacts& code,
                   int index, bool isShown) {
  const CodeRow& row = code.rows[static_cast<std::size_t>(index)];
  Hit hit{state.sight.selection, instructionTip(code, row), state.sight.choices};
  hit.row = index + 1;
  const int line = row.lineIn(facts.file);
  if (line == 0) return hit;
  hit.choices->line = line;
  hit.choices->variant = facts.kernel.variant;
  CompiledChoices& choices = hit.choices->compiled;
  choices.instruction = isShown ? row.line : 0;
  choices.codeScroll = static_cast<float>(pane.first - restingCode(facts, code, pane.shown, line));
  choices.sourceScroll = 0;
  return hit;
}

std::optional<Hit> hitCompiled(const Canvas& canvas, Rect area, const ViewState& state, Point at) {
  const CompiledFacts facts = compiledFacts(state);
  if (facts.kernel.lines.empty()) return std::nullopt;
  const CompiledLayout layout = layOutCompiled(canvas, area, facts, state.sight.choices);
  for (const CompiledChip& chip : layout.chips)
    if (chip.box.contains(at)) return hitChip(state, facts, chip);
  if (layout.button.contains(at)) return hitButton(state, facts);
  if (const auto row = layout.source.rowAt(at)) return hitSource(state, facts, layout, *row + 1);
  if (const auto row = layout.code.rowAt(at))
    return hitInstruction(state, facts, layout.code, *facts.shown, *row, true);
  if (const auto row = layout.against.rowAt(at))
    return hitInstruction(state, facts, layout.against, *facts.against, *row, false);
  if (layout.header.contains(at) && facts.shown && !facts.shown->text->remark.empty())
    return Hit{state.sight.selection, facts.shown->text->remark};
  return std::nullopt;
}

ViewChoices compiledScrolled(const Canvas& canvas, Rect area, const ViewState& state, float lines) {
  const CompiledFacts facts = compiledFacts(state);
  const CompiledLayout layout = layOutCompiled(canvas, area, facts, state.sight.choices);
  ViewChoices choices = state.sight.choices;
  const bool overSource = state.sight.pointer && layout.source.well.contains(*state.sight.pointer);
  float& scroll = overSource ? choices.compiled.sourceScroll : choices.compiled.codeScroll;
  const CodePane& pane = overSource ? layout.source : layout.code;
  const auto resting = static_cast<float>(pane.first) - scroll;
  const auto last = static_cast<float>(std::max(0, pane.all - pane.shown));
  scroll = std::clamp(static_cast<float>(pane.first) + lines, 0.f, last) - resting;
  return choices;
}

bool hasSource(const ViewState& state) {
  const KernelFacts facts = kernelFacts(state);
  return facts.info && !facts.lines.empty();
}

}  // namespace

const View& compiledView() {
  static const View kView{.name = "compiled",
                          .title = Msg::StudioCompiled,
                          .shows = "what a compiler makes of a kernel, instruction by line",
                          .absent = "it holds no run of a kernel whose source Strata has",
                          .order = 72,
                          .dock = ViewDock::Top,
                          .ofSession = false,
                          .draw = drawCompiled,
                          .hit = hitCompiled,
                          .hasContent = hasSource,
                          .scrolled = compiledScrolled};
  return kView;
}

}  // namespace strata::inline views
