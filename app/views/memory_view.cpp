#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/views/color_math.h"
#include "app/views/event_text.h"
#include "app/views/format.h"
#include "app/views/memory_facts.h"
#include "app/views/paint.h"
#include "app/views/views.h"
#include "engine/base/messages.h"

namespace strata {
namespace {

constexpr float kHeader = 28, kGap = 10, kLine = 16, kMeter = 9;

struct MemoryLayout {
  Rect header, host, link, device, traffic, units;  ///< no width where there is no room
};

// Host, link and device stay; compute units and traffic come with more room.
MemoryLayout layoutMemory(Rect area) {
  MemoryLayout layout;
  const Rect inner = area.inset(std::min(12.f, area.w / 30), std::min(6.f, area.h / 20));
  const float header = inner.h >= 64 ? kHeader - 6 : 0;
  layout.header = {inner.x, inner.y, inner.w, header};
  const Rect row{inner.x, inner.y + header, inner.w, std::min(132.f, std::max(0.f, inner.h - header))};
  const bool units = row.w >= 640, traffic = row.w >= 940;
  const float box = row.w >= 520 ? std::clamp(row.w * 0.19f, 150.f, 300.f) : row.w * 0.3f;
  const float unitBox = units ? std::clamp(row.w * 0.2f, 170.f, 340.f) : 0;
  const float boxes = 2 * box + unitBox, gaps = kGap * (traffic ? 4.f : units ? 3.f : 2.f);
  const float pipe = std::max(0.f, (row.w - boxes - gaps) / (traffic ? 2.f : 1.f));
  float x = row.x;
  const auto place = [&](Rect& rect, float width) {
    rect = {x, row.y, width, row.h};
    if (width > 0) x += width + kGap;
  };
  place(layout.host, box);
  place(layout.link, pipe);
  place(layout.device, box);
  place(layout.traffic, traffic ? pipe : 0);
  place(layout.units, unitBox);
  return layout;
}

/// Lines from the top of a box down; what does not fit any more is left out.
class Column {
 public:
  Column(Canvas& canvas, Rect box) : m_canvas(canvas), m_box(box) {}
  /// In the middle of the box's height, for lines that need `height`.
  Column(Canvas& canvas, Rect box, float height) : Column(canvas, box) {
    if (const float spare = box.h - height; spare > 0) m_box = {box.x, box.y + spare / 2, box.w, height};
  }

  void line(std::string_view words, const TextStyle& style, std::optional<Provenance> kind = {}) {
    Rect row = take(kLine);
    if (row.h <= 0) return;
    const std::string_view tag = kind ? provenanceKey(*kind) : std::string_view{};
    const float tagRoom = kind ? tagWidth(m_canvas, tag, 9) + 6 : 0;
    if (tagRoom > row.w * 0.6f) return;  // a number without its kind is not shown
    const Rect shown = drawLine(m_canvas, {row.x, row.y, row.w - tagRoom, row.h}, words, style);
    if (kind && shown.w > 0) drawTag(m_canvas, {shown.right() + 6, row.y, tagRoom, row.h}, tag, 9);
  }

  void meter(double lastShare, double bestShare, Color color) {
    const Rect row = take(kMeter + 5);
    if (row.h <= 0 || row.w <= 0) return;
    const Rect bar{row.x, row.y + 1, row.w, kMeter};
    const auto part = [&](double share) {
      return Rect{bar.x, bar.y, bar.w * static_cast<float>(std::clamp(share, 0.0, 1.0)), bar.h};
    };
    m_canvas.fill(bar, theme::kMeter, kMeter / 2);
    if (bestShare > 0) m_canvas.fill(part(bestShare), mix(theme::kMeter, color, 0.45f), kMeter / 2);
    if (lastShare > 0) m_canvas.fill(part(lastShare), color, kMeter / 2);
  }

  /// The first of the wordings that can be read whole beside its kind, else the last one elided.
  void line(std::initializer_list<std::string> wordings, const TextStyle& style, Provenance kind) {
    const float room = m_box.w - tagWidth(m_canvas, provenanceKey(kind), 9) - 6;
    for (const std::string& words : wordings)
      if (m_canvas.measure(words, style) <= room) return line(words, style, kind);
    line(*(wordings.end() - 1), style, kind);
  }

  Rect take(float height) {
    if (m_box.h < height) {
      m_box.h = 0;
      return {m_box.x, m_box.y, m_box.w, 0};
    }
    const Rect row{m_box.x, m_box.y, m_box.w, height};
    m_box = {m_box.x, m_box.y + height, m_box.w, m_box.h - height};
    return row;
  }

