#include "app/views/speed/speed_layout.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include "app/canvas/format.h"
#include "app/canvas/paint.h"
#include "app/facts/above_roof.h"
#include "app/facts/figure_caption.h"
#include "app/facts/ladder_fall.h"
#include "app/facts/ladder_turn.h"
#include "app/facts/published_times.h"
#include "app/facts/repeat_spread.h"
#include "app/facts/speed_kind.h"
#include "app/facts/variant_facts.h"
#include "app/words/messages.h"

namespace strata::inline views {
namespace {

constexpr float kLeastRow = 13, kBestRow = 30, kTallestRow = 44;
constexpr float kRowsBesideSentence = 4;  ///< that a sentence leaves room for at least
constexpr float kRowsBelowHeads = 8;      ///< so many, and heads are worth the others' room
constexpr float kThumbRoom = 8;
constexpr float kWindowLetters = 13;  ///< as large as a window's text
constexpr float kWidestName = 0.4f;   ///< of all the width

SpeedMetric metricOf(const std::vector<RunResult>& results) {
  const auto has = [&](auto member, auto modelledMember) {
    return std::ranges::any_of(results, [&](const RunResult& r) {
      return (ranWell(r) && (r.*member).has_value()) || (r.modelled && ((*r.modelled).*modelledMember).has_value());
    });
  };
  if (has(&RunResult::gflops, &ModelledRun::gflops)) return SpeedMetric::Flops;
  return has(&RunResult::gbytesPerSecond, &ModelledRun::gbytesPerSecond) ? SpeedMetric::Bytes : SpeedMetric::Time;
}

std::optional<double> modelledValue(const RunResult& result, SpeedMetric metric) {
  if (!result.modelled) return std::nullopt;
  const ModelledRun& run = *result.modelled;
  const std::optional<double> value = metric == SpeedMetric::Flops   ? run.gflops
                                      : metric == SpeedMetric::Bytes ? run.gbytesPerSecond
                                                                     : std::optional(run.seconds);
  return value && usable(*value) ? value : std::nullopt;
}

std::optional<double> valueOf(const RunResult& result, SpeedMetric metric) {
  if (!ranWell(result)) return std::nullopt;
  const std::optional<double> value = metric == SpeedMetric::Flops   ? result.gflops
                                      : metric == SpeedMetric::Bytes ? result.gbytesPerSecond
                                      : result.seconds.repeats > 0   ? std::optional(result.seconds.median)
                                                                     : std::nullopt;
  return value && usable(*value) ? value : std::nullopt;
}

std::string wordsOf(double value, SpeedMetric metric) {
  if (metric == SpeedMetric::Flops) return formatFlopRate(value);
  if (metric == SpeedMetric::Bytes) return formatByteRate(value * 1e9);
  return formatDuration({std::llround(value * 1e9)});
}

std::optional<double> publishedValue(const ViewState& state, const RunResult& result, SpeedMetric metric) {
  const PublishedTime* time = publishedFor(state, result);
  if (!time || metric == SpeedMetric::Time) return std::nullopt;
  return metric == SpeedMetric::Flops ? time->gflops : time->gbytesPerSecond;
}

/// A bar of what did not run here: one number, no spread.
ResultsBar elsewhere(const ViewState& state, ResultsBar bar, SpeedMetric metric, SpeedKind kind) {
  const RunResult& result = *bar.result;
  const bool modelled = kind == SpeedKind::Modelled;
  bar.value = modelled ? modelledValue(result, metric) : publishedValue(state, result, metric);
  if (!bar.value) return bar;
  const std::string speed = wordsOf(*bar.value, metric);
  bar.words = modelled ? fillText(Msg::ModelBound, {speed, boundWords(result.modelled->bound)})
                       : fillText(Msg::ResultsPublishedBar, {speed, publishedFor(state, result)->sourceName});
  bar.least = bar.most = *bar.value;
  return bar;
}

ResultsBar barOf(const ViewState& state, const RunResult& result, SpeedMetric metric, SpeedKind kind) {
  ResultsBar bar{&result, ofLibrary(state, result), result.variant == chosenVariant(state), std::nullopt, 0, 0, {}};
  if (kind != SpeedKind::Measured) return elsewhere(state, std::move(bar), metric, kind);
  bar.value = valueOf(result, metric);
  if (!bar.value) return bar;
  const RunResult::Seconds& s = result.seconds;
  bar.words = wordsOf(*bar.value, metric);
  bar.least = bar.most = *bar.value;
  if (!usable(s.median) || !usable(s.min) || !usable(s.max)) return bar;
  // A rate falls as the time grows: the slowest repeat is the whisker's lower end.
  const bool time = metric == SpeedMetric::Time;
  bar.least = time ? s.min : *bar.value * s.median / s.max;
  bar.most = time ? s.max : *bar.value * s.median / s.min;
  return bar;
}

/// The fastest library, or where none ran the fastest of all. None before the library came whose shares are told.
void findReference(SpeedLayout& layout, const std::vector<ResultsBar>& bars) {
  const auto better = [&](double a, double b) { return layout.metric == SpeedMetric::Time ? a < b : a > b; };
  bool library = false;
  for (const ResultsBar& bar : bars) {
    if (!bar.value || (library && !bar.library)) continue;
    const bool first = !layout.reference || (bar.library && !library);
    if (!first && !better(*bar.value, layout.referenceValue)) continue;
    layout.reference = bar.result;
    layout.referenceValue = *bar.value;
    library = bar.library;
  }
  const auto told = [](const ResultsBar& bar) { return bar.result->shareOfLibrary.has_value(); };
  if (!library && layout.kind == SpeedKind::Measured && std::ranges::any_of(bars, told)) layout.reference = nullptr;
}

/// As many as have room, in their order: the reference and what is chosen before all others, then what ran.
std::vector<ResultsBar> mostTelling(const SpeedLayout& layout, const std::vector<ResultsBar>& bars, std::size_t room) {
  const auto weight = [&](std::size_t i) {
    return bars[i].result == layout.reference || bars[i].chosen ? 2 : bars[i].value ? 1 : 0;
  };
  std::vector<std::size_t> kept(bars.size());
  std::iota(kept.begin(), kept.end(), std::size_t{0});
  std::ranges::stable_sort(kept, std::greater(), weight);
  kept.resize(std::min(room, kept.size()));
  std::ranges::sort(kept);
  std::vector<ResultsBar> shown;
  shown.reserve(kept.size());
  for (const std::size_t i : kept) shown.push_back(bars[i]);
  return shown;
}

/// From where a hand scrolled to; before it did, the most telling.
std::vector<ResultsBar> barsInSight(const SpeedLayout& layout, const std::vector<ResultsBar>& bars) {
  if (layout.list.first == 0) return mostTelling(layout, bars, layout.list.shown());
  const auto begin = bars.begin() + static_cast<std::ptrdiff_t>(layout.list.first);
  return {begin, begin + static_cast<std::ptrdiff_t>(layout.list.shown())};
}

struct ResultColumns {
  float name = 0, madeFor = 0, library = 0, roof = 0, check = 0;
  float all() const { return name + madeFor + library + roof + check; }
};

float columnPad(const SpeedLayout& layout) {
  return 5 * layout.scale;
}

/// Widths by what stands in them; what is least needed goes where the bars would get too little.
ResultColumns columnsFor(const Canvas& canvas, const ViewState& state, const SpeedLayout& layout,
                         const std::vector<ResultsBar>& bars, float width) {
  const TextStyle style = resultsTextStyle(canvas, layout);
  const float gap = 12 * layout.scale;
  ResultColumns columns;
  bool shares = false, roofs = false, checks = false;
  float madeFor = 0;
  for (const ResultsBar& bar : bars) {
    columns.name = std::max(columns.name, canvas.measure(bar.result->variant, style));
    if (layout.kind == SpeedKind::Measured) {  // these are of what was measured
      shares = shares || bar.result->shareOfLibrary;
      roofs = roofs || bar.result->figure("share_of_roof");
      checks = checks || bar.result->error;
    }
    madeFor = std::max(madeFor, canvas.measure(madeForWord(state, *bar.result), style));
  }
  columns.name = std::min(columns.name + gap, width * kWidestName);
  const auto add = [&](float& column, bool wanted, float size) {
    if (wanted && width - columns.all() - size >= std::max(width * 0.3f, 90 * layout.scale)) column = size;
  };
  const float share = canvas.measure("< 100 %", style);
  add(columns.library, shares, std::max(share, canvas.measure(shareHead(state), style)) + gap);
  add(columns.check, checks, canvas.measure("✓", style) + gap);
  add(columns.roof, roofs, share + gap);
  add(columns.madeFor, madeFor > 0, std::max(madeFor, canvas.measure(text(Msg::ResultsMadeFor), style)) + gap);
  const float lone = columns.check;
  if (lone > 0) {
    columns.check = 0;
    add(columns.check, checks, canvas.measure("✓ 4.1e-7 ≤ 5.4e-6", style) + 2 * gap);
    if (columns.check == 0) columns.check = lone;
  }
  return columns;
}

/// Whether all that rows say has room beside columns of this width: the numbers of bars, and why there is none.
bool wordsFit(const Canvas& canvas, const SpeedLayout& layout, const std::vector<ResultsBar>& bars,
              const ResultColumns& columns, float width) {
  const TextStyle style = resultsTextStyle(canvas, layout);
  const float pad = columnPad(layout), plot = width - columns.all() - pad, row = width - columns.name - 2 * pad;
  return std::ranges::all_of(bars, [&](const ResultsBar& bar) {
    if (bar.value) return canvas.measure(bar.words, style) <= plot;
    return layout.kind != SpeedKind::Measured || canvas.measure("✗ " + troubleText(*bar.result), style) <= row;
  });
}

/// With large letters where these take nothing away: no column or part of it, no end of a name, no number of a bar.
ResultColumns largestColumns(const Canvas& canvas, const ViewState& state, SpeedLayout& layout,
                             const std::vector<ResultsBar>& bars, float width) {
  const ResultColumns small = columnsFor(canvas, state, layout, bars, width);
  layout.large = true;
  const ResultColumns large = columnsFor(canvas, state, layout, bars, width);
  layout.large = small.madeFor <= large.madeFor && small.library <= large.library && small.roof <= large.roof &&
                 small.check <= large.check && large.name < width * kWidestName &&
                 wordsFit(canvas, layout, bars, large, width);
  return layout.large ? large : small;
}

void placeRow(SpeedLayout::Row& row, const ResultColumns& columns, float pad) {
  const Rect box = row.box;
  row.name = {box.x + pad, box.y, std::max(0.f, columns.name - pad), box.h};
  row.check = {box.right() - columns.check, box.y, columns.check, box.h};
  row.roof = {row.check.x - columns.roof, box.y, columns.roof, box.h};
  row.library = {row.roof.x - columns.library, box.y, columns.library, box.h};
  row.madeFor = {row.library.x - columns.madeFor, box.y, columns.madeFor, box.h};
  row.plot = {row.name.right(), box.y, std::max(0.f, row.madeFor.x - row.name.right() - pad), box.h};
}

std::string choiceWords(SpeedKind kind, const ModelledRun& run, bool brief) {
  switch (kind) {
    case SpeedKind::Measured: return std::string(text(Msg::ResultsMeasured));
    case SpeedKind::Modelled:
      return brief ? std::string(text(Msg::ResultsModelledShort)) : fillText(Msg::ResultsModelled, {run.gpuTitle});
    case SpeedKind::Published: return std::string(text(Msg::ResultsPublished));
  }
  return {};
}

/// At the right end of the header, where a GPU was modelled, the mouse reaches it and the header has room; in fewer
/// words before not at all.
void placeSwitch(const Canvas& canvas, const ViewState& state, SpeedLayout& layout) {
  const ModelledRun* run = anyModelled(state);
  if (!run || layout.header.h <= 0 || !state.sight.takesClicks()) return;
  std::vector<SpeedKind> kinds{SpeedKind::Modelled, SpeedKind::Published};
  if (anyMeasured(state)) kinds.insert(kinds.begin(), SpeedKind::Measured);
  const float size = 10 * layout.scale, gap = 4 * layout.scale, height = 1.7f * size;
  for (const bool brief : {false, true}) {
    std::vector<SpeedLayout::Choice> choices;
    float width = 0;
    for (const SpeedKind kind : kinds) {
      choices.push_back({kind, choiceWords(kind, *run, brief), {}});
      width += choiceWidth(canvas, choices.back().words, size) + gap;
    }
    if (layout.header.w < (brief ? 1.3f : 1.7f) * width) continue;
    float x = layout.header.right() - width + gap;
    layout.header.w = x - 2 * gap - layout.header.x;
    for (SpeedLayout::Choice& choice : choices) {
      choice.box = {x, layout.header.y + (layout.header.h - height) / 2, choiceWidth(canvas, choice.words, size),
                    height};
      x = choice.box.right() + gap;
    }
    layout.choices = std::move(choices);
    return;
  }
}

/// "S. Boehm, 2022; seb-v, 2025"
std::string sourcesOf(const ViewState& state) {
  std::vector<std::string> names;
  for (const RunResult& result : state.session.results)
    if (const PublishedTime* time = publishedFor(state, result))
      if (std::ranges::find(names, time->sourceName) == names.end()) names.push_back(time->sourceName);
  std::string all;
  for (const std::string& name : names) all += (all.empty() ? "" : "; ") + name;
  return all;
}

/// Of the roofs that shares are told of; where a speed is above one, that says it.
std::string busyRoofsNote(const std::vector<RunResult>& results) {
  if (!aboveRoofText(results).empty()) return {};
  for (const RunResult& result : results)
    if (ranWell(result) && result.figure("share_of_roof"))
      if (std::string words = busyRoofsText(result); !words.empty()) return words;
  return {};
}

/// The most important first.
std::vector<std::string> footSentences(const ViewState& state, const SpeedLayout& layout) {
  const std::vector<RunResult>& results = state.session.results;
  std::vector<std::string> sentences;
  if (layout.reference && layout.kind == SpeedKind::Modelled) {
    sentences.push_back(fillText(Msg::ResultsModelledFoot, {layout.gpuTitle, modelAccuracyText()}));
  } else if (layout.reference && layout.kind == SpeedKind::Published) {
    sentences.push_back(fillText(Msg::ResultsPublishedFoot, {layout.gpuTitle, sourcesOf(state)}));
  } else if (layout.reference) {
    const int repeats = layout.reference->seconds.repeats;
    sentences = {
        wideSpreadText(results),
        repeats == 1 ? std::string(text(Msg::ResultsOnce)) : fillText(Msg::ResultsRange, {std::to_string(repeats)}),
        busyRoofsNote(results)};
  }
  if (state.sight.still) sentences.push_back(figureCaption(state));
  std::erase(sentences, std::string());
  return sentences;
}

/// As many sentences as leave the rows their room, the first at least; in a picture, where no pointer tells the rest,
/// in as many lines as each needs.
void placeFoot(const Canvas& canvas, const ViewState& state, SpeedLayout& layout, Rect area, float room) {
  const float first = 18 * layout.scale;
  layout.foot = {area.x, area.bottom(), area.w, 0};
  if (room < first || area.w < 300) return;
  const TextStyle style = resultsDimStyle(canvas, layout);
  const float line = style.size * kLineHeight;
  for (const std::string& sentence : footSentences(state, layout)) {
    const std::vector<std::string> lines =
        state.sight.still ? wrapText(canvas, sentence, style, area.w) : std::vector{sentence};
    const std::size_t all = layout.footLines.size() + lines.size();
    if (first + static_cast<float>(all - 1) * line <= room)
      layout.footLines.insert(layout.footLines.end(), lines.begin(), lines.end());
    else if (layout.footLines.empty())
      layout.footLines.push_back(sentence);
  }
  layout.foot.h = first + static_cast<float>(std::max<std::size_t>(1, layout.footLines.size()) - 1) * line;
  layout.foot.y -= layout.foot.h;
}

/// Above the foot: each sentence in as many lines as it needs, where these leave all rows their room; where they leave
/// none, the first in one line.
void placeSentences(const Canvas& canvas, const ViewState& state, SpeedLayout& layout, float besideAll,
                    float besideSome) {
  if (layout.foot.w < 200) return;
  const TextStyle style = resultsNoteStyle(canvas, layout);
  const float line = style.size * kLineHeight;
  const auto add = [&](const std::vector<std::string>& lines, float room) {
    const float height = static_cast<float>(layout.why.size() + lines.size()) * line + 2;
    if (height > room) return;
    layout.why.insert(layout.why.end(), lines.begin(), lines.end());
    layout.fall = {layout.foot.x, layout.foot.y - height, layout.foot.w, height};
  };
  const std::vector<std::string> sentences = sentencesBelow(state);
  for (const std::string& sentence : sentences) add(wrapText(canvas, sentence, style, layout.foot.w), besideAll);
  if (layout.why.empty() && !sentences.empty())
    add({sentences.size() == 1 ? sentences.front() : sentences.front() + " …"}, besideSome);
}

/// Where a number would stand over its whisker, neither behind it nor in the bar before it, bars become shorter, by
/// half at most. By all bars, so that those in sight keep their scale.
void makeRoomForWords(const Canvas& canvas, SpeedLayout& layout, const std::vector<ResultsBar>& bars) {
  if (layout.rows.empty()) return;
  const SpeedLayout::Row& row = layout.rows.front();
  const TextStyle style = resultsTextStyle(canvas, layout);
  const double longest = 2 * layout.full;
  const float gap = 6 * layout.scale;
  const auto wanted = [&](const ResultsBar& bar) {
    const float width = canvas.measure(bar.words, style), room = row.plot.w - width - gap;
    const bool behind = layout.barEnd(row, bar.most) + gap + width <= row.plot.right();
    const bool inside = row.plot.x + 2 * gap + width <= layout.barEnd(row, bar.least);
    return behind || inside || room <= 1 ? 0 : bar.most * row.plot.w / (room - 1);
  };
  for (bool grows = true; std::exchange(grows, false);)
    for (const ResultsBar& bar : bars) {
      if (!bar.value || bar.most <= bar.least) continue;
      const double full = wanted(bar);
      if (full <= layout.full || full > longest) continue;
      layout.full = full;
      grows = true;
    }
}

}  // namespace

std::vector<std::string> sentencesBelow(const ViewState& state) {
  const bool processor = ofProcessor(state.session.hello);
  std::vector<std::string> sentences{aboveRoofText(state.session.results)};
  if (state.session.experiment)
    sentences.push_back(ladderTurn(state.session.results, *state.session.experiment, processor));
  sentences.push_back(ladderFall(state));
  std::erase(sentences, std::string());
  return sentences;
}

float SpeedLayout::barEnd(const Row& row, double value) const {
  return row.plot.x + row.plot.w * static_cast<float>(std::clamp(value / full, 0.0, 1.0));
}

TextStyle resultsNoteStyle(const Canvas& canvas, const SpeedLayout& layout) {
  return {std::max(9.f, 10 * layout.scale), Face::Regular, canvas.theme().textSoft};
}

TextStyle resultsDimStyle(const Canvas& canvas, const SpeedLayout& layout) {
  return {std::max(9.f, 10 * layout.scale), Face::Regular, canvas.theme().textDim};
}

TextStyle resultsLargeDimStyle(const Canvas& canvas, const SpeedLayout& layout) {
  TextStyle style = resultsDimStyle(canvas, layout);
  if (layout.large)
    style.size = std::max(style.size, std::min(0.88f * resultsTextStyle(canvas, layout).size, 12.5f * layout.scale));
  return style;
}

TextStyle resultsTextStyle(const Canvas& canvas, const SpeedLayout& layout) {
  const float row = layout.rows.empty() ? kLeastRow * layout.scale : layout.rows.front().box.h;
  const float largest = layout.large ? std::max(12 * layout.scale, kWindowLetters) : 12 * layout.scale;
  return {std::min(largest, std::max(9.f, row / (layout.large ? 1.3f : 1.5f))), Face::Regular, canvas.theme().text};
}

SpeedLayout layOutResults(const Canvas& canvas, Rect outer, const ViewState& state) {
  SpeedLayout layout;
  const Rect area = viewMargins(outer);
  layout.metric = metricOf(state.session.results);
  layout.kind = shownSpeeds(state);
  if (layout.kind != SpeedKind::Measured) layout.gpuTitle = anyModelled(state)->gpuTitle;
  const auto count = static_cast<float>(std::max<std::size_t>(1, state.session.results.size()));
  layout.scale = std::clamp(std::min(area.w / 720, area.h / (count * kBestRow + 70)), 0.9f, 2.4f);
  const float s = layout.scale;
  std::vector<ResultsBar> bars;
  for (const RunResult& result : state.session.results)
    bars.push_back(barOf(state, result, layout.metric, layout.kind));
  std::stable_partition(bars.begin(), bars.end(),
                        [](const ResultsBar& bar) { return bar.value || bar.result->wasRun(); });
  findReference(layout, bars);
  double most = 0;
  for (const ResultsBar& bar : bars) most = std::max(most, bar.value ? bar.most : 0);
  if (most > 0) layout.full = most;
  if (layout.kind == SpeedKind::Published && most == 0) {
    layout.nothing = fillText(Msg::ResultsPublishedNone, {layout.gpuTitle});
    bars.clear();
  }

  const float wanted = count * kLeastRow;
  // The switch between kinds of speeds stays where rows have to make room for it.
  const float needed = anyModelled(state) ? std::min(wanted, 5 * kLeastRow) : wanted;
  const float header = area.h >= needed + 22 * s ? 22 * s : 0;
  const float heads =
      area.h >= std::min(wanted, kRowsBelowHeads * kLeastRow) + header + 18 * s && area.w >= 300 ? 18 * s : 0;
  layout.header = {area.x, area.y, area.w, header};
  layout.heads = {area.x, area.y + header, area.w, heads};
  placeFoot(canvas, state, layout, area, area.h - header - heads - count * 18);
  placeSwitch(canvas, state, layout);
  const float middle = area.h - header - heads - layout.foot.h;
  if (layout.kind == SpeedKind::Measured)
    placeSentences(canvas, state, layout, middle - wanted, middle - std::min(count, kRowsBesideSentence) * kLeastRow);
  const float room = std::max(0.f, middle - layout.fall.h);
  const float height = std::clamp(room / count, std::min(kLeastRow, room), kTallestRow * s);
  std::size_t shown = height <= 0 ? 0 : static_cast<std::size_t>(room / height + 0.01f);
  if (shown < bars.size() && shown > 0) --shown;  // the last line says how many more there are
  shown = std::min(shown, bars.size());
  const std::size_t below = bars.size() - shown;
  const Rect rows{area.x, area.y + header + heads, std::max(0.f, area.w - (below > 0 ? kThumbRoom : 0)),
                  height * static_cast<float>(shown)};
  layout.list = {rows, bars.size(), std::min(state.sight.choices.speedFirst, below), shown};
  for (const ResultsBar& bar : barsInSight(layout, bars)) {
    const auto above = static_cast<float>(layout.rows.size());
    SpeedLayout::Row row;
    row.box = {rows.x, rows.y + above * height, rows.w, height};
    row.bar = bar;
    layout.rows.push_back(row);
  }
  const ResultColumns columns = largestColumns(canvas, state, layout, bars, rows.w);
  for (SpeedLayout::Row& row : layout.rows) placeRow(row, columns, columnPad(layout));
  makeRoomForWords(canvas, layout, bars);
  return layout;
}

}  // namespace strata::inline views
