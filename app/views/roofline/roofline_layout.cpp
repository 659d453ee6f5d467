#include "app/views/roofline/roofline_layout.h"

#include <algorithm>
#include <cmath>

#include "app/canvas/format.h"
#include "app/canvas/paint.h"
#include "app/views/roofline/roofline_axis.h"
#include "app/views/roofline/roofline_labels.h"
#include "app/words/messages.h"

namespace strata::inline views {
namespace {

constexpr float kGap = 4;

/// Lines below the plot; a picture has no tooltips that say more.
std::size_t mostNotes(const RooflineData& data) {
  constexpr std::size_t kOfWindow = 5, kOfPicture = 8;
  return data.caption.empty() ? kOfWindow : kOfPicture;
}

struct Range {
  double low = 0, high = 0;
  void take(double value) {
    low = low == 0 ? value : std::min(low, value);
    high = std::max(high, value);
  }
};

/// Axes that hold all points, the ridge and what of the roofs leads to it.
void findRanges(const RooflineData& data, LogAxis& x, LogAxis& y) {
  Range across, up;
  for (const RooflinePoint& point : data.points) {
    across.take(point.intensity);
    up.take(point.gflops);
  }
  if (data.ideal) across.take(data.ideal->value);
  if (data.hasRidge()) {
    across.take(data.ridge() / 4);
    across.take(data.ridge() * 4);
    up.take(data.compute->value * 1e-9);
  } else if (data.roofs()) {
    up.take(data.attainable(across.low));
  }
  x.low = across.low / 1.8, x.high = across.high * 1.8;
  y.low = up.low / 2, y.high = up.high * 1.25;
  if (y.high / y.low < 20) y.low = y.high / 20;
}

float widestTick(const Canvas& canvas, const LogAxis& y, const TextStyle& style) {
  float width = 0;
  for (const AxisTick& tick : logTicks(y, style.size * 2)) width = std::max(width, canvas.measure(tick.label, style));
  return width;
}

RooflineLayout::Words wordsAt(const Canvas& canvas, std::string words, const TextStyle& style, float x, float y) {
  const float width = canvas.measure(words, style);
  return {std::move(words), {x, y, width, style.size * kLineHeight}};
}

bool fits(const RooflineLayout::Words& words, Rect room) {
  return words.box.x >= room.x && words.box.right() <= room.right() && words.box.y >= room.y &&
         words.box.bottom() <= room.bottom();
}

std::string withKind(std::string words, const Figure& figure) {
  return std::move(words) + " " + std::string(provenanceKey(figure.provenance));
}

/// Whether the mark of a point, with its ring, reaches into a box.
bool onPoint(const RooflineData& data, const RooflineLayout& layout, Rect box) {
  constexpr float kRing = 3;
  const Rect near = box.inset(-layout.radius - kRing, -layout.radius - kRing);
  return std::ranges::any_of(
      data.points, [&](const RooflinePoint& point) { return near.contains(layout.at(point.intensity, point.gflops)); });
}

/// Whether a point or the way from step to step lies in a box.
bool onTrail(const RooflineData& data, const RooflineLayout& layout, Rect box) {
  constexpr int kSamples = 64;
  if (onPoint(data, layout, box)) return true;
  const Rect near = box.inset(-layout.radius, -layout.radius);
  std::optional<Point> before;
  for (const RooflinePoint& point : data.points) {
    const Point at = layout.at(point.intensity, point.gflops);
    for (int i = 0; before && point.isStep() && i < kSamples; ++i) {
      const float part = static_cast<float>(i) / kSamples;
      if (near.contains({before->x + (at.x - before->x) * part, before->y + (at.y - before->y) * part})) return true;
    }
    if (point.isStep()) before = at;
  }
  return false;
}

/// The upper end of the slope: where it meets the compute roof, or leaves the plot where there is none.
double endOfSlope(const RooflineData& data, const RooflineLayout& layout) {
  if (data.hasRidge()) return data.ridge();
  return std::min(layout.x.high, layout.y.high * 1e9 / data.bandwidth->value);
}

/// Whether the line below the ridge, or the one where each byte is moved once, would run through words below the roof.
bool onDashes(const RooflineData& data, const RooflineLayout& layout, Rect box) {
  const auto through = [&](float x) { return x > box.x && x < box.right(); };
  return through(layout.knee.x) || (idealTop(data, layout) && through(layout.x.at(data.ideal->value)));
}

/// The first of these that have room along the compute roof where no point covers them, from its right end on; above it
/// or else below. Among points everywhere: the last of them, on the right end.
std::optional<RooflineLayout::Words> computeWords(const Canvas& canvas, const RooflineData& data,
                                                  const RooflineLayout& layout,
                                                  std::initializer_list<std::string> words, float room) {
  constexpr int kPlaces = 12;
  const TextStyle style = rooflineWordStyle(canvas, layout.letters);
  const float line = style.size * kLineHeight, above = layout.knee.y - line - 2, below = layout.knee.y + 3;
  const float lowest = layout.plot.bottom() - line - 1;  // other words stand there
  std::optional<RooflineLayout::Words> covered;
  for (const std::string& each : words) {
    const float width = canvas.measure(each, style);
    const bool last = &each == words.end() - 1;
    if (width > room && !last) continue;
    const float right = layout.plot.right() - width - 1, left = std::min(right, layout.knee.x + kGap);
    for (const float y : {above, below})
      for (int i = 0; i < kPlaces; ++i) {
        auto placed = wordsAt(canvas, each, style, right - (right - left) * static_cast<float>(i) / (kPlaces - 1), y);
        if (!fits(placed, layout.frame)) continue;
        if (y == below && (placed.box.x < layout.knee.x || placed.box.bottom() > lowest)) continue;
        if (last && !covered) covered = placed;
        if (!onPoint(data, layout, placed.box) && (y == above || !onDashes(data, layout, placed.box))) return placed;
      }
  }
  return covered;
}

/// The roofs with their words: the compute roof's along it, the slope's on the upper side of its left end.
void layOutRoofs(const Canvas& canvas, const RooflineData& data, RooflineLayout& layout) {
  if (!data.roofs()) return;
  const Rect plot = layout.plot;
  const double end = endOfSlope(data, layout);
  layout.knee = layout.at(end, data.attainable(end));
  layout.slopeStart = layout.at(layout.x.low, data.attainable(layout.x.low));
  if (layout.slopeStart.y > plot.bottom()) {
    const double lowest = layout.y.low * 1e9 / data.bandwidth->value;
    layout.slopeStart = {layout.x.at(lowest), plot.bottom()};
  }
  const TextStyle style = rooflineWordStyle(canvas, layout.letters);
  const float line = style.size * kLineHeight;
  const auto longest = [&](std::initializer_list<std::string> words, float room) {
    const auto fit = [&](const std::string& each) { return canvas.measure(each, style) <= room; };
    const auto* found = std::ranges::find_if(words, fit);
    return found == words.end() ? *(words.end() - 1) : *found;
  };
  if (data.compute) {
    const std::string rate = formatFlopRate(data.compute->value * 1e-9);
    const std::string named = rate + ", " + (data.unit.empty() ? std::string(factorsName(Factors::F32)) : data.unit);
    // What nobody measured says so, if need be above the slope as well.
    const float room = data.unit.empty() ? std::max(plot.right() - layout.knee.x, plot.w * 0.5f) : plot.w * 0.7f;
    layout.compute =
        computeWords(canvas, data, layout, {withKind(named, *data.compute), withKind(rate, *data.compute), rate}, room);
  }

  const std::string rate = formatByteRate(data.bandwidth->value);
  const std::string bytes = longest({withKind(rate, *data.bandwidth), rate}, (layout.knee.x - plot.x) * 0.8f);
  // Its lower right corner stands just above the slope, at the left end or further up where the trail runs through it.
  const float length = canvas.measure(bytes, style);
  const float least = std::max(plot.x + kGap + length, layout.slopeStart.x);
  const float steep = (layout.knee.y - layout.slopeStart.y) / (layout.knee.x - layout.slopeStart.x);
  for (int i = 0; i < 8; ++i) {
    const float right = least + (layout.knee.x - least) * static_cast<float>(i) / 8;
    const float bottom = layout.slopeStart.y + steep * (right - layout.slopeStart.x) - 3;
    auto bandwidth = wordsAt(canvas, bytes, style, right - length, bottom - line);
    const bool clear = !layout.compute || !overlaps(bandwidth.box, layout.compute->box);
    if (right >= layout.knee.x || !clear || !fits(bandwidth, layout.frame)) continue;
    const bool crossed = onTrail(data, layout, bandwidth.box);
    if (!layout.bandwidth || !crossed) layout.bandwidth = std::move(bandwidth);
    if (!crossed) return;
  }
}

/// The unit of the speeds, in the upper left corner.
void layOutUnit(const Canvas& canvas, RooflineLayout& layout) {
  auto unit = wordsAt(canvas, std::string(text(Msg::RooflineYAxis)), rooflineWordStyle(canvas, layout.letters),
                      layout.frame.x + 4, layout.frame.y + 1);
  const auto clear = [&](const std::optional<RooflineLayout::Words>& words) {
    return !words || !overlaps(unit.box.inset(-4, 0), words->box);
  };
  if (clear(layout.compute) && clear(layout.bandwidth) && fits(unit, layout.frame)) layout.unit = std::move(unit);
}

/// What the dashed line is: left of its foot, or else on its right, at the foot or below the roof, where no point is.
void layOutIdeal(const Canvas& canvas, const RooflineData& data, RooflineLayout& layout) {
  const std::optional<float> top = idealTop(data, layout);
  if (!top || (data.points.size() > 4 && layout.plot.h < 160 * layout.scale)) return;
  const float x = layout.x.at(data.ideal->value);
  auto words = wordsAt(canvas, fillText(Msg::RooflineIdeal, {formatNumber(data.ideal->value)}),
                       rooflineWordStyle(canvas, layout.letters), 0, 0);
  const float foot = layout.plot.bottom() - words.box.h;
  const auto clear = [&](const std::optional<RooflineLayout::Words>& other) {
    return !other || !overlaps(words.box, other->box);
  };
  for (const Point at : {Point{x - words.box.w - kGap, foot}, Point{x + kGap, foot}, Point{x + kGap, *top + kGap}}) {
    words.box.x = at.x, words.box.y = at.y;
    const bool right = at.x > x;
    if (!fits(words, layout.frame) || (right && (onTrail(data, layout, words.box) || !clear(layout.compute)))) continue;
    layout.ideal = std::move(words);
    return;
  }
}

/// "memory bound | compute bound" at the foot of the ridge, and what the dashed line is.
void layOutWords(const Canvas& canvas, const RooflineData& data, RooflineLayout& layout) {
  const TextStyle style = rooflineWordStyle(canvas, layout.letters);
  const float line = style.size * kLineHeight, foot = layout.frame.bottom() - line - 1;
  if (foot < layout.plot.bottom() - 1) return;
  if (data.hasRidge()) {
    const float x = layout.knee.x, gap = 6 * layout.scale;
    const std::string memory(text(Msg::RooflineMemoryBound)), compute(text(Msg::RooflineComputeBound));
    auto left = wordsAt(canvas, memory, style, x - gap - canvas.measure(memory, style), foot);
    auto right = wordsAt(canvas, compute, style, x + gap, foot);
    if (fits(left, layout.frame)) layout.memoryBound = std::move(left);
    if (fits(right, layout.frame)) layout.computeBound = std::move(right);
  }
  layOutIdeal(canvas, data, layout);
}

/// A picture's caption, which points it does not name and what is above a roof, in as many lines as that takes, then
/// each reason to be left out: in one line, but for a picture.
std::vector<std::string> noteLinesOf(const Canvas& canvas, const RooflineData& data,
                                     const std::vector<std::string_view>& unnamed, const TextStyle& style,
                                     float width) {
  std::vector<std::string> lines;
  const auto add = [&](const std::string& words) {
    const std::vector<std::string> wrapped = wrapText(canvas, words, style, width);
    lines.insert(lines.end(), wrapped.begin(), wrapped.end());
  };
  if (!data.caption.empty()) add(data.caption);
  if (!data.busy.empty()) add(data.busy);
  if (!unnamed.empty()) add(fillText(Msg::RooflineUnnamed, {joinedNames(unnamed)}));
  if (!data.faster.empty()) add(fillText(Msg::RooflineFaster, {joinedNames(data.faster)}) + ". " + data.fasterWhy);
  if (!data.cached.empty()) add(fillText(Msg::RooflineCached, {joinedNames(data.cached)}));
  for (const std::string& words : rooflineBytesNotes(data)) add(words);
  for (const RooflineLeftOut& group : data.leftOut) {
    const std::string words = fillText(Msg::RooflineNotShown, {leftOutWords(group)});
    data.caption.empty() ? lines.push_back(words) : add(words);
  }
  return lines;
}

/// With letters so large, at least as its scale has them.
RooflineLayout layOutWith(const Canvas& canvas, Rect outer, const RooflineData& data,
                          const std::vector<std::string_view>& unnamed, float letters) {
  RooflineLayout layout;
  const Rect area = viewMargins(outer);
  layout.scale = std::clamp(std::min(area.w / 620, area.h / 380), 0.9f, 2.4f);
  const float s = layout.scale;
  layout.letters = std::max(s, letters);
  const TextStyle word = rooflineWordStyle(canvas, layout.letters);
  const float line = word.size * kLineHeight;
  const float header = area.h >= 90 ? 22 * s : 0;
  layout.noteLines = noteLinesOf(canvas, data, unnamed, word, area.w);
  const std::size_t room = std::max<std::size_t>(1, static_cast<std::size_t>(area.h / 3 / line));
  const auto notes = static_cast<float>(std::min({layout.noteLines.size(), mostNotes(data), room}));
  const float below = notes > 0 && area.h >= 220 * s ? notes * line + kGap * s : 0;
  layout.header = {area.x, area.y, area.w, header};
  layout.notes = {area.x, area.bottom() - below, area.w, below};
  findRanges(data, layout.x, layout.y);
  layout.y.from = area.h;
  const float left = widestTick(canvas, layout.y, word) + 6 * s;
  const float width = std::max(0.f, area.w - left - 1);
  layout.x.from = area.x + left, layout.x.to = area.x + left + width;
  const bool nameBelow = hasNameBelow(canvas, data, layout, area.h);
  layout.frame = {area.x + left, area.y + header + (header > 0 ? 0 : 1), width,
                  std::max(0.f, area.h - header - below - (nameBelow ? 2 : 1) * line - 5 * s)};
  if (layout.frame.w < 40 || layout.frame.h < 40) {
    layout.frame = {};
    return layout;
  }
  // Words stand above the compute roof and below the lowest point.
  const float top = line + 4, foot = layout.frame.h > 90 ? line + 3 : layout.radius;
  layout.plot = {layout.frame.x, layout.frame.y + top, layout.frame.w, std::max(1.f, layout.frame.h - top - foot)};
  layout.radius = std::clamp(layout.plot.h / 45, 3.f, 4.5f * s);
  layout.y.from = layout.plot.bottom(), layout.y.to = layout.plot.y;
  layOutIntensities(canvas, data, layout, nameBelow);
  layOutRoofs(canvas, data, layout);
  layOutUnit(canvas, layout);
  layOutWords(canvas, data, layout);
  for (const RooflinePoint& point : data.points)
    layout.points.push_back({&point, layout.at(point.intensity, point.gflops), std::nullopt, {}, {}});
  layOutLabels(canvas, data, layout);
  return layout;
}

/// Whether a plot is large enough for such letters.
bool hasRoomFor(Rect plot, float letters) {
  constexpr float kLeastWidth = 330, kLeastHeight = 130;
  return plot.w >= kLeastWidth * letters && plot.h >= kLeastHeight * letters;
}

/// Whether larger letters leave all that is said with smaller ones, and the picture room beside them.
bool saysAsMuch(const Canvas& canvas, const RooflineData& data, const RooflineLayout& larger,
                const RooflineLayout& plain) {
  using Words = std::optional<RooflineLayout::Words>;
  if (!hasRoomFor(larger.plot, larger.letters)) return false;
  for (const auto words : {&RooflineLayout::bandwidth, &RooflineLayout::compute, &RooflineLayout::memoryBound,
                           &RooflineLayout::computeBound, &RooflineLayout::ideal, &RooflineLayout::unit}) {
    const Words &now = larger.*words, &before = plain.*words;
    if (before && (!now || now->text != before->text)) return false;
  }
  if (larger.compute && onPoint(data, larger, larger.compute->box)) return false;
  for (std::size_t i = 0; i < plain.points.size(); ++i)
    if (plain.points[i].label && (!larger.points[i].label || larger.points[i].speed != plain.points[i].speed))
      return false;
  const TextStyle style = rooflineWordStyle(canvas, larger.letters);
  return larger.noteLines.size() <= mostNotes(data) && std::ranges::all_of(larger.noteLines, [&](const auto& line) {
           return canvas.measure(line, style) <= larger.notes.w;
         });
}

RooflineLayout layOutLargest(const Canvas& canvas, Rect area, const RooflineData& data,
                             const std::vector<std::string_view>& unnamed) {
  RooflineLayout plain = layOutWith(canvas, area, data, unnamed, 0);
  for (const float letters : {1.3f, 1.1f}) {  // 1.3: as large as a window's text
    if (letters <= plain.letters) break;
    if (!hasRoomFor(area, letters)) continue;  // the plot is a part of it
    RooflineLayout larger = layOutWith(canvas, area, data, unnamed, letters);
    if (saysAsMuch(canvas, data, larger, plain)) return larger;
  }
  return plain;
}

/// That had no room for their labels.
std::vector<std::string_view> unnamedPoints(const RooflineLayout& layout) {
  std::vector<std::string_view> names;
  for (const RooflineLayout::PlacedPoint& placed : layout.points)
    if (!placed.label) names.push_back(placed.point->name);
  return names;
}

}  // namespace

std::optional<float> idealTop(const RooflineData& data, const RooflineLayout& layout) {
  if (!data.ideal) return std::nullopt;
  if (!data.roofs()) return layout.plot.y;
  const float roof = layout.y.at(data.attainable(data.ideal->value));
  return roof < layout.plot.bottom() ? std::optional(std::max(roof, layout.plot.y)) : std::nullopt;
}

std::string leftOutWords(const RooflineLeftOut& group) {
  return joinedNames(group.variants) + ": " + group.why;
}

std::vector<std::string> rooflineBytesNotes(const RooflineData& data) {
  std::vector<std::string> notes;
  if (!data.held.empty())
    notes.push_back(data.held.size() == data.points.size() ? std::string(text(Msg::RooflineHeldAll))
                                                           : fillText(Msg::RooflineHeld, {joinedNames(data.held)}));
  if (!data.atMost.empty()) notes.push_back(fillText(Msg::RooflineAtMost, {joinedNames(data.atMost)}));
  return notes;
}

TextStyle rooflineLabelStyle(const Canvas& canvas, float letters, bool chosen) {
  return {std::max(9.5f, 10.5f * letters), chosen ? Face::Bold : Face::Regular,
          chosen ? canvas.theme().textStrong : canvas.theme().text};
}

TextStyle rooflineWordStyle(const Canvas& canvas, float letters) {
  return {std::max(9.f, 10 * letters), Face::Regular, canvas.theme().textDim};
}

RooflineLayout layOutRoofline(const Canvas& canvas, Rect area, const RooflineData& data) {
  RooflineLayout layout = layOutLargest(canvas, area, data, {});
  if (data.caption.empty()) return layout;
  // A line more may take another label its room.
  constexpr int kMostTries = 3;
  std::vector<std::string_view> said;
  for (int i = 0; i < kMostTries; ++i) {
    const std::vector<std::string_view> unnamed = unnamedPoints(layout);
    if (unnamed == said) break;
    said = unnamed;
    layout = layOutLargest(canvas, area, data, said);
  }
  return layout;
}

}  // namespace strata::inline views
