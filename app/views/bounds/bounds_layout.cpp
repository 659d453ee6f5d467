#include "app/views/bounds/bounds_layout.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "app/canvas/paint.h"
#include "app/facts/variant_facts.h"
#include "app/views/bounds/bounds_words.h"

namespace strata::inline views {
namespace {

constexpr float kLongestRow = 34, kLeastRow = 14, kSentence = 17, kFootLine = 16;  // kLeastRow: letters just fit
constexpr float kSliderRow = 26, kLeastSliderRow = 15;

/// The sliders stand at the right, or below where the view is narrow and tall; what is left is the bars'.
Rect takePanel(BoundsLayout& layout, Rect area) {
  const float s = layout.scale;
  if (area.w >= 600 && area.h >= 90) {
    const float width = std::clamp(area.w * 0.4f, 290.f, 380 * s), gap = 22 * s;
    layout.panel = {area.right() - width, area.y, width, area.h};
    area.w -= width + gap;
  } else if (area.w >= 290 && area.h >= 300) {
    const float height = std::min(area.h * 0.5f, 200 * s), gap = 8 * s;
    layout.panel = {area.x, area.bottom() - height, area.w, height};
    area.h -= height + gap;
  }
  return area;
}

/// As many of a text's lines as have room; none where not all have.
void addNote(const Canvas& canvas, BoundsLayout& layout, const std::string& words, bool strong, float& y) {
  if (words.empty()) return;
  const TextStyle style = strong ? look::strong(canvas, layout.scale) : look::small(canvas, layout.scale);
  const float line = style.size * kLineHeight;
  const auto lines = wrapText(canvas, words, style, layout.panel.w);
  if (y + static_cast<float>(lines.size()) * line > layout.panel.bottom()) return;
  for (const std::string& each : lines) {
    layout.notes.push_back({{layout.panel.x, y, layout.panel.w, line}, each, strong});
    y += line;
  }
  y += 3 * layout.scale;
}

void placeSliders(const Canvas& canvas, BoundsLayout& layout, const WhatIfAnswer& answer) {
  const float s = layout.scale;
  const Rect panel = layout.panel;
  float names = 0, values = 0;
  const TextStyle style = look::small(canvas, s);
  for (int k = 0; k < kKnobs; ++k) {
    const Knob knob = static_cast<Knob>(k);
    names = std::max(names, canvas.measure(text(knobName(knob)), style));
    for (const double value : {answer[knob].least, answer[knob].most, answer[knob].now, answer[knob].modelled})
      values = std::max(values, canvas.measure(knobText(knob, value), style));
  }
  names += 10 * s, values += 10 * s;
  const float track = panel.w - names - values, top = layout.panelTitle.bottom();
  const float room = panel.bottom() - top;
  // A verdict and two lines on occupancy; whether they are there or not, sliders stay where they are.
  const float notes = 10 * s + (2 * style.size + look::strong(canvas, s).size) * kLineHeight;
  const float row = std::min({kSliderRow * s, room / kKnobs, std::max(kLeastSliderRow, (room - notes) / kKnobs)});
  if (track < 60 || row < kLeastSliderRow) return;
  for (int k = 0; k < kKnobs; ++k) {
    const Knob knob = static_cast<Knob>(k);
    const Rect box{panel.x, top + static_cast<float>(k) * row, panel.w, row};
    layout.sliders.push_back({knob,
                              answer[knob],
                              box,
                              {box.x, box.y, names, row},
                              {box.x + names, box.y, track, row},
                              {box.right() - values, box.y, values, row}});
  }
}

void layOutPanel(const Canvas& canvas, BoundsLayout& layout, const WhatIfAnswer& answer, bool still) {
  if (layout.panel.w <= 0) return;
  const float s = layout.scale;
  float y = layout.panel.y;
  if (!answer.unknown.empty()) return addNote(canvas, layout, answer.unknown, false, y);
  layout.panelTitle = {layout.panel.x, y, layout.panel.w, 22 * s};
  placeSliders(canvas, layout, answer);
  if (layout.sliders.empty()) return void(layout.panelTitle = {});
  if (answer.changed() && !still) {
    const float width = choiceWidth(canvas, text(Msg::WhatIfReset), 10 * s);
    layout.reset = {layout.panel.right() - width, y + 2 * s, width, layout.panelTitle.h - 4 * s};
    layout.panelTitle.w -= width + 6 * s;
  }
  y = layout.sliders.back().box.bottom() + 6 * s;
  if (answer.changed()) addNote(canvas, layout, whatIfVerdict(answer), true, y);
  addNote(canvas, layout, occupancyWords(answer.occupancy), false, y);
  if (!answer.changed() && !still) addNote(canvas, layout, std::string(text(Msg::WhatIfHint)), false, y);
  if (answer.changed()) addNote(canvas, layout, std::string(text(Msg::WhatIfFoot)), false, y);
  if (answer.launches > 1)
    addNote(canvas, layout, fillText(Msg::WhatIfLaunch, {answer.kernel, std::to_string(answer.launches)}), false, y);
}

/// Where bars leave the sliders no room, a word in the header takes from ones to the others.
void addSlidersTurn(const Canvas& canvas, BoundsLayout& layout, Rect below, const WhatIfAnswer& answer, bool asks) {
  if (layout.header.h <= 0 || !layout.sliders.empty() || !answer.unknown.empty()) return;
  BoundsLayout alone;
  alone.scale = layout.scale;
  alone.header = layout.header;
  alone.panel = below;
  alone.slidersAlone = true;
  layOutPanel(canvas, alone, answer, false);
  if (alone.sliders.empty()) return;
  if (asks) layout = std::move(alone);
  const float s = layout.scale, width = choiceWidth(canvas, text(boundsTurnWord(layout)), 10 * s);
  Rect& header = layout.header;
  layout.turn = {header.right() - width, header.y + 2 * s, width, header.h - 4 * s};
  header.w -= width + 8 * s;
}

double secondsOf(const ModelledRun& run, const WhatIfAnswer& answer, std::size_t part) {
  return answer.only.empty() ? run.only[part].seconds : answer.only[part].seconds;
}

/// The longest as asked, as many as there is room for, in the order of all.
std::vector<std::size_t> partsThatFit(BoundsLayout& layout, Rect area, const ModelledRun& run,
                                      const WhatIfAnswer& answer) {
  std::vector<std::size_t> parts(run.only.size());
  std::iota(parts.begin(), parts.end(), std::size_t{0});
  const float least = kLeastRow * layout.scale;
  auto fit = static_cast<std::size_t>(std::max(0.f, area.h) / least);
  if (fit >= parts.size()) return parts;
  if (fit >= 2) {
    --fit;
    layout.leftOutLine = {area.x, area.y + static_cast<float>(fit) * least, area.w, least};
  }
  layout.leftOut = parts.size() - fit;
  std::ranges::stable_sort(parts, std::ranges::greater(), [&](std::size_t i) { return secondsOf(run, answer, i); });
  parts.resize(fit);
  std::ranges::sort(parts);
  return parts;
}

/// The bars with their names, above the foot.
void placeRows(const Canvas& canvas, BoundsLayout& layout, Rect area, const ModelledRun& run,
               const WhatIfAnswer& answer) {
  const float s = layout.scale;
  float names = 0, times = 0;
  double longest = run.seconds;
  for (const auto& part : run.only) {
    names = std::max(names, canvas.measure(boundWords(part.bound), look::soft(canvas, s)));
    longest = std::max(longest, part.seconds);
  }
  for (const auto& part : answer.only) longest = std::max(longest, part.seconds);
  longest = std::max(longest, answer.seconds);
  for (const auto& parts : {run.only, answer.only})
    for (const auto& part : parts)
      times = std::max(times, canvas.measure(boundTimeText(part.seconds), look::soft(canvas, s)));
  names = std::min(names + 10 * s, area.w * 0.45f);
  if (longest > 0) layout.full = longest;
  const std::vector<std::size_t> parts = partsThatFit(layout, area, run, answer);
  const float height = layout.leftOut > 0 || parts.empty()
                           ? kLeastRow * s
                           : std::min(kLongestRow * s, area.h / static_cast<float>(parts.size()));
  const float high = std::max(height * 0.68f, std::min(height - 1, kLeastRow * s));
  float y = area.y;
  for (const std::size_t part : parts) {
    BoundsLayout::Row row{&run.only[part], secondsOf(run, answer, part), {area.x, y, area.w, height}, {}, {}};
    row.name = {area.x, y, names, height};
    row.bar = {row.name.right(), y + (height - high) / 2, std::max(0.f, area.right() - row.name.right()), high};
    row.room = row.bar.w - times - 8 * s;
    layout.rows.push_back(row);
    y += height;
  }
}

/// What the bars come to, with what others measured where that leaves the bars their room.
void placeSentence(const Canvas& canvas, BoundsLayout& layout, Rect area, float rows, const std::string& sentence,
                   const std::string& published) {
  if (area.h < 88 || area.w < 200) return;
  const float s = layout.scale;
  const auto high = [&](std::size_t lines) { return static_cast<float>(lines) * kSentence * s + 6 * s; };
  layout.lines = wrapText(canvas, sentence, look::soft(canvas, s), area.w);
  layout.published = layout.lines.size();
  const auto more = wrapText(canvas, published, look::dim(canvas, s), area.w);
  const std::size_t all = layout.lines.size() + more.size();
  if (!published.empty() && static_cast<float>(all) * kSentence * s < area.h / 3 && high(all) + rows <= area.h)
    layout.lines.insert(layout.lines.end(), more.begin(), more.end());
  layout.sentence = {area.x, area.y, area.w, high(layout.lines.size())};
  if (layout.sentence.h > area.h / 3) layout.lines.clear(), layout.sentence.h = 0;
}

}  // namespace

float BoundsLayout::Slider::at(double of) const {
  return track.x + track.w * static_cast<float>(knobPlace(knob, range, of));
}

TextStyle boundsFootStyle(const Canvas& canvas, float scale) {
  return look::dim(canvas, scale);
}

Msg boundsTurnWord(const BoundsLayout& layout) {
  return layout.slidersAlone ? Msg::BoundsBars : Msg::WhatIfTitle;
}

double BoundsLayout::Slider::valueAt(float x) const {
  return knobValue(knob, range, track.w > 0 ? (x - track.x) / track.w : 0);
}

float BoundsLayout::barEnd(const Row& row, double seconds) const {
  return row.bar.x + std::max(0.f, row.room) * static_cast<float>(seconds / full);
}

BoundsLayout layOutBounds(const Canvas& canvas, Rect outer, const ModelledRun& run, const WhatIfAnswer& answer,
                          const std::string& published, bool still, bool asks) {
  BoundsLayout layout;
  Rect area = viewMargins(outer);
  layout.scale = std::clamp(std::min(area.w / 700, area.h / 240), 0.9f, 2.f);
  const float s = layout.scale, header = area.h >= 60 ? 22 * s : 0;
  layout.header = {area.x, area.y, area.w, header};
  const Rect below{area.x, area.y + header, area.w, area.h - header};
  const bool changed = answer.unknown.empty() && answer.changed();
  const std::string explained = barsExplained(run, changed);
  const auto aboveFoot = [&](std::vector<std::string> lines) {
    const float foot = static_cast<float>(lines.size()) * kFootLine * s;
    layout.footLines = std::move(lines);
    layout.foot = {area.x, area.bottom() - foot, area.w, foot};
    return takePanel(layout, {below.x, below.y, below.w, below.h - foot});
  };
  const bool footed = area.h >= 160 && area.w >= 260;
  Rect bars =
      aboveFoot(footed ? wrapText(canvas, explained, boundsFootStyle(canvas, s), area.w) : std::vector<std::string>());
  const float rows = static_cast<float>(run.only.size()) * kLeastRow * s;
  std::string sentence = !changed || answer.canLaunch() ? idleUnitsSentence(answer) : std::string();
  if (!sentence.empty()) sentence += ' ';
  sentence += !changed             ? boundSentence(run.only)
              : answer.canLaunch() ? boundSentence(answer.only)
                                   : whatIfVerdict(answer);
  placeSentence(canvas, layout, bars, rows, sentence, published);
  // Bars before all that explains them.
  if (layout.sentence.h + rows > bars.h && layout.footLines.size() > 1) bars = aboveFoot({explained});
  if (layout.sentence.h + rows > bars.h) bars = aboveFoot({});
  if (layout.sentence.h + rows > bars.h) layout.lines.clear(), layout.sentence = {};
  layOutPanel(canvas, layout, answer, still);
  placeRows(canvas, layout, {bars.x, bars.y + layout.sentence.h, bars.w, bars.h - layout.sentence.h}, run, answer);
  if (!still) addSlidersTurn(canvas, layout, below, answer, asks);
  return layout;
}

}  // namespace strata::inline views
