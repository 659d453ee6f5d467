#include <algorithm>
#include <array>
#include <cmath>

#include "app/canvas/color_math.h"
#include "app/canvas/format.h"
#include "app/canvas/paint.h"
#include "app/facts/variant_facts.h"
#include "app/views/empty_note.h"
#include "app/views/roofline/roofline_layout.h"
#include "app/views/view.h"
#include "app/words/messages.h"
#include "engine/frames/frame_story.h"

namespace strata::inline views {
namespace {

const Color kOwn = storeyInfo(Storey::Model).color, kLibrary = storeyInfo(Storey::Library).color,
            kRoof = storeyInfo(Storey::Hardware).color;

Color shadeOfRoofs(const Canvas& canvas) {
  return mix(canvas.theme().well, kRoof, 0.09f);
}

/// What kernels can reach lies under the roofs.
void shadeUnderRoofs(Canvas& canvas, const RooflineData& data, const RooflineLayout& layout) {
  if (!data.roofs()) return;
  const float bottom = layout.frame.bottom(), right = layout.plot.right();
  const Point start = layout.slopeStart, knee = layout.knee;
  canvas.polygon(std::array{Point{start.x, bottom}, start, knee, Point{right, knee.y}, Point{right, bottom}},
                 shadeOfRoofs(canvas));
}

/// What lies behind a point of the plot, without lines.
Color groundAt(const Canvas& canvas, const RooflineData& data, const RooflineLayout& layout, Point at) {
  if (!data.roofs() || at.x < layout.slopeStart.x) return canvas.theme().well;
  const float slope = (layout.knee.y - layout.slopeStart.y) / (layout.knee.x - layout.slopeStart.x);
  const float roof = at.x < layout.knee.x ? layout.slopeStart.y + slope * (at.x - layout.slopeStart.x) : layout.knee.y;
  return at.y > roof ? shadeOfRoofs(canvas) : canvas.theme().well;
}

/// Behind letters, so that lines which have to cross them end beside them.
void clearBehind(Canvas& canvas, const RooflineData& data, const RooflineLayout& layout, Rect box) {
  constexpr float kBeside = 1.5f, kAir = 0.07f;  // of the line's height, above and below letters
  canvas.fill(box.inset(-kBeside, kAir * box.h),
              groundAt(canvas, data, layout, {box.x + box.w / 2, box.y + box.h / 2}));
}

/// From the foot to where the roofs meet, but not through words.
void drawRidge(Canvas& canvas, const RooflineLayout& layout) {
  const float x = layout.knee.x;
  float foot = layout.frame.bottom();
  const Color color = canvas.theme().tagBorder;
  if (layout.ideal && x > layout.ideal->box.x && x < layout.ideal->box.right()) {
    canvas.dashed({x, foot}, {x, layout.ideal->box.bottom()}, color);
    foot = layout.ideal->box.y;
  }
  canvas.dashed({x, foot}, layout.knee, color);
}

void drawRoofs(Canvas& canvas, const RooflineData& data, const RooflineLayout& layout) {
  if (!data.roofs()) return;
  const Color color = readableOn(canvas.theme().well, kRoof);
  const float width = std::clamp(1.6f * layout.scale, 1.6f, 3.f);
  std::vector<Point> line{layout.slopeStart, layout.knee};
  if (data.compute) line.push_back({layout.plot.right(), layout.knee.y});
  canvas.polyline(line, color, width);
  if (layout.memoryBound || layout.computeBound) drawRidge(canvas, layout);
}

void drawIdeal(Canvas& canvas, const RooflineData& data, const RooflineLayout& layout) {
  const std::optional<float> top = idealTop(data, layout);
  if (!top) return;
  const float x = layout.x.at(data.ideal->value);
  canvas.dashed({x, layout.plot.bottom()}, {x, *top}, canvas.theme().textDim);
}

/// On top of all lines.
void drawPlotWords(Canvas& canvas, const RooflineData& data, const RooflineLayout& layout) {
  TextStyle style = rooflineWordStyle(canvas, layout.letters);
  const auto draw = [&](const std::optional<RooflineLayout::Words>& words) {
    if (!words) return;
    clearBehind(canvas, data, layout, words->box);
    canvas.text({words->box.x, words->box.y}, words->text, style);
  };
  for (const auto* words : {&layout.ideal, &layout.unit}) draw(*words);
  style.color = canvas.theme().textDim;
  for (const auto* words : {&layout.memoryBound, &layout.computeBound}) draw(*words);
  style.color = readableOn(canvas.theme().well, kRoof);
  for (const auto* words : {&layout.bandwidth, &layout.compute}) draw(*words);
}

Msg intensityWords(IntensityBytes bytes) {
  switch (bytes) {
    case IntensityBytes::Requested: return Msg::RooflineAsked;
    case IntensityBytes::OfMemory: return Msg::RooflineOfMemory;
    case IntensityBytes::Once: return Msg::RooflineOnce;
  }
  return Msg::RooflineOnce;
}

void drawTicks(Canvas& canvas, const RooflineLayout& layout) {
  const TextStyle style = rooflineWordStyle(canvas, layout.letters);
  const float lineHeight = style.size * kLineHeight;
  const Rect frame = layout.frame;
  for (const AxisTick& tick : logTicks(layout.y, style.size * 2)) {
    canvas.line({frame.x, tick.at}, {frame.right(), tick.at}, canvas.theme().grid);
    const float width = canvas.measure(tick.label, style);
    if (tick.at - lineHeight / 2 < frame.y - 2 || tick.at + lineHeight / 2 > frame.bottom() + 2) continue;
    canvas.text({frame.x - 5 * layout.scale - width, tick.at - lineHeight / 2}, tick.label, style);
  }
  for (const AxisTick& tick : logTicks(layout.x, style.size * 3))
    canvas.line({tick.at, frame.y}, {tick.at, frame.bottom()}, canvas.theme().grid);
  for (const RooflineLayout::Words& number : layout.intensities)
    canvas.text({number.box.x, number.box.y}, number.text, style);
  if (const auto& name = layout.intensitiesName) canvas.text({name->box.x, name->box.y}, name->text, style);
}

// From step to step, with a head in the middle where there is room for one.
void drawTrail(Canvas& canvas, const RooflineLayout& layout) {
  const RooflineLayout::PlacedPoint* before = nullptr;
  const Color color = mix(canvas.theme().well, readableOn(canvas.theme().well, kOwn), 0.6f);
  for (const auto& placed : layout.points) {
    if (!placed.point->isStep()) continue;
    if (before) {
      const Point a = before->at, b = placed.at;
      canvas.line(a, b, color, std::min(2.f, layout.scale));
      const float length = std::hypot(b.x - a.x, b.y - a.y), head = 4.5f * layout.scale;
      if (length > 4 * layout.radius + head) {
        const float dx = (b.x - a.x) / length, dy = (b.y - a.y) / length;
        const Point tip{(a.x + b.x) / 2 + dx * head / 2, (a.y + b.y) / 2 + dy * head / 2};
        const Point left{tip.x - head * dx - head * 0.6f * dy, tip.y - head * dy + head * 0.6f * dx};
        const Point right{tip.x - head * dx + head * 0.6f * dy, tip.y - head * dy - head * 0.6f * dx};
        canvas.polyline(std::array{left, tip, right}, color, std::min(2.f, 1.2f * layout.scale));
      }
    }
    before = &placed;
  }
}

/// It did not run here: a ring.
void drawHollow(Canvas& canvas, Rect box, Color color, float radius) {
  canvas.fill(box, canvas.theme().well, radius);
  canvas.stroke(box, readableOn(canvas.theme().well, color), std::max(1.5f, radius * 0.4f), radius);
}

void drawMark(Canvas& canvas, const RooflineLayout& layout, const RooflineLayout::PlacedPoint& placed, bool hovered) {
  const float r = layout.radius;
  const Rect box{placed.at.x - r, placed.at.y - r, 2 * r, 2 * r};
  const bool library = placed.point->library;
  const Color color = library ? kLibrary : kOwn;
  // A rim in the ground's colour keeps marks apart that touch; the chosen one has a ring.
  const float ring = placed.point->chosen || hovered ? 3 : 1;
  canvas.fill(box.inset(-ring, -ring), placed.point->chosen || hovered ? canvas.theme().white : canvas.theme().well,
              library ? ring : r + ring);
  if (ring > 1) canvas.fill(box.inset(-1.5f, -1.5f), canvas.theme().well, library ? 1.5f : r + 1.5f);
  if (placed.point->elsewhere) return drawHollow(canvas, box, color, r);
  canvas.fill(box, color, library ? 0 : r);
  // Yellow on white would be lost without an edge.
  if (contrast(color, canvas.theme().well) < 3)
    canvas.stroke(box, mix(color, canvas.theme().textStrong, 0.5f), 1, library ? 0 : r);
}

void drawLeaders(Canvas& canvas, const RooflineLayout& layout) {
  for (const auto& placed : layout.points)
    if (placed.label && placed.label->leader)
      canvas.line((*placed.label->leader)[0], (*placed.label->leader)[1], canvas.theme().textDim, 0.8f);
}

void drawLabels(Canvas& canvas, const RooflineData& data, const RooflineLayout& layout) {
  for (const auto& placed : layout.points) {
    if (!placed.label) continue;
    const TextStyle style = rooflineLabelStyle(canvas, layout.letters, placed.point->chosen);
    const Rect box = placed.label->box;
    clearBehind(canvas, data, layout, box);
    canvas.text({box.x, box.y}, placed.name, style);
    TextStyle soft = style;
    soft.color = canvas.theme().textDim;
    if (!placed.speed.empty())
      canvas.text({box.right() - canvas.measure(placed.speed, soft), box.y}, placed.speed, soft);
  }
}

std::size_t leftOutCount(const RooflineData& data) {
  std::size_t count = 0;
  for (const RooflineLeftOut& group : data.leftOut) count += group.variants.size();
  return count;
}

void drawNotes(Canvas& canvas, const RooflineLayout& layout) {
  const TextStyle style = rooflineWordStyle(canvas, layout.letters);
  const float height = style.size * kLineHeight;
  const std::vector<std::string>& notes = layout.noteLines;
  float y = layout.notes.y + 4 * layout.scale;
  for (std::size_t i = 0; i < notes.size() && y + height <= layout.notes.bottom() + 1; ++i, y += height) {
    const bool more = i + 1 < notes.size() && y + 2 * height > layout.notes.bottom() + 1;
    drawLine(canvas, {layout.notes.x, y, layout.notes.w, height}, more ? notes[i] + " …" : notes[i], style);
  }
}

void drawHeaderLine(Canvas& canvas, const ViewState& state, const RooflineData& data, const RooflineLayout& layout) {
  if (layout.header.h <= 0) return;
  const float s = layout.scale;
  std::vector<HeaderPiece> pieces{{std::string(text(Msg::RooflineTitle)), look::title(canvas, s)}};
  // Shortened before the kinds go: what is modelled says so.
  if (const std::string device = !data.gpuTitle.empty() ? data.gpuTitle
                                 : state.session.hello  ? state.session.hello->device.name
                                                        : std::string();
      !device.empty())
    pieces.push_back({.text = device, .style = look::soft(canvas, s), .rank = 4, .least = 60 * s});
  if (!data.roofs())
    pieces.push_back({data.gpuTitle.empty() ? std::string(text(Msg::RooflineNoRoofs))
                                            : fillText(Msg::RooflineNoFigures, {data.gpuTitle}),
                      {11 * s, Face::Regular, canvas.theme().warning},
                      1});
  else if (!data.compute)
    pieces.push_back({fillText(Msg::RooflineNoCompute, {factorsName(data.factors)}),
                      {11 * s, Face::Regular, canvas.theme().warning},
                      1});
  const std::size_t out = leftOutCount(data);
  if (!data.faster.empty() && layout.notes.h <= 0)
    pieces.push_back({fillText(Msg::RooflineFaster, {joinedNames(data.faster)}), look::dim(canvas, s), 2, true});
  if (!data.busy.empty() && layout.notes.h <= 0) pieces.push_back({data.busy, look::dim(canvas, s), 2, true});
  if (!data.cached.empty() && layout.notes.h <= 0)
    pieces.push_back({fillText(Msg::RooflineCached, {joinedNames(data.cached)}), look::dim(canvas, s), 3, true});
  if (layout.notes.h <= 0)
    for (std::string& words : rooflineBytesNotes(data))
      pieces.push_back({std::move(words), look::dim(canvas, s), 2, true});
  if (out > 0 && layout.notes.h <= 0)
    pieces.push_back({fillText(Msg::RooflineNotShownCount, {std::to_string(out)}), look::dim(canvas, s), 2, true});
  if (!data.points.empty())
    pieces.push_back({"x " + std::string(provenanceKey(data.points.front().intensityKind)),
                      {10 * s, Face::Regular, {}},
                      3,
                      true,
                      true});
  if (!data.points.empty())
    if (const auto kind = data.points.front().speedKind)
      pieces.push_back({"y " + std::string(provenanceKey(*kind)), {10 * s, Face::Regular, {}}, 3, true, true});
  drawHeader(canvas, layout.header, std::move(pieces));
}

/// The point of the plot nearest to `at`, if it is close or its label is under it.
const RooflineLayout::PlacedPoint* pointAt(const RooflineLayout& layout, Point at) {
  const RooflineLayout::PlacedPoint* best = nullptr;
  float nearest = layout.radius + 6;
  for (const auto& placed : layout.points) {
    const float distance = std::hypot(placed.at.x - at.x, placed.at.y - at.y);
    if (distance >= nearest) continue;
    nearest = distance;
    best = &placed;
  }
  if (best) return best;
  for (const auto& placed : layout.points)
    if (placed.label && placed.label->box.contains(at)) return &placed;
  return nullptr;
}

std::string phaseTooltip(const RooflinePoint& point) {
  std::string lines = std::string(point.name) + '\n' + formatFlopRate(point.gflops);
  if (point.speedKind) lines.append(" ").append(provenanceKey(*point.speedKind));
  return lines;
}

std::string pointTooltip(const ViewState& state, const RooflineData& data, const RooflinePoint& point) {
  std::string lines = point.phase ? phaseTooltip(point) : variantTooltip(state, *point.result);
  lines +=
      '\n' + fillText(intensityWords(point.bytes), {formatNumber(point.intensity), provenanceKey(point.intensityKind)});
  if (const Figure* once = point.result->figure("arithmetic_intensity"); once && point.bytes != IntensityBytes::Once)
    lines += '\n' + fillText(Msg::RooflineOnce, {formatNumber(once->value), provenanceKey(once->provenance)});
  if (point.elsewhere) {
    if (!data.allows(point)) lines.append("\n").append(text(Msg::RooflineAbove));
    return lines;
  }
  const std::string why = whyAbove(point);
  if (!why.empty() && point.phase) lines += '\n' + why;
  if (why.empty() && !data.allows(point)) lines.append("\n").append(text(Msg::RooflineAbove));
  return lines;
}

/// Of a roof that was measured here, with when that was.
std::string withDate(const RooflineData& data, const Figure& roof, std::string tip) {
  if (roof.provenance == Provenance::Measured && !data.measured.empty()) tip += "\n" + data.measured;
  return tip;
}

std::string roofTooltip(const RooflineData& data, const RooflineLayout& layout, Point at) {
  constexpr float kClose = 5;
  if (!data.roofs() || !layout.plot.contains(at)) return {};
  const bool here = data.gpuTitle.empty();
  if (data.compute && at.x >= layout.knee.x && std::fabs(at.y - layout.knee.y) < kClose) {
    const Msg plain = here ? Msg::RooflineComputeTip : Msg::RooflineSheetComputeTip;
    return withDate(
        data, *data.compute,
        fillText(data.unit.empty() ? plain : Msg::RooflineMatrixTip,
                 {formatFlopRate(data.compute->value * 1e-9), provenanceKey(data.compute->provenance), data.unit}));
  }
  const float slope = (layout.knee.y - layout.slopeStart.y) / (layout.knee.x - layout.slopeStart.x);
  const bool onSlope = at.x >= layout.slopeStart.x && at.x < layout.knee.x &&
                       std::fabs(at.y - layout.slopeStart.y - slope * (at.x - layout.slopeStart.x)) < kClose;
  if (!onSlope) return {};
  return withDate(data, *data.bandwidth,
                  fillText(here ? Msg::RooflineBandwidthTip : Msg::RooflineSheetBandwidthTip,
                           {formatByteRate(data.bandwidth->value), provenanceKey(data.bandwidth->provenance)}));
}

/// Their times are of ways, not of kernels.
bool ofFrames(const ViewState& state) {
  return state.session.experiment && state.session.experiment->name == kFramesExperiment;
}

void drawNothing(Canvas& canvas, Rect area, const ViewState& state, const RooflineData& data) {
  const Rect box = area.inset(area.w / 20, 0);
  if (ofFrames(state))
    return drawTeachingNote(canvas, box, text(Msg::RooflineOfFrames), {text(Msg::RooflineOfFramesHint)});
  if (data.leftOut.empty())
    return drawEmptyNote(canvas, area, state, Msg::RooflineEmpty, {Msg::RooflineEmptyHint}, FilledBy::AnyRun);
  std::vector<std::string> reasons;
  for (const RooflineLeftOut& group : data.leftOut) reasons.push_back(leftOutWords(group));
  drawTeachingNote(canvas, box, text(Msg::RooflineNoPoint), {reasons.begin(), reasons.end()});
}

void drawRoofline(Canvas& canvas, Rect area, const ViewState& state) {
  const RooflineData data = rooflineData(state);
  if (data.points.empty()) return drawNothing(canvas, area, state, data);
  const RooflineLayout layout = layOutRoofline(canvas, area, data);
  drawHeaderLine(canvas, state, data, layout);
  if (layout.frame.w <= 0) return;
  canvas.fill(layout.frame, canvas.theme().well);
  shadeUnderRoofs(canvas, data, layout);
  drawTicks(canvas, layout);
  canvas.stroke(layout.frame, canvas.theme().wellBorder);
  drawIdeal(canvas, data, layout);
  drawRoofs(canvas, data, layout);
  drawTrail(canvas, layout);
  drawLeaders(canvas, layout);
  drawPlotWords(canvas, data, layout);
  drawLabels(canvas, data, layout);
  const RooflineLayout::PlacedPoint* hovered = state.sight.pointer ? pointAt(layout, *state.sight.pointer) : nullptr;
  for (const auto& placed : layout.points) drawMark(canvas, layout, placed, &placed == hovered);
  if (layout.notes.h > 0) drawNotes(canvas, layout);
}

std::optional<Hit> hitRoofline(const Canvas& canvas, Rect area, const ViewState& state, Point at) {
  const RooflineData data = rooflineData(state);
  if (data.points.empty()) return std::nullopt;
  const RooflineLayout layout = layOutRoofline(canvas, area, data);
  if (const auto* placed = pointAt(layout, at))
    return hitVariant(state, *placed->point->result, pointTooltip(state, data, *placed->point));
  std::string roof = roofTooltip(data, layout, at);
  if (roof.empty()) return std::nullopt;
  return Hit{state.sight.selection, std::move(roof)};
}

std::string rateInWords(std::string rate, std::optional<Provenance> kind) {
  return kind ? std::move(rate) + " " + std::string(provenanceKey(*kind)) : rate;
}

std::string rooflineFigures(const ViewState& state) {
  const RooflineData data = rooflineData(state);
  std::string words;
  for (const RooflinePoint& point : data.points) {
    const bool ofVariant = !point.phase && !point.elsewhere;
    words += ofVariant ? variantInWords(*point.result)
                       : std::string(point.name) + ": " + rateInWords(formatFlopRate(point.gflops), point.speedKind);
    words += "; ";
  }
  if (!data.roofs()) return words.substr(0, words.size() - 2);
  std::string roofs = rateInWords(formatByteRate(data.bandwidth->value), data.bandwidth->provenance);
  if (data.compute) roofs += ", " + rateInWords(formatFlopRate(data.compute->value * 1e-9), data.compute->provenance);
  return words + fillText(Msg::RooflineRoofs, {roofs});
}

bool hasPoints(const ViewState& state) {
  return !rooflineData(state).points.empty();
}

/// Why each variant has no place: "naive, tiled: no measurement of it is kept".
std::string whyRooflineLacks(const ViewState& state) {
  std::string reasons;
  for (const RooflineLeftOut& group : rooflineData(state).leftOut)
    reasons += (reasons.empty() ? "" : "; ") + leftOutWords(group);
  return reasons;
}

}  // namespace

const View& rooflineView() {
  static const View kView{.name = "roofline",
                          .title = Msg::StudioRoofline,
                          .shows = "the device's roofs and a point for each variant",
                          .absent = "it holds no variant with a speed and the bytes it moves",
                          .order = 50,
                          .dock = ViewDock::Left,
                          .onePlaceEach = true,
                          .draw = drawRoofline,
                          .hit = hitRoofline,
                          .hasContent = hasPoints,
                          .figures = rooflineFigures,
                          .lacks = whyRooflineLacks};
  return kView;
}

}  // namespace strata::inline views
