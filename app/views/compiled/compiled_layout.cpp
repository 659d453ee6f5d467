#include "app/views/compiled/compiled_layout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <string_view>
#include <utility>

#include "app/canvas/paint.h"

namespace strata::inline views {
namespace {

constexpr float kPaneGap = 8, kRemarkGap = 3;

float chipWidth(const Canvas& canvas, const std::string& words, float scale) {
  return std::max(40.f, std::ceil(canvas.measure(words, {13 * scale, Face::Regular, {}}) + 17 * scale));
}

std::string besideWords(const CompiledFacts& facts, const CompiledSource& source) {
  if (source.variant.empty()) return std::string(text(Msg::CompiledAlone));
  if (source.target == facts.wanted.target) return source.variant;
  return source.variant == facts.wanted.variant ? source.target : source.variant + " " + source.target;
}

/// What can be chosen, in order; what stands beside comes last.
std::vector<CompiledChip> chipsOf(const CompiledFacts& facts, const CompiledChoices& choices) {
  using What = CompiledChip::What;
  std::vector<CompiledChip> chips;
  bool offered = false;
  for (const OfferedTarget& target : facts.targets) {
    const bool chosen = target.name == facts.wanted.target;
    offered = offered || chosen;
    chips.push_back({What::Target, target.name, {}, chosen, {}, target.gpu, target.ofSession});
  }
  if (!offered) chips.push_back({What::Target, facts.wanted.target, {}, true});
  const std::string language = facts.shown ? facts.shown->kernel->build.intermediate.language : std::string();
  if (facts.shown && !facts.shown->kernel->build.intermediate.text.empty()) {
    chips.push_back({What::Machine, std::string(text(Msg::CompiledMachine)), {}, !choices.intermediate});
    chips.push_back({What::Intermediate, language, {}, choices.intermediate});
  }
  if (facts.shown && !facts.others.empty()) {
    chips.push_back({What::Beside, besideWords(facts, {}), {}, !facts.against});
    for (const CompiledSource& other : facts.others)
      chips.push_back({What::Beside, besideWords(facts, other), {}, choices.against == other, other});
  }
  return chips;
}

/// Without the last targets, where the kinds of text would have no room beside them; those of the session go last.
void leaveRoomForKinds(const Canvas& canvas, float room, float scale, std::vector<CompiledChip>& chips) {
  float taken = 14 * scale;
  for (const CompiledChip& chip : chips)
    if (chip.what != CompiledChip::What::Beside) taken += chipWidth(canvas, chip.words, scale) + 4 * scale;
  for (const bool ofSession : {false, true})
    for (std::size_t i = chips.size(); i-- > 0 && taken > room;) {
      const CompiledChip& chip = chips[i];
      if (chip.what != CompiledChip::What::Target || chip.chosen || chip.ofSession != ofSession) continue;
      taken -= chipWidth(canvas, chip.words, scale) + 4 * scale;
      chips.erase(chips.begin() + static_cast<std::ptrdiff_t>(i));
    }
}

/// In one line, as many as there is room for; a gap where another kind of choice begins.
void placeChips(const Canvas& canvas, Rect box, CompiledLayout& layout, std::vector<CompiledChip> chips) {
  float x = box.x;
  const float s = layout.scale;
  leaveRoomForKinds(canvas, box.w, s, chips);
  const CompiledChip* before = nullptr;
  const auto group = [](const CompiledChip& chip) {
    return chip.what == CompiledChip::What::Machine ? CompiledChip::What::Intermediate : chip.what;
  };
  for (CompiledChip& chip : chips) {
    if (before && group(*before) != group(chip)) x += 14 * s;
    const float width = chipWidth(canvas, chip.words, s);
    if (x + width > box.right()) break;
    chip.box = {x, box.y, width, box.h};
    x += width + 4 * s;
    before = &chip;
    layout.chips.push_back(chip);
  }
}

/// Heads above the rows where there is room; then bands, numbers, counts and text from the left.
CodePane paneOf(const Canvas& canvas, Rect well, float scale, int all, int counts, std::size_t digits,
                bool hasResources = false) {
  CodePane pane;
  const TextStyle style = compiledCodeStyle(canvas, scale);
  const float digit = canvas.measure("0", style);
  pane.well = well;
  pane.rowHeight = std::round(style.size * 1.42f);
  const Rect inner = well.inset(std::min(6 * scale, well.w * 0.03f), std::min(4.f, well.h * 0.05f));
  const float heads = inner.h > 5 * pane.rowHeight ? 16 * scale : 0;
  const float resources = hasResources ? heads : 0;
  pane.heads = {inner.x, inner.y, inner.w, heads};
  pane.resources = {inner.x, pane.heads.bottom(), inner.w, resources};
  pane.rows = {inner.x, pane.resources.bottom(), inner.w, std::max(0.f, inner.h - heads - resources)};
  pane.all = all;
  pane.shown = std::min(all, static_cast<int>(pane.rows.h / pane.rowHeight));
  pane.band = {inner.x, inner.y, std::min(5 * scale, inner.w * 0.05f), inner.h};
  const float numbers = std::ceil(digit * static_cast<float>(digits)) + 8 * scale;
  pane.numbers = {pane.band.right(), inner.y, std::min(inner.w * 0.25f, numbers), inner.h};
  float x = pane.numbers.right() + 3 * scale;
  const float column = digit * 5 + 8 * scale;
  for (int i = 0; i < counts && inner.right() - x - column > std::max(inner.w * 0.4f, 60 * scale); ++i, x += column)
    pane.counts.push_back({x, inner.y, column - 2, inner.h});
  x += 5 * scale;
  pane.code = {x, inner.y, std::max(0.f, inner.right() - x), inner.h};
  return pane;
}

/// Each of them where it takes no more than a quarter of the box.
std::vector<std::string> remarkLines(const Canvas& canvas, const std::array<std::string_view, 3>& remarks,
                                     const TextStyle& style, Rect box) {
  std::vector<std::string> all;
  for (const std::string_view remark : remarks) {
    std::vector<std::string> lines = wrapText(canvas, remark, style, box.w);
    if (static_cast<float>(lines.size()) * style.size * kLineHeight > box.h / 4) continue;
    std::ranges::move(lines, std::back_inserter(all));
  }
  return all;
}

void placePanes(const Canvas& canvas, Rect body, const CompiledFacts& facts, const ViewChoices& choices,
                CompiledLayout& layout) {
  const bool wide = body.w > body.h * 0.9f && body.w >= 480;
  const bool three = facts.against && wide && body.w >= 760;
  const float gap = std::min(kPaneGap * layout.scale, (wide ? body.w : body.h) * 0.03f);
  const float share = three ? 0.36f : wide ? 0.46f : 0.45f;
  const float first = (wide ? body.w : body.h) * share;
  const Rect left = wide ? Rect{body.x, body.y, first, body.h} : Rect{body.x, body.y, body.w, first};
  Rect right = wide ? Rect{left.right() + gap, body.y, body.w - first - gap, body.h}
                    : Rect{body.x, left.bottom() + gap, body.w, body.h - first - gap};
  const int counts = (facts.shown ? 1 : 0) + (facts.against ? 1 : 0) + (facts.kernel.counts.empty() ? 0 : 1);
  const std::size_t digits = std::max<std::size_t>(3, std::to_string(facts.kernel.lines.size()).size());
  layout.source = paneOf(canvas, left, layout.scale, static_cast<int>(facts.kernel.lines.size()), counts, digits);
  layout.source.scrollTo(restingSource(facts, layout.source.shown, choices.line), choices.compiled.sourceScroll);
  if (!facts.shown) {
    layout.note = right;
    return;
  }
  const auto place = [&](const CodeFacts& code, Rect box) {
    const TextStyle style = compiledHeadStyle(canvas, layout.scale);
    std::string noRoom;
    if (facts.against && !three)
      noRoom = fillText(Msg::CompiledNoRoomBeside, {facts.against->source.variant, facts.against->source.target});
    std::vector<std::string> remark = remarkLines(canvas, {code.kernel->traps, noRoom, code.text->remark}, style, box);
    const float height = static_cast<float>(remark.size()) * style.size * kLineHeight;
    if (!remark.empty()) box.h -= height + kRemarkGap;
    CodePane pane = paneOf(canvas, box, layout.scale, static_cast<int>(code.rows.size()), 0, digits, three);
    pane.remark = {box.x, box.bottom() + kRemarkGap, box.w, remark.empty() ? 0 : height};
    pane.remarkLines = std::move(remark);
    pane.scrollTo(restingCode(facts, code, pane.shown, choices.line), choices.compiled.codeScroll);
    return pane;
  };
  if (three) {
    const float half = (right.w - gap) / 2;
    layout.against = place(*facts.against, {right.right() - half, right.y, half, right.h});
    right.w = half;
  }
  layout.code = place(*facts.shown, right);
}

}  // namespace

Rect CodePane::row(int index) const {
  return {rows.x, rows.y + static_cast<float>(index - first) * rowHeight, rows.w, rowHeight};
}

std::optional<int> CodePane::rowAt(Point at) const {
  if (!rows.contains(at) || shown <= 0) return std::nullopt;
  const int index = first + static_cast<int>((at.y - rows.y) / rowHeight);
  return index < std::min(all, first + shown) ? std::optional(index) : std::nullopt;
}

void CodePane::scrollTo(int resting, float by) {
  const int lines = std::isfinite(by) ? static_cast<int>(std::lround(std::clamp(by, -1e6f, 1e6f))) : 0;
  first = std::clamp(resting + lines, 0, std::max(0, all - shown));
}

int restingSource(const CompiledFacts& facts, int shown, int line) {
  const int all = static_cast<int>(facts.kernel.lines.size());
  int first = facts.kernel.begin - 1;
  if (line > 0 && (line - 1 < first || line > first + shown - 1)) first = line - 1 - shown / 2;
  return std::clamp(first, 0, std::max(0, all - shown));
}

int restingCode(const CompiledFacts& facts, const CodeFacts& code, int shown, int line) {
  const auto row = code.rowOf({facts.file, line});
  const int all = static_cast<int>(code.rows.size());
  return row ? std::clamp(static_cast<int>(*row) - shown / 3, 0, std::max(0, all - shown)) : 0;
}

TextStyle compiledCodeStyle(const Canvas& canvas, float scale) {
  return {11 * scale, Face::Mono, canvas.theme().text};
}

TextStyle compiledHeadStyle(const Canvas& canvas, float scale) {
  return {std::max(8.5f, 9 * scale), Face::Regular, canvas.theme().textDim};
}

CompiledLayout layOutCompiled(const Canvas& canvas, Rect outer, const CompiledFacts& facts,
                              const ViewChoices& choices) {
  CompiledLayout layout;
  const Rect area = viewMargins(outer);
  layout.scale = std::clamp(std::min(area.w / 900, area.h / 520), 0.9f, 2.2f);
  const float s = layout.scale, header = area.h >= 90 ? 24 * s : 0, chips = area.h >= 170 ? 22 * s : 0;
  layout.header = {area.x, area.y, area.w, header};
  if (chips > 0) placeChips(canvas, {area.x, area.y + header, area.w, chips}, layout, chipsOf(facts, choices.compiled));
  const float above = header + (chips > 0 ? chips + 6 * s : 0);
  placePanes(canvas, {area.x, area.y + above, area.w, std::max(0.f, area.h - above)}, facts, choices, layout);
  if (layout.note.h > 90 * s && layout.note.w > 130 * s && (facts.ask || facts.running)) {
    const float width = std::min(
        chipWidth(canvas, fillText(buttonWords(facts), {facts.wanted.target}), s * 1.1f) + 12 * s, layout.note.w - 16);
    // A second click where Compile stood is no Stop.
    const float aside = facts.running && layout.note.h > 150 * s ? 34 * s : 0;
    layout.button = {layout.note.x + (layout.note.w - width) / 2, layout.note.bottom() - 46 * s - aside, width, 28 * s};
    layout.note.h -= 52 * s + aside;
  }
  return layout;
}

Msg buttonWords(const CompiledFacts& facts) {
  return facts.running ? Msg::CompiledStop : Msg::CompiledAsk;
}

std::string noteWords(const CompiledFacts& facts) {
  if (facts.running) return fillText(Msg::CompiledRunning, {facts.wanted.variant, facts.wanted.target});
  if (!facts.error.empty()) return facts.error;
  return fillText(facts.ask ? Msg::CompiledNotYet : Msg::CompiledNever, {facts.wanted.variant, facts.wanted.target});
}

}  // namespace strata::inline views
