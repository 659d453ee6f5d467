#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/canvas/color_math.h"
#include "app/canvas/format.h"
#include "app/canvas/paint.h"
#include "app/views/empty_note.h"
#include "app/views/fact_column.h"
#include "app/views/foreign.h"
#include "app/views/memory/memory_details.h"
#include "app/views/memory/memory_layout.h"
#include "app/views/view.h"
#include "app/words/messages.h"

namespace strata::inline views {
namespace {

constexpr float kLine = FactColumn::kLine, kMeterLine = FactColumn::kMeterLine;

TextStyle boxTitle(const Canvas& canvas) {
  return {12, Face::Bold, canvas.theme().textStrong};
}

Rect drawBox(Canvas& canvas, Rect box) {
  const float radius = std::min(8.f, box.h / 4);
  canvas.fill(box, canvas.theme().row, radius);
  canvas.stroke(box, canvas.theme().boxBorder, 1, radius);
  return box.inset(std::min(10.f, box.w / 10), std::min(7.f, box.h / 8));
}

void drawUse(Canvas& canvas, FactColumn& column, std::string_view name, const std::optional<MemoryUse>& use) {
  const std::string prefix = name.empty() ? std::string() : std::string(name) + " ";
  if (!use || !use->now) return column.line(prefix + std::string(text(Msg::NotObserved)), look::dim(canvas));
  column.line(prefix + formatBytes(use->now->value), look::small(canvas), use->now->kind);
}

void drawHost(Canvas& canvas, Rect box, const MemoryFacts& facts, bool foreign) {
  FactColumn column(canvas, drawBox(canvas, box));
  column.line(text(Msg::HostRam), boxTitle(canvas));
  if (foreign && !facts.pinned && !facts.pageable) drawUse(canvas, column, {}, std::nullopt);
  if (facts.pinned || !foreign) drawUse(canvas, column, text(Msg::Pinned), facts.pinned);
  if (facts.pageable || !foreign) drawUse(canvas, column, text(Msg::Pageable), facts.pageable);
  const double pinned = facts.pinned ? facts.pinned->peak : 0, pageable = facts.pageable ? facts.pageable->peak : 0;
  if (pinned + pageable <= 0) return;
  const auto now = [](const std::optional<MemoryUse>& use) { return use && use->now ? use->now->value : 0; };
  column.line(fillText(Msg::PeakOf, {formatBytes(std::max(pinned, pageable))}), look::dim(canvas));
  column.meter((now(facts.pinned) + now(facts.pageable)) / (pinned + pageable), 1, kCopyColor);
}

void drawDevice(Canvas& canvas, Rect box, const MemoryFacts& facts) {
  FactColumn column(canvas, drawBox(canvas, box));
  column.line(text(facts.sameRam ? Msg::DeviceArena : Msg::DeviceMemory), boxTitle(canvas));
  if (!facts.device || !facts.device->now) {
    if (facts.deviceBytes && !facts.sameRam)
      column.line(fillText(Msg::MemoryInAll, {formatBytes(*facts.deviceBytes)}), look::small(canvas), Provenance::Spec);
    column.line(text(Msg::NotObserved), look::dim(canvas));
    if (facts.sameRam) column.line(text(Msg::ArenaNote), look::dim(canvas));
    return;
  }
  const MemoryUse& use = *facts.device;
  const std::string bytes = formatBytes(use.now->value);
  column.line({fillText(Msg::InUse, {bytes}), bytes}, look::small(canvas), use.now->kind);
  std::string peak = fillText(Msg::PeakOf, {formatBytes(use.peak)});
  if (!facts.sameRam && facts.deviceBytes)
    peak.append(" ").append(fillText(Msg::OfTotal, {formatBytes(*facts.deviceBytes)}));
  column.line(peak, look::dim(canvas));
  if (!use.source.empty()) column.line(fillText(Msg::MemoryToldBy, {use.source}), look::dim(canvas));
  if (facts.reserved && facts.reserved->now)
    column.line(fillText(Msg::MemoryReserved, {formatBytes(facts.reserved->now->value)}), look::dim(canvas));
  if (facts.sameRam) column.line(text(Msg::ArenaNote), look::dim(canvas));
  column.meter(use.peak > 0 ? use.now->value / use.peak : 0, use.peak > 0 ? 1 : 0, canvas.theme().deviceBox);
}

/// What a full bar stands for: of copies through memory or, where there is none, within a cache; never of both.
double fullSpeed(const MemoryFacts& facts) {
  const auto faster = [](std::optional<double> a, std::optional<double> b) {
    return std::max(a.value_or(0), b.value_or(0));
  };
  const double best = faster(facts.down.best, facts.up.best);
  const double seen = best > 0 ? best : faster(facts.down.inCache, facts.up.inCache);
  return facts.linkSpec.value_or(std::max(seen, 1.0));
}

void drawInCache(Canvas& canvas, FactColumn& column, const MemoryFacts& facts, const LinkUse& link, Color color) {
  const std::string speed = formatByteRate(*link.inCache), alone = fmt::format("{} {}", link.direction, speed);
  column.line({fillText(Msg::CopiesInCache, {alone}), alone, speed}, look::small(canvas), Provenance::Measured);
  const bool scale = !facts.down.best && !facts.up.best;
  column.meter(0, scale ? *link.inCache / fullSpeed(facts) : 0, color);
}

/// The best that is a speed of memory, and the last copy's where it is one, too.
void drawSpeeds(Canvas& canvas, FactColumn& column, const MemoryFacts& facts, const LinkUse& link, Color color) {
  const std::string best = formatByteRate(*link.best), alone = fmt::format("{} {}", link.direction, best);
  const std::string whole = fmt::format("{} {}", link.direction, bestSpeedWords(facts, link));
  const std::string last = link.last ? formatByteRate(*link.last) : "–";
  const std::string both = fmt::format("{} · {}", whole, fillText(Msg::LastSpeed, {last}));
  if (link.inCache) {
    const std::string above = fillText(Msg::SpeedAbove, {best, formatBytes(*facts.cachedCopy)});
    column.line({link.last ? both : whole, whole, fmt::format("{} {}", link.direction, above), alone, best},
                look::small(canvas), Provenance::Measured);
  } else {
    column.line({both, alone, best}, look::small(canvas), Provenance::Measured);
  }
  column.meter(link.last.value_or(0) / fullSpeed(facts), *link.best / fullSpeed(facts), color);
}

void drawDirection(Canvas& canvas, FactColumn& column, const MemoryFacts& facts, const LinkUse& link, Color color) {
  if (link.best) return drawSpeeds(canvas, column, facts, link, color);
  if (link.inCache) return drawInCache(canvas, column, facts, link, color);
  const std::string known =
      link.copies == 0                         ? std::string(text(Msg::NotObserved))
      : link.tooSmall == 1 && link.copies == 1 ? std::string(text(Msg::OneCopy)) + " · " + formatDuration(link.took)
      : link.tooSmall == link.copies
          ? fillText(Msg::CopiesTooSmall, {formatCount(link.copies), formatBytes(kLeastBytesOfSpeed)})
          : fillText(Msg::CopiesWithoutSize, {counted(link.copies, Msg::OneCopy, Msg::Copies)});
  column.line(link.direction + " " + known, look::dim(canvas));
  column.meter(0, 0, color);
}

void drawLink(Canvas& canvas, Rect box, const MemoryFacts& facts) {
  FactColumn column(canvas, box, (facts.sameRam ? 3 : 2) * kLine + 2 * kMeterLine);
  drawDirection(canvas, column, facts, facts.down, kCopyColor);
  drawDirection(canvas, column, facts, facts.up, canvas.theme().copyDark);
  if (!facts.sameRam) return;
  const bool cached = facts.down.inCache || facts.up.inCache;
  column.line(
      cached ? fillText(Msg::SameRamOrCache, {formatBytes(*facts.cachedCopy)}) : std::string(text(Msg::SameRamLink)),
      look::dim(canvas));
}

void drawTraffic(Canvas& canvas, Rect box, const MemoryFacts& facts) {
  const auto room = static_cast<std::size_t>(std::max(1.f, box.h / kLine - 1));
  const std::size_t all = facts.traffic.size(), shown = all <= room ? all : std::max<std::size_t>(1, room - 1);
  FactColumn column(canvas, box, kLine * static_cast<float>(1 + std::max<std::size_t>(1, shown) + (shown < all)));
  if (shown == 0) {
    column.line(text(Msg::EffectiveBandwidth), look::small(canvas));
    return column.line(text(Msg::NotObserved), look::dim(canvas));
  }
  column.line(text(Msg::EffectiveBandwidth), look::small(canvas), facts.traffic.front().bytesPerSecond.kind);
  double full = facts.bandwidthSpec.value_or(0);
  if (full <= 0)
    for (const Traffic& one : facts.traffic) full = std::max(full, one.bytesPerSecond.value);
  float rateWidth = 0, names = 0;
  for (std::size_t i = 0; i < shown; ++i) {
    const Traffic& one = facts.traffic[i];
    rateWidth = std::max(rateWidth, canvas.measure(formatByteRate(one.bytesPerSecond.value), look::small(canvas)) + 1);
    names = std::max(names, canvas.measure(one.variant, look::dim(canvas)) + 5);
  }
  names = std::min(names, box.w * 0.42f);
  for (std::size_t i = 0; i < shown; ++i) {
    const Traffic& one = facts.traffic[i];
    const Rect row = column.take(kLine);
    if (row.h <= 0) return;
    drawLine(canvas, {row.x, row.y, names - 4, row.h}, one.variant, look::dim(canvas));
    const Rect bar{row.x + names, row.y + 4, std::max(0.f, row.w - names - rateWidth - 8), 8};
    canvas.fill(bar, canvas.theme().meter, 4);
    const float share = static_cast<float>(std::clamp(one.bytesPerSecond.value / std::max(full, 1.0), 0.0, 1.0));
    canvas.fill({bar.x, bar.y, bar.w * share, bar.h}, canvas.theme().deviceBox, 4);
    drawLine(canvas, {bar.right() + 8, row.y, row.right() - bar.right() - 8, row.h},
             formatByteRate(one.bytesPerSecond.value), look::small(canvas));
  }
  if (shown < all) column.line(fillText(Msg::ResultsMore, {std::to_string(all - shown)}), look::dim(canvas));
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
    const std::uint32_t column = i % columns, row = i / columns;
    const float x = box.x + static_cast<float>(column) * side, y = box.y + static_cast<float>(row) * cell;
    canvas.fill({x, y, side - 2, cell - 2}, i < busy ? canvas.theme().deviceBox : canvas.theme().unitIdle,
                std::min(2.f, cell / 5));
  }
}

void drawUnits(Canvas& canvas, Rect box, const MemoryFacts& facts) {
  const Rect inner = drawBox(canvas, box);
  FactColumn column(canvas, inner);
  if (facts.units == 0) {
    column.line(unitsTitle(facts), boxTitle(canvas));
    return column.line(text(Msg::NotObserved), look::dim(canvas));
  }
  column.line(unitsTitle(facts), boxTitle(canvas), Provenance::Spec);
  if (facts.launch) {
    const std::string blocks = formatNumber(facts.launch->blocks, 15),
                      each = formatNumber(facts.launch->blocks / facts.units);
    const std::string& shape = facts.launch->blockShape;
    if (facts.launch->blocks == 1)
      column.line({fillText(Msg::LastLaunchOne, {shape}), std::string(text(Msg::BlocksOnlyOne))}, look::small(canvas),
                  Provenance::Counted);
    else
      column.line({fillText(Msg::LastLaunch, {blocks, shape}), fillText(Msg::BlocksOnly, {blocks})},
                  look::small(canvas), Provenance::Counted);
    if (!facts.launch->otherRun.empty())
      column.line(fillText(Msg::LaunchOfOtherRun, {facts.launch->otherRun}), look::dim(canvas));
    column.line(facts.launch->kernel, look::dim(canvas));
    column.line({fillText(Msg::BlocksPerUnit, {each, facts.unitName}), fmt::format("{} / {}", each, facts.unitName)},
                look::dim(canvas), Provenance::Modelled);
  } else if (facts.withoutGrid) {
    return column.line(text(Msg::LaunchWithoutGrid), look::dim(canvas));
  } else {
    column.line(text(noLaunchWord(facts)), look::dim(canvas));
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
  if (facts.ofTimed && !words.empty()) words.append(" ").append(text(Msg::PeakInTimed));
  return words;
}

void drawHeaderLine(Canvas& canvas, Rect header, const ViewState& state, const MemoryFacts& facts) {
  if (header.h <= 0) return;
  std::vector<HeaderPiece> pieces{{std::string(text(Msg::MemoryTitle)), look::title(canvas)}};
  const auto tag = [](Provenance kind, int rank, bool right) {
    return HeaderPiece{std::string(provenanceKey(kind)), {10, Face::Regular, {}}, rank, right, true};
  };
  const std::string words = peaks(facts);
  if (!state.session.snapshot || !state.session.snapshot->bounds()) {
    pieces.push_back({std::string(text(Msg::MemoryEmpty)), look::soft(canvas), 2});
  } else if (!words.empty()) {
    pieces.push_back({words, look::mono(canvas), 2});
    pieces.push_back(tag(Provenance::Counted, 2, false));
  }
  if (state.sight.selection.event) pieces.push_back({std::string(text(Msg::AtSelection)), look::dim(canvas), 4});
  if (facts.linkSpec) {
    pieces.push_back({fillText(Msg::LinkSpec, {formatByteRate(*facts.linkSpec)}), look::dim(canvas), 3, true});
    pieces.push_back(tag(Provenance::Spec, 3, true));
  }
  drawHeader(canvas, header, std::move(pieces));
}

/// Whether it could be run with the other kind of host memory: no other tool's trace, and the experiment has the
/// choice.
bool choosesHostMemory(const ViewState& state) {
  if (isForeign(state)) return false;
  const auto& experiment = state.session.experiment;
  return !experiment || std::ranges::find(experiment->parameters, arg::kHostMemory, &ParameterInfo::name) !=
                            experiment->parameters.end();
}

void drawDetails(Canvas& canvas, const MemoryLayout& layout, const ViewState& state, const MemoryFacts& facts) {
  if (layout.copies.w <= 0) return;
  const CopyTable table = copyTable(state, facts);
  drawCopies(canvas, layout.copies, state, table);
  if (layout.pinned.w > 0) drawPinned(canvas, layout.pinned, table, choosesHostMemory(state));
  if (layout.map.w > 0) drawAllocations(canvas, layout.map, state, facts);
}

void drawMemory(Canvas& canvas, Rect area, const ViewState& state) {
  if (state.session.hidden == LessonHides::Answer) return drawEmptyNote(canvas, area, state, Msg::MemoryTitle, {});
  const bool foreign = isForeign(state);
  const MemoryLayout layout = layoutMemory(area, foreign);
  if (layout.host.h < 12 || layout.host.w < 8) return;
  const MemoryFacts facts = memoryFacts(state);
  drawHeaderLine(canvas, layout.header, state, facts);
  drawHost(canvas, layout.host, facts, foreign);
  drawLink(canvas, layout.link, facts);
  drawDevice(canvas, layout.device, facts);
  if (layout.traffic.w > 0) drawTraffic(canvas, layout.traffic, facts);
  if (layout.units.w > 0) drawUnits(canvas, layout.units, facts);
  drawDetails(canvas, layout, state, facts);
}

bool hasMemory(const ViewState& state) {
  const MemoryFacts facts = memoryFacts(state);
  return facts.device || facts.pinned || facts.pageable || facts.deviceBytes || facts.launch ||
         facts.down.copies + facts.up.copies > 0 || !facts.traffic.empty();
}

}  // namespace

const View& memoryView() {
  static const View kView{.name = "memory",
                          .title = Msg::StudioMemoryView,
                          .shows = "memories, the link between them, each copy",
                          .absent = "it holds no copy, no counter of memory and no kernel's launch",
                          .order = 40,
                          .dock = ViewDock::Bottom,
                          .draw = drawMemory,
                          .hit = hitMemory,
                          .hasContent = hasMemory};
  return kView;
}

}  // namespace strata::inline views
