#include <algorithm>
#include <cmath>
#include <optional>

#include "app/canvas/format.h"
#include "app/canvas/paint.h"
#include "app/facts/variant_facts.h"
#include "app/views/empty_note.h"
#include "app/views/view.h"
#include "app/words/messages.h"

// Why a step would take as long as it would on a GPU that is not here: each resource's time if nothing else took any.

namespace strata::inline views {
namespace {

constexpr float kLongestRow = 34, kSentence = 17;

struct BoundsLayout {
  float scale = 1;
  Rect header, sentence, foot;
  struct Row {
    const ModelledRun::Part* part = nullptr;
    Rect box, name, bar;
  };
  std::vector<Row> rows;
  std::vector<std::string> lines;  ///< of the sentence
};

std::string timeText(double seconds) {
  return formatDuration({std::llround(seconds * 1e9)});
}

const RunResult* shownResult(const ViewState& state) {
  if (const RunResult* chosen = findResult(state, shownVariant(state)); chosen && chosen->modelled) return chosen;
  const auto any =
      std::ranges::find_if(state.session.results, [](const RunResult& result) { return result.modelled.has_value(); });
  return any == state.session.results.end() ? nullptr : &*any;
}

/// "The load unit needs 469 ms, instruction issue 19 ms, L2 bandwidth 17 ms: …"
std::string sentenceOf(const ModelledRun& run) {
  if (run.only.empty()) return {};
  const std::string first = boundWords(run.only[0].bound), time = timeText(run.only[0].seconds);
  if (run.only.size() < 2) return fillText(Msg::BoundsAlone, {first, time});
  const double ratio = run.only[0].seconds / run.only[1].seconds;
  const std::string second = boundWords(run.only[1].bound), next = timeText(run.only[1].seconds);
  constexpr double kClearly = 1.5;
  return fillText(ratio >= kClearly ? Msg::BoundsClear : Msg::BoundsClose, {first, time, second, next});
}

BoundsLayout layOut(const Canvas& canvas, Rect outer, const ModelledRun& run) {
  BoundsLayout layout;
  const Rect area = viewMargins(outer);
  const float s = layout.scale = std::clamp(std::min(area.w / 520, area.h / 240), 0.9f, 2.f);
  const float header = area.h >= 60 ? 22 * s : 0;
  layout.header = {area.x, area.y, area.w, header};
  float top = area.y + header;
  if (area.h >= 110 && area.w >= 200) {
    layout.lines = wrapText(canvas, sentenceOf(run), look::soft(canvas, s), area.w);
    layout.sentence = {area.x, top, area.w, static_cast<float>(layout.lines.size()) * kSentence * s + 6 * s};
    if (layout.sentence.h > area.h / 3) layout.lines.clear(), layout.sentence.h = 0;
    top += layout.sentence.h;
  }
  const float foot = area.h >= 160 && area.w >= 260 ? 16 * s : 0;
  layout.foot = {area.x, area.bottom() - foot, area.w, foot};
  float names = 0;
  for (const auto& part : run.only)
    names = std::max(names, canvas.measure(boundWords(part.bound), look::soft(canvas, s)));
  names = std::min(names + 10 * s, area.w * 0.45f);
  const float room = std::max(0.f, layout.foot.y - top);
  const auto count = static_cast<float>(std::max<std::size_t>(1, run.only.size()));
  const float height = std::min(kLongestRow * s, room / count);
  if (height < 11) return layout;
  for (std::size_t i = 0; i < run.only.size(); ++i) {
    BoundsLayout::Row row{&run.only[i], {area.x, top + static_cast<float>(i) * height, area.w, height}, {}, {}};
    row.name = {area.x, row.box.y, names, height};
    row.bar = {row.name.right(), row.box.y + height * 0.16f, std::max(0.f, area.right() - row.name.right()),
               height * 0.68f};
    layout.rows.push_back(row);
  }
  return layout;
}

void drawRow(Canvas& canvas, const BoundsLayout& layout, const BoundsLayout::Row& row, double longest, double whole) {
  const Color color = storeyInfo(row.part->seconds == longest ? Storey::Model : Storey::Hardware).color;
  TextStyle style = look::soft(canvas, layout.scale);
  if (row.part->seconds == longest) style.color = canvas.theme().textStrong;
  drawLine(canvas, row.name, boundWords(row.part->bound), style);
  const std::string words = timeText(row.part->seconds);
  const float text = canvas.measure(words, style) + 8 * layout.scale, room = row.bar.w - text;
  if (room <= 4) return void(drawLine(canvas, row.bar, words, style));
  Rect bar = row.bar;
  bar.w = std::max(1.5f, room * static_cast<float>(row.part->seconds / std::max(longest, whole)));
  canvas.stroke(bar, color, 1, 2);
  drawHatch(canvas, bar, color, 5);
  drawLine(canvas, {bar.right() + 6 * layout.scale, row.bar.y, text, row.bar.h}, words, style);
}

/// Where all of it together ends.
void drawWhole(Canvas& canvas, const BoundsLayout& layout, const ModelledRun& run, double longest) {
  if (layout.rows.empty()) return;
  const BoundsLayout::Row& first = layout.rows.front();
  const float text = canvas.measure(timeText(longest), look::soft(canvas, layout.scale)) + 8 * layout.scale;
  const float room = first.bar.w - text;
  if (room <= 4) return;
  const float x = first.bar.x + room * static_cast<float>(run.seconds / std::max(longest, run.seconds));
  canvas.line({x, first.box.y}, {x, layout.rows.back().box.bottom()}, canvas.theme().textDim, 1);
}

void drawBounds(Canvas& canvas, Rect area, const ViewState& state) {
  const RunResult* result = shownResult(state);
  if (!result) return drawEmptyNote(canvas, area, state, Msg::BoundsEmpty, {Msg::BoundsEmptyHint});
  const ModelledRun& run = *result->modelled;
  const BoundsLayout layout = layOut(canvas, area, run);
  const float s = layout.scale;
  if (layout.header.h > 0)
    drawHeader(canvas, layout.header,
               {{std::string(text(Msg::BoundsTitle)), look::title(canvas, s)},
                {result->variant, look::soft(canvas, s), 2},
                {run.gpuTitle, look::dim(canvas, s), 7},
                {fillText(Msg::BoundsWhole, {timeText(run.seconds)}), look::strong(canvas, s), 1, true},
                {std::string(provenanceKey(Provenance::Modelled)), look::dim(canvas, s), 5, true, true}});
  for (std::size_t i = 0; i < layout.lines.size(); ++i)
    drawLine(canvas,
             {layout.sentence.x, layout.sentence.y + static_cast<float>(i) * kSentence * s, layout.sentence.w,
              kSentence * s},
             layout.lines[i], look::soft(canvas, s));
  const double longest = run.only.empty() ? 0 : run.only.front().seconds;
  for (const BoundsLayout::Row& row : layout.rows) drawRow(canvas, layout, row, longest, run.seconds);
  drawWhole(canvas, layout, run, longest);
  if (layout.foot.h > 0)
    drawLine(canvas, layout.foot,
             run.basis.empty() ? std::string(text(Msg::BoundsFoot)) : fillText(Msg::BoundsFootPart, {run.basis}),
             {std::max(9.f, 10 * s), Face::Regular, canvas.theme().textDim});
}

std::optional<Hit> hitBounds(const Canvas& canvas, Rect area, const ViewState& state, Point at) {
  const RunResult* result = shownResult(state);
  if (!result) return std::nullopt;
  for (const BoundsLayout::Row& row : layOut(canvas, area, *result->modelled).rows)
    if (row.box.contains(at)) return hitVariant(state, *result, variantTooltip(state, *result));
  return std::nullopt;
}

bool hasModel(const ViewState& state) {
  return shownResult(state) != nullptr;
}

}  // namespace

const View& boundsView() {
  static const View kView{.name = "bounds",
                          .title = Msg::StudioBounds,
                          .shows = "what would hold a step up on a GPU that is not here",
                          .absent = "it holds no modelled times",
                          .order = 65,
                          .dock = ViewDock::Bottom,
                          .draw = drawBounds,
                          .hit = hitBounds,
                          .hasContent = hasModel};
  return kView;
}

}  // namespace strata::inline views
