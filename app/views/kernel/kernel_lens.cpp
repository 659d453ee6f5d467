#include "app/views/kernel/kernel_lens.h"

#include <algorithm>
#include <array>
#include <vector>

#include "app/canvas/paint.h"
#include "app/lens/lens.h"
#include "app/words/messages.h"

namespace strata::inline views {
namespace {

struct LensChoice {
  Dialect to;
  Rect box;
};

std::string choiceWords(Dialect to) {
  return fillText(Msg::LensAs, {dialectName(to)});
}

/// From the right end of the header; none where it is too narrow, or no mouse reaches them.
std::vector<LensChoice> lensChoices(const Canvas& canvas, const KernelLayout& layout, const ViewState& state) {
  if (!state.sight.takesClicks()) return {};
  const float s = layout.scale;
  const Rect line = layout.header;
  const float height = std::min(line.h - 2 * s, 18 * s);
  std::vector<LensChoice> choices;
  float right = line.right();
  for (const Dialect to : {Dialect::Hip, Dialect::Cuda}) {
    const float width = choiceWidth(canvas, choiceWords(to), 11 * s);
    choices.insert(choices.begin(), {to, {right - width, line.y + (line.h - height) / 2, width, height}});
    right -= width + 4 * s;
  }
  return line.right() - right > 0.3f * line.w || height < 12 * s ? std::vector<LensChoice>{} : choices;
}

/// The gravest first.
constexpr std::array kGrave{LensNoteKind::Lanes,  LensNoteKind::NoCounterpart, LensNoteKind::Differs,
                            LensNoteKind::Launch, LensNoteKind::Header,        LensNoteKind::Renamed};

std::string markWords(LensNoteKind kind, Dialect to) {
  switch (kind) {
    case LensNoteKind::Lanes: return fillText(Msg::LensMarkLanes, {to == Dialect::Hip ? "64" : "32"});
    case LensNoteKind::NoCounterpart: return std::string(text(Msg::LensMarkNone));
    case LensNoteKind::Differs: return std::string(text(Msg::LensMarkDiffers));
    default: return std::string(text(Msg::LensMarkRenamed));
  }
}

std::optional<LensNoteKind> gravestAt(const KernelFacts& facts, int line) {
  for (const LensNoteKind kind : kGrave)
    for (const LensNote& note : facts.lens->notes)
      if (note.line == line && note.kind == kind) return kind;
  return std::nullopt;
}

}  // namespace

void drawLensSwitch(Canvas& canvas, const KernelLayout& layout, const ViewState& state) {
  for (const LensChoice& choice : lensChoices(canvas, layout, state)) {
    const bool on = state.sight.choices.lens == choice.to;
    const bool under = state.sight.pointer && choice.box.contains(*state.sight.pointer);
    drawChoice(canvas, choice.box, choiceWords(choice.to), {11 * layout.scale, on, under});
  }
}

std::optional<Hit> hitLensSwitch(const Canvas& canvas, const KernelLayout& layout, const ViewState& state, Point at) {
  for (const LensChoice& choice : lensChoices(canvas, layout, state)) {
    if (!choice.box.contains(at)) continue;
    const bool on = state.sight.choices.lens == choice.to;
    Hit hit{state.sight.selection, fillText(on ? Msg::LensOffTip : Msg::LensAsTip, {dialectName(choice.to)}),
            state.sight.choices};
    hit.choices->lens = on ? std::nullopt : std::optional(choice.to);
    return hit;
  }
  return std::nullopt;
}

Rect besideLensSwitch(const Canvas& canvas, const KernelLayout& layout, const ViewState& state) {
  Rect rest = layout.header;
  const auto choices = lensChoices(canvas, layout, state);
  if (!choices.empty()) rest.w = std::max(0.f, choices.front().box.x - 8 * layout.scale - rest.x);
  return rest;
}

std::string lensSummary(const KernelFacts& facts) {
  if (!facts.lens) return {};
  const std::string_view to = dialectName(facts.lens->to);
  const int grave = countOf(*facts.lens, LensNoteKind::Lanes) + countOf(*facts.lens, LensNoteKind::NoCounterpart) +
                    countOf(*facts.lens, LensNoteKind::Differs);
  if (facts.lens->isSame() && grave == 0) return fillText(Msg::LensSame, {to});
  return fillText(Msg::LensSummary, {to, std::to_string(facts.lens->places.size()), std::to_string(grave)});
}

std::string lensTooltip(const KernelFacts& facts, int line) {
  std::string sentences;
  if (!facts.lens) return sentences;
  for (const LensNote& note : facts.lens->notes)
    if (note.line == line) sentences.append(sentences.empty() ? "" : "\n").append(note.sentence);
  return sentences;
}

void drawLensPlaces(Canvas& canvas, const KernelLayout& layout, const KernelFacts& facts, int line) {
  if (!facts.lens || line < 1 || line > static_cast<int>(facts.lines.size())) return;
  const std::string_view words = facts.lines[static_cast<std::size_t>(line - 1)];
  const TextStyle style = kernelCodeStyle(canvas, layout);
  const Rect row = layout.row(line);
  for (const LensPlace& place : facts.lens->places) {
    const char* begin = facts.lens->text.data() + place.at;
    if (place.length == 0 || begin < words.data() || begin >= words.data() + words.size()) continue;
    const auto at = static_cast<std::size_t>(begin - words.data());
    const float x = layout.code.x + canvas.measure(words.substr(0, at), style);
    const float end = std::min(x + canvas.measure(words.substr(at, place.length), style), layout.code.right());
    if (end > x) canvas.fill({x, row.bottom() - 2 * layout.scale, end - x, 1.5f * layout.scale}, canvas.theme().accent);
  }
}

Rect drawLensMark(Canvas& canvas, Rect box, const KernelLayout& layout, const KernelFacts& facts, int line) {
  const auto kind = facts.lens ? gravestAt(facts, line) : std::nullopt;
  if (!kind) return box;
  const float size = 9 * layout.scale;
  const std::string words = markWords(*kind, facts.lens->to);
  const float width = tagWidth(canvas, words, size);
  if (width > 0.4f * box.w) return box;
  drawTag(canvas, {box.right() - width, box.y, width, box.h}, words, size);
  box.w -= width + 4 * layout.scale;
  return box;
}

}  // namespace strata::inline views