  Rect rest() const { return m_box; }

 private:
  Canvas& m_canvas;
  Rect m_box;
};

const TextStyle kBoxTitle{12, Face::Bold, theme::kTextStrong};

Rect drawBox(Canvas& canvas, Rect box) {
  const float radius = std::min(8.f, box.h / 4);
  canvas.fill(box, theme::kRow, radius);
  canvas.stroke(box, theme::kBoxBorder, 1, radius);
  return box.inset(std::min(10.f, box.w / 10), std::min(7.f, box.h / 8));
}

void drawUse(Column& column, std::string_view name, const std::optional<MemoryUse>& use) {
  const std::string prefix = name.empty() ? std::string() : std::string(name) + " ";
  if (!use || !use->now) return column.line(prefix + std::string(text(Msg::NotObserved)), look::dim());
  column.line(prefix + formatBytes(use->now->value), look::small(), use->now->kind);
}

void drawHost(Canvas& canvas, Rect box, const MemoryFacts& facts) {
  Column column(canvas, drawBox(canvas, box));
  column.line(text(Msg::HostRam), kBoxTitle);
  drawUse(column, text(Msg::Pinned), facts.pinned);
  drawUse(column, text(Msg::Pageable), facts.pageable);
  const double pinned = facts.pinned ? facts.pinned->peak : 0, pageable = facts.pageable ? facts.pageable->peak : 0;
  if (pinned + pageable <= 0) return;
  const auto now = [](const std::optional<MemoryUse>& use) { return use && use->now ? use->now->value : 0; };
  column.line(fillText(Msg::PeakOf, {formatBytes(std::max(pinned, pageable))}), look::dim());
  column.meter((now(facts.pinned) + now(facts.pageable)) / (pinned + pageable), 1, kCopyColor);
}

void drawDevice(Canvas& canvas, Rect box, const MemoryFacts& facts) {
  Column column(canvas, drawBox(canvas, box));
  column.line(text(facts.sameRam ? Msg::DeviceArena : Msg::DeviceMemory), kBoxTitle);
  if (!facts.device || !facts.device->now) {
    column.line(text(Msg::NotObserved), look::dim());
    if (facts.sameRam) column.line(text(Msg::ArenaNote), look::dim());
    return;
  }
  const MemoryUse& use = *facts.device;
  column.line(fillText(Msg::InUse, {formatBytes(use.now->value)}), look::small(), use.now->kind);
  std::string peak = fillText(Msg::PeakOf, {formatBytes(use.peak)});
  if (!facts.sameRam && facts.deviceBytes)
    peak.append(" ").append(fillText(Msg::OfTotal, {formatBytes(*facts.deviceBytes)}));
  column.line(peak, look::dim());
  if (facts.sameRam) column.line(text(Msg::ArenaNote), look::dim());
  column.meter(use.peak > 0 ? use.now->value / use.peak : 0, use.peak > 0 ? 1 : 0, theme::kDeviceBox);
}

void drawDirection(Column& column, const LinkUse& link, double full, Color color) {
  if (!link.best) {
    column.line(link.direction + " " + std::string(text(Msg::NotObserved)), look::dim());
    return column.meter(0, 0, color);
  }
  const std::string best = formatByteRate(*link.best);
  const std::string both = fmt::format("{} {} · {}", link.direction, fillText(Msg::BestSpeed, {best}),
                                       fillText(Msg::LastSpeed, {formatByteRate(*link.last)}));
  column.line({both, fmt::format("{} {}", link.direction, best), best}, look::small(), Provenance::Measured);
  column.meter(*link.last / full, *link.best / full, color);
}

double fullSpeed(const MemoryFacts& facts) {
  return facts.linkSpec.value_or(std::max({facts.down.best.value_or(0), facts.up.best.value_or(0), 1.0}));
}

void drawLink(Canvas& canvas, Rect box, const MemoryFacts& facts) {
  Column column(canvas, box, (facts.sameRam ? 3 : 2) * kLine + 2 * (kMeter + 5));
  drawDirection(column, facts.down, fullSpeed(facts), kCopyColor);
  drawDirection(column, facts.up, fullSpeed(facts), theme::kCopyDark);
  if (facts.sameRam) column.line(text(Msg::SameRamLink), look::dim());
}

void drawTraffic(Canvas& canvas, Rect box, const MemoryFacts& facts) {
  constexpr std::size_t kMost = 4;
  const std::size_t shown = std::min(kMost, facts.traffic.size());
  Column column(canvas, box, kLine + kLine * static_cast<float>(std::max<std::size_t>(1, shown)));
  if (shown == 0) {
    column.line(text(Msg::KernelTraffic), look::small());
    return column.line(text(Msg::NotObserved), look::dim());
  }
  column.line(text(Msg::KernelTraffic), look::small(), facts.traffic.front().bytesPerSecond.kind);
  double full = facts.bandwidthSpec.value_or(0);
  if (full <= 0)
    for (const Traffic& one : facts.traffic) full = std::max(full, one.bytesPerSecond.value);
  for (std::size_t i = 0; i < shown; ++i) {
    const Traffic& one = facts.traffic[i];
    const Rect row = column.take(kLine);
    if (row.h <= 0) return;
    drawLine(canvas, {row.x, row.y, row.w * 0.28f - 4, row.h}, one.variant, look::dim());
    const Rect bar{row.x + row.w * 0.28f, row.y + 4, row.w * 0.42f, 8};
    canvas.fill(bar, theme::kMeter, 4);
    const float share = static_cast<float>(std::clamp(one.bytesPerSecond.value / std::max(full, 1.0), 0.0, 1.0));
    canvas.fill({bar.x, bar.y, bar.w * share, bar.h}, theme::kDeviceBox, 4);
    drawLine(canvas, {bar.right() + 8, row.y, row.right() - bar.right() - 8, row.h},
             formatByteRate(one.bytesPerSecond.value), look::small());
  }
}

// One cell for each unit; as many are lit as the last launch had blocks for.
void drawCells(Canvas& canvas, Rect box, const MemoryFacts& facts) {
  if (facts.units == 0 || box.w < 8 || box.h < 6) return;
  const auto units = static_cast<float>(facts.units);
  const float side = std::min({std::sqrt(box.w * box.h / units), box.h, 36.f});
  if (side < 3) return;
  const auto columns = static_cast<std::uint32_t>(std::max(1.f, std::floor(box.w / side)));
  const float cell = std::min(side, box.h / std::ceil(units / static_cast<float>(columns)));
  if (cell < 3) return;
  const double busy = facts.launch ? facts.launch->blocks : 0;
  for (std::uint32_t i = 0; i < facts.units; ++i) {
    const float x = box.x + static_cast<float>(i % columns) * side, y = box.y + static_cast<float>(i / columns) * cell;
    canvas.fill({x, y, side - 2, cell - 2}, i < busy ? theme::kDeviceBox : theme::kUnitIdle, std::min(2.f, cell / 5));
  }
}

std::string unitsTitle(const MemoryFacts& facts) {
  if (facts.units == 0) return std::string(text(Msg::ComputeUnitsUnknown));
  const std::string plural = facts.units == 1 || facts.unitName.size() <= 2 ? "" : "s";
  return fillText(Msg::ComputeUnits, {std::to_string(facts.units), facts.unitName + plural});
}

void drawUnits(Canvas& canvas, Rect box, const MemoryFacts& facts) {
  const Rect inner = drawBox(canvas, box);
  Column column(canvas, inner);
  if (facts.units == 0) {
    column.line(unitsTitle(facts), kBoxTitle);
    return column.line(text(Msg::NotObserved), look::dim());
  }
  column.line(unitsTitle(facts), kBoxTitle, Provenance::Spec);
  if (facts.launch) {
    const std::string blocks = formatNumber(facts.launch->blocks, 15),
                      each = formatNumber(facts.launch->blocks / facts.units);
    column.line({fillText(Msg::LastLaunch, {blocks, facts.launch->blockShape}), fillText(Msg::BlocksOnly, {blocks})},
                look::small(), Provenance::Counted);
    column.line({fillText(Msg::BlocksPerUnit, {each, facts.unitName}), fmt::format("{} / {}", each, facts.unitName)},
                look::dim(), Provenance::Modelled);
  } else {
    column.line(text(Msg::NoLaunch), look::dim());
  }
  const Rect rest = column.rest();
  drawCells(canvas, {rest.x, rest.y + 4, rest.w, rest.h - 4}, facts);
}

std::string peaks(const MemoryFacts& facts) {
  std::string words;
  const auto add = [&](const std::optional<MemoryUse>& use, std::string_view name) {
    if (!use) return;
    words.append(words.empty() ? "" : " · ")
        .append(name)
        .append(" ")
        .append(fillText(Msg::PeakOf, {formatBytes(use->peak)}));
  };
  add(facts.pinned, text(Msg::Pinned));
  add(facts.pageable, text(Msg::Pageable));
  add(facts.device, text(Msg::DeviceWord));
  return words;
}

void drawHeaderLine(Canvas& canvas, Rect header, const ViewState& state, const MemoryFacts& facts) {
  if (header.h <= 0) return;
  std::vector<HeaderPiece> pieces{{std::string(text(Msg::MemoryTitle)), look::title()}};
  const auto tag = [](Provenance kind, int rank, bool right) {
    return HeaderPiece{std::string(provenanceKey(kind)), {10, Face::Regular, {}}, rank, right, true};
  };
  const std::string words = peaks(facts);
  if (!state.snapshot || !state.snapshot->bounds()) {
    pieces.push_back({std::string(text(Msg::MemoryEmpty)), look::soft(), 2});
  } else if (!words.empty()) {
    pieces.push_back({words, look::mono(), 2});
    pieces.push_back(tag(Provenance::Counted, 2, false));
  }
  if (state.selection.event) pieces.push_back({std::string(text(Msg::AtSelection)), look::dim(), 4});
  if (facts.linkSpec) {
    pieces.push_back({fillText(Msg::LinkSpec, {formatByteRate(*facts.linkSpec)}), look::dim(), 3, true});
    pieces.push_back(tag(Provenance::Spec, 3, true));
  }
  drawHeader(canvas, header, std::move(pieces));
}

Hit linkHit(const ViewState& state, const LinkUse& link) {
  const TraceEvent* copy = link.lastCopy ? findEvent(*state.snapshot, *link.lastCopy) : nullptr;
  if (!copy) return {state.selection, link.direction + "\n" + std::string(text(Msg::NotObserved))};
  const std::string speeds = fillText(Msg::BestSpeed, {formatByteRate(*link.best)}) + " · " +
                             fillText(Msg::LastSpeed, {formatByteRate(*link.last)});
  std::string lines = link.direction;
  lines.append("\n").append(fillText(Msg::TipDuration, {speeds, provenanceKey(Provenance::Measured)}));
  lines.append("\n")
      .append(fillText(Msg::TipLastCopy, {formatCount(link.copies)}))
      .append("\n")
      .append(eventTooltip(state, *copy));
  return {{*link.lastCopy, copy->call}, lines};
}

std::string useTooltip(std::string_view title, std::string_view name, const std::optional<MemoryUse>& use) {
  std::string lines(title);
  lines.append("\n").append(name).append(" ");
  if (!use || !use->now) return lines.append(text(Msg::NotObserved));
  lines.append(fillText(Msg::InUse, {formatBytes(use->now->value)}))
      .append(" · ")
      .append(fillText(Msg::PeakOf, {formatBytes(use->peak)}));
  return lines.append(" ").append(provenanceKey(use->now->kind));
}

Hit unitsHit(const ViewState& state, const MemoryFacts& facts) {
  const TraceEvent* launch = facts.launch ? findEvent(*state.snapshot, facts.launch->ref) : nullptr;
  std::string lines = unitsTitle(facts);
  if (!launch) return {state.selection, lines.append("\n").append(text(Msg::NoLaunch))};
  lines.append("\n").append(eventTooltip(state, *launch));
  return {{facts.launch->ref, launch->call}, lines};
}

}  // namespace

void drawMemory(Canvas& canvas, Rect area, const ViewState& state) {
  const MemoryLayout layout = layoutMemory(area);
  if (layout.host.h < 12 || layout.host.w < 8) return;
  const MemoryFacts facts = memoryFacts(state);
  drawHeaderLine(canvas, layout.header, state, facts);
  drawHost(canvas, layout.host, facts);
  drawLink(canvas, layout.link, facts);
  drawDevice(canvas, layout.device, facts);
  if (layout.traffic.w > 0) drawTraffic(canvas, layout.traffic, facts);
  if (layout.units.w > 0) drawUnits(canvas, layout.units, facts);
}

std::optional<Hit> hitMemory(const Canvas&, Rect area, const ViewState& state, Point at) {
  const MemoryLayout layout = layoutMemory(area);
  const MemoryFacts facts = memoryFacts(state);
  if (layout.link.contains(at)) return linkHit(state, at.y < layout.link.y + layout.link.h / 2 ? facts.down : facts.up);
  if (layout.units.contains(at)) return unitsHit(state, facts);
  if (layout.host.contains(at))
    return Hit{state.selection, useTooltip(text(Msg::HostRam), text(Msg::Pinned), facts.pinned)};
  if (!layout.device.contains(at)) return std::nullopt;
  std::string lines =
      useTooltip(text(facts.sameRam ? Msg::DeviceArena : Msg::DeviceMemory), text(Msg::DeviceWord), facts.device);
  if (facts.sameRam) lines.append("\n").append(text(Msg::ArenaNoteLong));
  return Hit{state.selection, lines};
}

}  // namespace strata
