#include <algorithm>
#include <optional>

#include "app/canvas/color_math.h"
#include "app/canvas/paint.h"
#include "app/facts/published_times.h"
#include "app/facts/variant_facts.h"
#include "app/facts/what_if.h"
#include "app/views/bounds/bounds_layout.h"
#include "app/views/bounds/bounds_words.h"
#include "app/views/empty_note.h"
#include "app/views/view.h"
#include "app/words/messages.h"

// Why a step would take as long as it would on a GPU that is not here: each resource's time if nothing else took any;
// and what if its launch or the GPU were another.

namespace strata::inline views {
namespace {

const RunResult* shownResult(const ViewState& state) {
  if (const RunResult* chosen = findResult(state, shownVariant(state)); chosen && chosen->modelled) return chosen;
  const auto any =
      std::ranges::find_if(state.session.results, [](const RunResult& result) { return result.modelled.has_value(); });
  return any == state.session.results.end() ? nullptr : &*any;
}

/// What is drawn, and where.
struct Shown {
  const RunResult& result;
  const ModelledRun& run;
  WhatIfAnswer answer;
  BoundsLayout layout;

  bool changed() const { return answer.unknown.empty() && answer.changed(); }
};

Shown shownIn(const Canvas& canvas, Rect area, const ViewState& state, const RunResult& result) {
  Shown shown{result, *result.modelled, whatIf(state, result), {}};
  shown.layout = layOutBounds(canvas, area, shown.run, shown.answer, publishedBeside(state, result), state.sight.still,
                              state.sight.choices.asksWhatIf);
  return shown;
}

/// Where lines stand in a row, from left to right: its bar's end as it was modelled, and where all together ends.
std::vector<float> linesAt(const Shown& shown, const BoundsLayout::Row& row) {
  std::vector<float> at;
  if (shown.changed()) at.push_back(shown.layout.barEnd(row, row.part->seconds));
  if (!shown.changed() || shown.answer.canLaunch())
    at.push_back(shown.layout.barEnd(row, shown.changed() ? shown.answer.seconds : shown.run.seconds));
  std::ranges::sort(at);
  return at;
}

/// Where a bar's time begins: behind it or, where a line would cross that or part it from its bar, within its end.
/// Behind the lines where the bar is too short for it.
float valueAt(const Shown& shown, const BoundsLayout::Row& row, Rect bar, float width, float gap) {
  const std::vector<float> lines = linesAt(shown, row);
  const auto crosses = [&](float line, float x) { return line > x - gap && line < x + width + gap; };
  const auto crossed = [&](float x) {
    return std::ranges::any_of(lines, [&](float line) { return crosses(line, x); });
  };
  float behind = bar.right() + gap, within = bar.right() - gap - width;
  if (!crossed(behind)) return behind;
  for (auto line = lines.rbegin(); line != lines.rend(); ++line)
    if (crosses(*line, within)) within = *line - gap - width;
  if (within >= bar.x + gap) return within;
  for (const float line : lines)
    if (crosses(line, behind)) behind = line + gap;
  return behind;
}

void drawRow(Canvas& canvas, const Shown& shown, const BoundsLayout::Row& row, std::string_view longest) {
  const BoundsLayout& layout = shown.layout;
  const Color color = storeyInfo(row.part->bound == longest ? Storey::Model : Storey::Hardware).color;
  TextStyle style = look::soft(canvas, layout.scale);
  if (row.part->bound == longest) style.color = canvas.theme().textStrong;
  drawLine(canvas, row.name, boundWords(row.part->bound), style);
  if (shown.changed() && !shown.answer.canLaunch()) return;
  const std::string words = boundTimeText(row.seconds);
  if (row.room <= 4) return void(drawLine(canvas, {row.bar.x, row.box.y, row.bar.w, row.box.h}, words, style));
  Rect bar = row.bar;
  bar.w = std::max(1.5f, layout.barEnd(row, row.seconds) - bar.x);
  canvas.stroke(bar, color, 1, 2);
  drawHatch(canvas, bar, color, 5);
  const float gap = 6 * layout.scale, width = canvas.measure(words, style), x = valueAt(shown, row, bar, width, gap);
  if (x < bar.right()) canvas.fill({x - gap / 2, bar.y + 1, width + gap, bar.h - 2}, canvas.theme().background);
  drawLine(canvas, {x, row.box.y, row.box.right() - x, row.box.h}, words, style);
}

/// Where all of it together ends; as it was modelled as well where something else is asked.
void drawWhole(Canvas& canvas, const Shown& shown) {
  const BoundsLayout& layout = shown.layout;
  if (layout.rows.empty() || layout.rows.front().room <= 4) return;
  const auto line = [&](double seconds, Color color) {
    const float x = layout.barEnd(layout.rows.front(), seconds);
    canvas.line({x, layout.rows.front().box.y}, {x, layout.rows.back().box.bottom()}, color, 1);
  };
  if (!shown.changed()) return line(shown.run.seconds, canvas.theme().textDim);
  if (shown.answer.canLaunch()) line(shown.answer.seconds, canvas.theme().textStrong);
  for (const BoundsLayout::Row& row : layout.rows) {  // and where each bar ended
    const float x = layout.barEnd(row, row.part->seconds);
    canvas.line({x, row.bar.y - 1}, {x, row.bar.bottom() + 1}, canvas.theme().textDim, 1);
  }
}

void drawSlider(Canvas& canvas, const ViewState& state, const BoundsLayout& layout,
                const BoundsLayout::Slider& slider) {
  const float s = layout.scale, y = slider.box.y + slider.box.h / 2;
  const Theme& theme = canvas.theme();
  TextStyle style = look::small(canvas, s);
  drawLine(canvas, slider.name, text(knobName(slider.knob)), style);
  const bool changed = slider.range.changed();
  if (changed) style.color = theme.textStrong, style.face = Face::Bold;
  const std::string value = knobText(slider.knob, slider.range.now);
  if (!state.sight.takesClicks()) return void(drawLine(canvas, slider.track, value, style));
  drawLine(canvas, slider.value, value, style, Align::Right);
  const float now = slider.at(slider.range.now), modelled = slider.at(slider.range.modelled);
  const Color color = readableOn(theme.background, storeyInfo(Storey::Model).color);
  canvas.fill({slider.track.x, y - 1.5f, slider.track.w, 3}, theme.tagBorder, 1.5f);
  if (changed) canvas.fill({std::min(now, modelled), y - 1.5f, std::abs(now - modelled), 3}, color, 1.5f);
  const float tick = std::min(7 * s, slider.box.h / 2 - 1);
  canvas.line({modelled, y - tick}, {modelled, y + tick}, theme.textDim, 1.5f);
  const bool hovered = state.sight.pointer && slider.box.contains(*state.sight.pointer);
  const float r = std::min(5 * s, slider.box.h / 2 - 2) + (hovered ? 1 : 0);
  canvas.fill({now - r, y - r, 2 * r, 2 * r}, changed ? color : theme.textSoft, r);
}

void drawPanel(Canvas& canvas, const ViewState& state, const Shown& shown) {
  const BoundsLayout& layout = shown.layout;
  const float s = layout.scale;
  if (layout.panelTitle.h > 0 && (shown.changed() || state.sight.takesClicks()))
    drawHeader(canvas, layout.panelTitle, {{std::string(text(Msg::WhatIfTitle)), look::title(canvas, s)}});
  if (layout.reset.w > 0)
    drawChoice(canvas, layout.reset, text(Msg::WhatIfReset),
               {10 * s, false, state.sight.pointer && layout.reset.contains(*state.sight.pointer)});
  for (const BoundsLayout::Slider& slider : layout.sliders) drawSlider(canvas, state, layout, slider);
  for (const BoundsLayout::Note& note : layout.notes)
    drawLine(canvas, note.box, note.words, note.strong ? look::strong(canvas, s) : look::small(canvas, s));
}

void drawHeaderLine(Canvas& canvas, const Shown& shown) {
  const float s = shown.layout.scale;
  std::vector<HeaderPiece> pieces{{std::string(text(Msg::BoundsTitle)), look::title(canvas, s)},
                                  {shown.result.variant, look::soft(canvas, s), 2},
                                  {shown.run.gpuTitle, look::dim(canvas, s), 7}};
  const double seconds = shown.changed() ? shown.answer.seconds : shown.run.seconds;
  if (seconds > 0)
    pieces.push_back({fillText(Msg::BoundsWhole, {boundTimeText(seconds)}), look::strong(canvas, s), 1, true});
  if (shown.changed()) pieces.push_back({std::string(text(Msg::WhatIfTitle)), look::strong(canvas, s), 3, true, true});
  pieces.push_back({std::string(provenanceKey(Provenance::Modelled)), look::dim(canvas, s), 5, true, true});
  drawHeader(canvas, shown.layout.header, std::move(pieces));
}

/// Without an experiment a form may well have the choice.
Msg howToFill(const ViewState& state) {
  const auto& experiment = state.session.experiment;
  const bool asked = !experiment || std::ranges::any_of(experiment->parameters, [](const ParameterInfo& each) {
    return each.name == "model_gpu";
  });
  return asked ? Msg::BoundsEmptyHint : Msg::BoundsNoModel;
}

void drawBounds(Canvas& canvas, Rect area, const ViewState& state) {
  const RunResult* result = shownResult(state);
  if (!result) return drawEmptyNote(canvas, area, state, Msg::BoundsEmpty, {howToFill(state)});
  const Shown shown = shownIn(canvas, area, state, *result);
  const BoundsLayout& layout = shown.layout;
  const float s = layout.scale, line = 17 * s;
  if (layout.header.h > 0) drawHeaderLine(canvas, shown);
  if (layout.turn.w > 0)
    drawChoice(canvas, layout.turn, text(boundsTurnWord(layout)),
               {10 * s, false, state.sight.pointer && layout.turn.contains(*state.sight.pointer)});
  for (std::size_t i = 0; i < layout.lines.size(); ++i)
    drawLine(canvas, {layout.sentence.x, layout.sentence.y + static_cast<float>(i) * line, layout.sentence.w, line},
             layout.lines[i], i < layout.published ? look::soft(canvas, s) : look::dim(canvas, s));
  const std::string& longest = shown.changed() ? shown.answer.bound : shown.run.bound;
  for (const BoundsLayout::Row& row : layout.rows) drawRow(canvas, shown, row, longest);
  if (layout.leftOutLine.h > 0)
    drawLine(canvas, layout.leftOutLine, leftOutWords(layout.leftOut), look::dim(canvas, s));
  drawWhole(canvas, shown);
  const float footLine = layout.foot.h / static_cast<float>(std::max<std::size_t>(1, layout.footLines.size()));
  for (std::size_t i = 0; i < layout.footLines.size(); ++i)
    drawLine(canvas, {layout.foot.x, layout.foot.y + static_cast<float>(i) * footLine, layout.foot.w, footLine},
             layout.footLines[i], boundsFootStyle(canvas, s));
  drawPanel(canvas, state, shown);
}

const BoundsLayout::Slider* sliderAt(const BoundsLayout& layout, Point at) {
  const auto found = std::ranges::find_if(layout.sliders, [&](const auto& slider) { return slider.box.contains(at); });
  return found == layout.sliders.end() ? nullptr : &*found;
}

std::optional<Hit> hitBounds(const Canvas& canvas, Rect area, const ViewState& state, Point at) {
  const RunResult* result = shownResult(state);
  if (!result) return std::nullopt;
  const Shown shown = shownIn(canvas, area, state, *result);
  if (shown.layout.turn.contains(at)) {
    const bool back = shown.layout.slidersAlone;
    Hit hit{state.sight.selection, std::string(text(back ? Msg::BoundsBarsTip : Msg::WhatIfHint)), state.sight.choices};
    hit.choices->asksWhatIf = !back;
    return hit;
  }
  if (shown.layout.reset.contains(at))
    return Hit{state.sight.selection, std::string(text(Msg::WhatIfResetTip)), withoutKnobs(state)};
  if (const auto* slider = sliderAt(shown.layout, at)) {
    Hit hit{state.sight.selection, knobTip(slider->knob, slider->range)};
    constexpr float kBeside = 8;
    if (slider->track.inset(-kBeside, 0).contains(at))
      hit.choices = withKnob(state, *result, slider->knob, slider->valueAt(at.x));
    return hit;
  }
  for (const BoundsLayout::Row& row : shown.layout.rows)
    if (row.box.contains(at)) return hitVariant(state, *result, variantTooltip(state, *result));
  if (shown.layout.sentence.contains(at)) return hitVariant(state, *result, variantTooltip(state, *result));
  return std::nullopt;
}

std::optional<ViewChoices> drawnBounds(const Canvas& canvas, Rect area, const ViewState& state, Point from, Point to) {
  const RunResult* result = shownResult(state);
  if (!result) return std::nullopt;
  const Shown shown = shownIn(canvas, area, state, *result);
  const auto* slider = sliderAt(shown.layout, from);
  if (!slider || from.x < slider->track.x - slider->box.h || from.x > slider->track.right() + slider->box.h)
    return std::nullopt;
  return withKnob(state, *result, slider->knob, slider->valueAt(to.x));
}

std::optional<ViewChoices> steppedBounds(const Canvas& canvas, Rect area, const ViewState& state, Point at, int steps) {
  const RunResult* result = shownResult(state);
  if (!result) return std::nullopt;
  const Shown shown = shownIn(canvas, area, state, *result);
  const auto* slider = sliderAt(shown.layout, at);
  if (!slider) return std::nullopt;
  return withKnob(state, *result, slider->knob, knobStepped(slider->knob, slider->range, steps));
}

bool hasModel(const ViewState& state) {
  return shownResult(state) != nullptr;
}

}  // namespace

const View& boundsView() {
  static const View kView{.name = "bounds",
                          .title = Msg::StudioBounds,
                          .shows = "what would hold a step up on a GPU that is not here, and what if that were another",
                          .absent = "it holds no ladder’s modelled times (strata run matmul --model-gpu h200)",
                          .order = 65,
                          .dock = ViewDock::Bottom,
                          .draw = drawBounds,
                          .hit = hitBounds,
                          .hasContent = hasModel,
                          .drawn = drawnBounds,
                          .stepped = steppedBounds};
  return kView;
}

}  // namespace strata::inline views
