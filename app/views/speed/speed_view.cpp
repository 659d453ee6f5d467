#include <algorithm>
#include <array>
#include <span>

#include "app/canvas/color_math.h"
#include "app/canvas/format.h"
#include "app/canvas/paint.h"
#include "app/facts/above_roof.h"
#include "app/facts/published_times.h"
#include "app/facts/speed_kind.h"
#include "app/facts/variant_facts.h"
#include "app/views/empty_note.h"
#include "app/views/speed/speed_layout.h"
#include "app/views/view.h"
#include "app/words/messages.h"

namespace strata::inline views {
namespace {

using Row = SpeedLayout::Row;

constexpr float kLeastForThumb = 40;

Color barColor(const ResultsBar& bar) {
  return storeyInfo(bar.library ? Storey::Library : Storey::Model).color;
}

/// What was recorded elsewhere is paler: it is no bar of this session.
Color fillColor(const Canvas& canvas, const SpeedLayout& layout, const ResultsBar& bar) {
  return layout.kind == SpeedKind::Published ? mix(canvas.theme().background, barColor(bar), 0.45f) : barColor(bar);
}

// From the slowest to the fastest repeat.
void drawWhisker(Canvas& canvas, const SpeedLayout& layout, const Row& row, Rect bar) {
  const float from = layout.barEnd(row, row.bar.least), to = layout.barEnd(row, row.bar.most);
  if (to - from < 2) return;
  const float y = bar.y + bar.h / 2, cap = std::min(4 * layout.scale, bar.h * 0.35f);
  const float width = std::clamp(1.2f * layout.scale, 1.f, 2.f);
  // Half of it lies on the bar: drawn twice, so that it can be seen there and beside it.
  const float end = std::clamp(bar.right(), from, to);
  const Color on = inkOn(barColor(row.bar)), off = canvas.theme().text;
  if (end > from) canvas.line({from, y}, {end, y}, on, width);
  if (to > end) canvas.line({end, y}, {to, y}, off, width);
  canvas.line({from, y - cap}, {from, y + cap}, from < end ? on : off, width);
  canvas.line({to, y - cap}, {to, y + cap}, to > end ? off : on, width);
}

/// What the bar fills of its row.
Rect barBox(const SpeedLayout& layout, const Row& row) {
  const float pad = std::min(5 * layout.scale, row.box.h * 0.18f);
  return {row.plot.x, row.box.y + pad, std::max(1.5f, layout.barEnd(row, *row.bar.value) - row.plot.x),
          row.box.h - 2 * pad};
}

/// Where the words of a bar stand.
struct WordsPlace {
  Rect box;  ///< as wide as the words
  bool onBar = false;
  bool over = false;    ///< something lies below them
  bool across = false;  ///< bar, whisker and what is beside them
};

/// Behind bar and whisker; without room there inside, left of the whisker; else over the whisker, on the bar or beside
/// it; else over both. None: they are longer than the row.
std::optional<WordsPlace> placeBarWords(const Canvas& canvas, const SpeedLayout& layout, const Row& row, Rect bar) {
  const float gap = 6 * layout.scale, width = canvas.measure(row.bar.words, resultsTextStyle(canvas, layout));
  const auto endsAt = [&](float right) { return Rect{right - width, row.box.y, width, row.box.h}; };
  const float behind = std::max(bar.right(), layout.barEnd(row, row.bar.most)) + gap;
  if (behind + width <= row.plot.right()) return WordsPlace{endsAt(behind + width)};
  const float inside = bar.x + gap, end = std::min(bar.right(), layout.barEnd(row, row.bar.least)) - gap;
  if (inside + width <= end) return WordsPlace{endsAt(end), true};
  const float beside = row.plot.right() - bar.right() - gap, onBar = bar.w - 2 * gap;
  if (width <= std::max(beside, onBar))
    return onBar >= beside ? WordsPlace{endsAt(bar.right() - gap), true, true}
                           : WordsPlace{endsAt(row.plot.right()), false, true};
  if (width <= row.plot.w) return WordsPlace{endsAt(row.plot.right()), false, true, true};
  return std::nullopt;
}

void drawBarWords(Canvas& canvas, const SpeedLayout& layout, const Row& row, Rect bar) {
  const std::optional<WordsPlace> place = placeBarWords(canvas, layout, row, bar);
  if (!place) return;
  TextStyle style = resultsTextStyle(canvas, layout);
  const bool behind = !place->onBar && !place->over;
  const bool hatched = layout.kind == SpeedKind::Modelled && !behind;  // between its lines nothing could be read
  const Color ground = place->onBar && !hatched ? fillColor(canvas, layout, row.bar) : canvas.theme().background;
  if (!behind) style.color = place->onBar && !hatched ? inkOn(ground) : canvas.theme().text;
  constexpr float kLettersOfSize = 1.15f;  // without the air around them; in a low row more than the bar
  const float high = place->across ? std::min(row.box.h, style.size * kLineHeight)
                                   : std::max(bar.h - 4, std::min(row.box.h, style.size * kLettersOfSize));
  if (place->over || hatched || (!behind && bar.h < style.size))
    canvas.fill(Rect{place->box.x - 3, bar.y + (bar.h - high) / 2, place->box.w + 6, high}, ground, 2);
  drawLine(canvas, {place->box.x, place->box.y, place->box.w + 1, place->box.h}, row.bar.words, style);
}

void drawBar(Canvas& canvas, const ViewState& state, const SpeedLayout& layout, const Row& row) {
  if (row.plot.w <= 0) return;
  if (!row.bar.value) {
    const float pad = std::min(5 * layout.scale, row.box.h * 0.18f);
    TextStyle style = resultsTextStyle(canvas, layout);
    const bool here = layout.kind == SpeedKind::Measured;
    const bool failed = here && (row.bar.result->status == RunResult::Status::Failed || row.bar.result->torn());
    style.color = failed ? canvas.theme().warning : canvas.theme().textDim;
    // Its sentence has all of the row.
    const Rect room{row.plot.x, row.box.y, row.box.right() - row.plot.x - pad, row.box.h};
    std::string words = here                                  ? troubleText(*row.bar.result)
                        : layout.kind == SpeedKind::Published ? std::string(text(Msg::ResultsPublishedNoRow))
                                                              : whyNotModelledShort(state, *row.bar.result);
    drawLine(canvas, room, (failed ? "✗ " : "") + (words.empty() ? std::string("–") : words), style);
    return;
  }
  const Rect bar = barBox(layout, row);
  const float radius = std::min({3 * layout.scale, bar.w / 2, bar.h / 3});
  if (layout.kind != SpeedKind::Measured) {
    if (layout.kind == SpeedKind::Published)
      canvas.fill(bar, fillColor(canvas, layout, row.bar), radius);
    else
      drawHatch(canvas, bar, barColor(row.bar), 5);
    canvas.stroke(bar, barColor(row.bar), 1, radius);
    return drawBarWords(canvas, layout, row, bar);
  }
  canvas.fill(bar, barColor(row.bar), radius);
  // Yellow on white would be lost without an edge.
  if (contrast(barColor(row.bar), canvas.theme().background) < 3)
    canvas.stroke(bar, mix(barColor(row.bar), canvas.theme().textStrong, 0.45f), 1, radius);
  drawWhisker(canvas, layout, row, bar);
  drawBarWords(canvas, layout, row, bar);
}

/// As a percentage; where that has no room, as so many times as much. No number is cut: it would be another one.
void drawShare(Canvas& canvas, Rect column, const std::string& sign, double share, const TextStyle& style) {
  for (const std::string& words : {sign + formatPercent(share), sign + formatNumber(share) + " ×"})
    if (canvas.measure(words, style) <= column.w) return void(drawLine(canvas, column, words, style, Align::Right));
}

void drawShares(Canvas& canvas, const ViewState& state, const SpeedLayout& layout, const Row& row) {
  if (!row.bar.value) return;
  TextStyle style = resultsTextStyle(canvas, layout);
  const RunResult& result = *row.bar.result;
  if (row.madeFor.w > 0) drawLine(canvas, row.madeFor, madeForWord(state, result), style, Align::Right);
  if (layout.kind != SpeedKind::Measured) return;
  if (result.shareOfLibrary && row.library.w > 0) drawShare(canvas, row.library, "", *result.shareOfLibrary, style);
  style.color = canvas.theme().textSoft;
  const Figure* share = result.figure("share_of_roof");
  if (!share || row.roof.w <= 0) return;
  const bool above = roofPassed(result) != RoofPassed::None;
  if (above) style.color = canvas.theme().warning;
  drawShare(canvas, row.roof, above ? "↑ " : "", share->value, style);
}

void drawCheck(Canvas& canvas, const SpeedLayout& layout, const Row& row) {
  const RunResult& result = *row.bar.result;
  if (!result.error || row.check.w <= 0 || !row.bar.value) return;
  const bool good = result.error->withinLimit();
  TextStyle style = resultsTextStyle(canvas, layout);
  style.color = good ? canvas.theme().good : canvas.theme().warning;
  const std::string sign = good ? "✓" : "✗";
  const std::string all =
      sign + " " + formatNumber(result.error->value, 2) + (good ? " ≤ " : " > ") + formatNumber(result.error->limit, 2);
  const Rect box{row.check.x + 6 * layout.scale, row.check.y, row.check.w - 8 * layout.scale, row.check.h};
  drawLine(canvas, box, canvas.measure(all, style) <= box.w ? all : sign, style, Align::Right);
}

/// Where it has no room, what tells it from the others' stays.
void drawRowName(Canvas& canvas, const ViewState& state, const Row& row, const TextStyle& style) {
  const std::string& name = row.bar.result->variant;
  if (canvas.measure(name, style) <= row.name.w) return void(drawLine(canvas, row.name, name, style));
  std::vector<std::string> others;
  for (const RunResult& result : state.session.results)
    if (result.variant != name) others.push_back(result.variant);
  std::string buffer;
  drawLine(canvas, row.name, elideApart(canvas, name, others, style, row.name.w, buffer), style);
}

void drawRow(Canvas& canvas, const ViewState& state, const SpeedLayout& layout, const Row& row) {
  const bool hovered = state.sight.pointer && row.box.contains(*state.sight.pointer);
  if (row.box.h < 2) return;
  if (row.bar.chosen || hovered) canvas.fill(row.box.inset(0, 0.5f), canvas.theme().row, 3);
  if (row.bar.chosen) canvas.stroke(row.box.inset(0, 0.5f), canvas.theme().white, 1, 3);
  TextStyle style = resultsTextStyle(canvas, layout);
  if (row.bar.chosen) style.face = Face::Bold, style.color = canvas.theme().textStrong;
  drawRowName(canvas, state, row, style);
  drawBar(canvas, state, layout, row);
  drawShares(canvas, state, layout, row);
  drawCheck(canvas, layout, row);
}

// The library's end through all rows that have a bar; sentences and the words of bars stay free of it.
void drawReference(Canvas& canvas, const SpeedLayout& layout) {
  if (!layout.reference) return;
  for (const Row& row : layout.rows) {
    if (!row.bar.value || row.plot.w <= 0) continue;
    const float x = layout.barEnd(row, layout.referenceValue);
    const auto words = placeBarWords(canvas, layout, row, barBox(layout, row));
    if (words && words->box.inset(-2, 0).contains({x, words->box.y})) continue;
    canvas.dashed({x, row.box.y}, {x, row.box.bottom()}, canvas.theme().tagBorder);
  }
}

struct ColumnHead {
  Rect column;
  std::string word;
};

std::array<ColumnHead, 4> columnHeads(const ViewState& state, const SpeedLayout& layout) {
  const Row& row = layout.rows.front();
  const Rect check{row.check.x, row.check.y, row.check.w - 2 * layout.scale, row.check.h};
  return {ColumnHead{row.madeFor, std::string(text(Msg::ResultsMadeFor))},
          {row.library, shareHead(state)},
          {row.roof, std::string(text(Msg::ResultsOfRoof))},
          {check, std::string(text(Msg::ResultsCheck))}};
}

/// A word a little wider than its column is drawn, too, where no other stands in its way.
void drawColumnHeads(Canvas& canvas, const SpeedLayout& layout, std::span<const ColumnHead> heads,
                     const TextStyle& style) {
  float free = layout.heads.x;
  for (const ColumnHead& head : heads) {
    const float width = canvas.measure(head.word, style), x = head.column.right() - width - 1;
    if (head.column.w <= 0 || width > head.column.w + 6 * layout.scale || x < free) continue;
    drawLine(canvas, {x, layout.heads.y, width + 1, layout.heads.h}, head.word, style);
    free = head.column.right();
  }
}

Msg unitWord(SpeedMetric metric) {
  return metric == SpeedMetric::Flops   ? Msg::ResultsFlops
         : metric == SpeedMetric::Bytes ? Msg::ResultsBytes
                                        : Msg::ResultsTime;
}

/// Where the word of the library's line begins; none: the unit leaves it no room.
std::optional<float> referenceAt(const Canvas& canvas, const SpeedLayout& layout, std::string_view words,
                                 const TextStyle& style) {
  const Row& row = layout.rows.front();
  const float width = canvas.measure(words, style), end = layout.barEnd(row, layout.referenceValue);
  const float x = std::clamp(end - width / 2, row.plot.x, std::max(row.plot.x, row.plot.right() - width));
  if (x < row.plot.x + canvas.measure(text(unitWord(layout.metric)), style) + 8) return std::nullopt;
  return x;
}

void drawHeads(Canvas& canvas, const ViewState& state, const SpeedLayout& layout) {
  if (layout.heads.h <= 0 || layout.rows.empty()) return;
  const Row& row = layout.rows.front();
  const Rect plot{row.plot.x, layout.heads.y, row.plot.w, layout.heads.h};
  const std::string reference =
      layout.reference ? fillText(Msg::ResultsReference, {layout.reference->variant}) : std::string();
  const std::array<ColumnHead, 4> heads = columnHeads(state, layout);
  TextStyle style = resultsLargeDimStyle(canvas, layout);
  const auto fits = [&](const ColumnHead& head) {
    return head.column.w <= 0 || canvas.measure(head.word, style) + 4 <= head.column.w;
  };
  if (!std::ranges::all_of(heads, fits) || (layout.reference && !referenceAt(canvas, layout, reference, style)))
    style = resultsDimStyle(canvas, layout);
  if (const auto x = referenceAt(canvas, layout, reference, style); x && layout.reference)
    drawLine(canvas, {*x, plot.y, canvas.measure(reference, style) + 1, plot.h}, reference, style);
  drawLine(canvas, plot, text(unitWord(layout.metric)), style);
  drawColumnHeads(canvas, layout, heads, style);
}

void addTag(std::vector<HeaderPiece>& pieces, std::string_view word, std::optional<Provenance> kind, float scale) {
  if (!kind) return;
  pieces.push_back({std::string(word) + " " + std::string(provenanceKey(*kind)),
                    {10 * scale, Face::Regular, {}},
                    static_cast<int>(pieces.size()) + 2,
                    true,
                    true});
}

void drawHeaderLine(Canvas& canvas, const ViewState& state, const SpeedLayout& layout) {
  if (layout.header.h <= 0) return;
  const float s = layout.scale;
  std::vector<HeaderPiece> pieces{{std::string(text(Msg::ResultsTitle)), look::title(canvas, s)}};
  if (state.session.experiment) pieces.push_back({state.session.experiment->title, look::soft(canvas, s), 2});
  const int deviceRank = state.sight.still ? 1 : 7;  // who sees a picture later cannot know it
  if (!layout.gpuTitle.empty())
    pieces.push_back({layout.gpuTitle, look::dim(canvas, s), deviceRank});
  else if (state.session.hello)
    pieces.push_back({state.session.hello->device.name, look::dim(canvas, s), deviceRank});
  if (layout.kind != SpeedKind::Measured) {
    const bool modelled = layout.kind == SpeedKind::Modelled;
    addTag(pieces, text(Msg::ResultsBarKind), modelled ? Provenance::Modelled : Provenance::Measured, s);
  } else if (layout.reference) {
    const RunResult& reference = *layout.reference;
    constexpr std::array kFields{"gflops", "gbytes_per_s", "seconds"};
    const auto kind = kindOf(reference, kFields[static_cast<std::size_t>(layout.metric)]);
    if (kind) addTag(pieces, text(speedWord(layout.metric == SpeedMetric::Bytes, *kind)), kind, s);
    if (const Figure* share = reference.figure("share_of_roof"))
      addTag(pieces, text(Msg::ResultsOfRoof), share->provenance, s);
    addTag(pieces, text(Msg::ResultsCheck), kindOf(reference, "error"), s);
  }
  drawHeader(canvas, layout.header, std::move(pieces));
}

void drawFoot(Canvas& canvas, const SpeedLayout& layout) {
  const TextStyle style = resultsNoteStyle(canvas, layout);
  for (std::size_t i = 0; i < layout.why.size(); ++i) {
    const float line = style.size * kLineHeight;
    drawLine(canvas, {layout.fall.x, layout.fall.y + static_cast<float>(i) * line, layout.fall.w, line}, layout.why[i],
             style);
  }
  const std::vector<std::string>& words = layout.footLines;
  TextStyle dim = resultsLargeDimStyle(canvas, layout);
  if (words.size() > 1 || (words.size() == 1 && canvas.measure(words.front(), dim) > layout.foot.w))
    dim = resultsDimStyle(canvas, layout);
  const float line = dim.size * kLineHeight;
  float y = layout.foot.y + (layout.foot.h - line * static_cast<float>(words.size())) / 2;
  for (const std::string& each : words) {
    drawLine(canvas, {layout.foot.x, y, layout.foot.w, line}, each, dim);
    y += line;
  }
}

void drawSwitch(Canvas& canvas, const ViewState& state, const SpeedLayout& layout) {
  for (const SpeedLayout::Choice& choice : layout.choices)
    drawChoice(canvas, choice.box, choice.words,
               {10 * layout.scale, choice.kind == layout.kind,
                state.sight.pointer && choice.box.contains(*state.sight.pointer)});
}

/// What has no row, and how it is reached.
std::string moreWords(const ViewState& state, const SpeedLayout& layout) {
  const RowList& list = layout.list;
  const std::string hidden = std::to_string(layout.hidden());
  if (state.sight.still) return fillText(Msg::ResultsMore, {hidden});
  const std::size_t below = list.size - list.first - list.shown();
  if (list.first == 0) return fillText(Msg::ResultsMoreScrolled, {hidden});
  if (below == 0) return fillText(Msg::ResultsMoreAbove, {hidden});
  return fillText(Msg::ResultsMoreAround, {std::to_string(list.first), std::to_string(below)});
}

void drawMore(Canvas& canvas, const ViewState& state, const SpeedLayout& layout) {
  if (layout.hidden() == 0) return;
  if (layout.list.area.w > kLeastForThumb && state.sight.takesClicks()) drawThumb(canvas, layout.list);
  const float top = layout.rows.empty() ? layout.heads.bottom() : layout.rows.back().box.bottom();
  const float bottom = layout.foot.y - layout.fall.h;
  drawLine(canvas, {layout.header.x, top, layout.header.w, bottom - top}, moreWords(state, layout),
           {9.f, Face::Regular, canvas.theme().textDim});
}

void drawSpeed(Canvas& canvas, Rect area, const ViewState& state) {
  if (state.session.results.empty())
    return drawEmptyNote(canvas, area, state, Msg::ResultsEmpty, {Msg::ResultsEmptyHint}, FilledBy::AnyRun);
  const SpeedLayout layout = layOutResults(canvas, area, state);
  drawHeaderLine(canvas, state, layout);
  drawSwitch(canvas, state, layout);
  if (!layout.nothing.empty()) {
    const float top = layout.header.bottom();
    return drawTeachingNote(canvas, {layout.header.x, top, viewMargins(area).w, viewMargins(area).bottom() - top},
                            layout.nothing, {});
  }
  drawReference(canvas, layout);
  drawHeads(canvas, state, layout);
  for (const Row& row : layout.rows) drawRow(canvas, state, layout, row);
  drawMore(canvas, state, layout);
  drawFoot(canvas, layout);
}

std::optional<Hit> hitSpeed(const Canvas& canvas, Rect area, const ViewState& state, Point at) {
  if (state.session.results.empty()) return std::nullopt;
  const SpeedLayout layout = layOutResults(canvas, area, state);
  for (const SpeedLayout::Choice& choice : layout.choices) {
    if (!choice.box.contains(at)) continue;
    const bool published = choice.kind == SpeedKind::Published;
    Hit hit{state.sight.selection,
            published ? fillText(Msg::ResultsPublishedTip, {anyModelled(state)->gpuTitle}) : choice.words,
            state.sight.choices};
    hit.choices->speeds = choice.kind;
    return hit;
  }
  if (!layout.rows.empty()) {
    const Rect roof = layout.rows.front().roof;
    if (Rect{roof.x, layout.heads.y, roof.w, layout.heads.h}.contains(at))
      return Hit{state.sight.selection, std::string(text(Msg::ResultsOfRoofTip))};
  }
  if (layout.fall.contains(at)) {
    Hit said{state.sight.selection, {}};
    for (const std::string& sentence : sentencesBelow(state))
      said.tooltip.append(said.tooltip.empty() ? "" : "\n").append(sentence);
    return said;
  }
  for (const Row& row : layout.rows)
    if (row.box.contains(at)) return hitVariant(state, *row.bar.result, variantTooltip(state, *row.bar.result));
  return std::nullopt;
}

ViewChoices scrollSpeed(const Canvas& canvas, Rect area, const ViewState& state, float lines) {
  ViewChoices choices = state.sight.choices;
  if (!state.session.results.empty()) choices.speedFirst = layOutResults(canvas, area, state).list.scrolled(lines);
  return choices;
}

/// Of what was measured here.
std::string speedFigures(const ViewState& state) {
  if (shownSpeeds(state) != SpeedKind::Measured) return {};
  std::string words;
  for (const RunResult& result : state.session.results) words += (words.empty() ? "" : "; ") + variantInWords(result);
  return words;
}

bool isPublished(const ViewState& state) {
  return std::ranges::any_of(state.session.results, [&](const RunResult& r) { return publishedFor(state, r); });
}

/// Where the mouse reaches it, the switch between kinds is some, too: the way back.
bool hasSpeeds(const ViewState& state) {
  const bool empty = shownSpeeds(state) == SpeedKind::Published && !isPublished(state);
  return !state.session.results.empty() && (!empty || state.sight.takesClicks());
}

std::string whySpeedLacks(const ViewState& state) {
  if (state.session.results.empty() || hasSpeeds(state)) return {};
  return fillText(Msg::ResultsPublishedAbsent, {anyModelled(state)->gpuTitle});
}

}  // namespace

const View& speedView() {
  static const View kView{.name = "speed",
                          .alias = "results",
                          .title = Msg::StudioSpeed,
                          .shows = "the variants as bars against the library",
                          .absent = "it holds no results of a run",
                          .order = 60,
                          .dock = ViewDock::Bottom,
                          .draw = drawSpeed,
                          .hit = hitSpeed,
                          .hasContent = hasSpeeds,
                          .figures = speedFigures,
                          .lacks = whySpeedLacks,
                          .scrolled = scrollSpeed,
                          .scrollsRows = true};
  return kView;
}

}  // namespace strata::inline views
