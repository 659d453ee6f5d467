#include "app/canvas/format.h"
#include "app/facts/event_text.h"
#include "app/views/foreign.h"
#include "app/views/memory/memory_details.h"
#include "app/views/memory/memory_layout.h"
#include "app/words/messages.h"

namespace strata::inline views {
namespace {

Hit linkHit(const ViewState& state, const MemoryFacts& facts, const LinkUse& link) {
  const TraceEvent* copy = link.lastCopy ? findEvent(*state.session.snapshot, *link.lastCopy) : nullptr;
  if (!copy) return {state.sight.selection, link.direction + "\n" + std::string(text(Msg::NotObserved))};
  std::string lines = link.direction;
  if (link.best) {
    const std::string speeds =
        bestSpeedWords(facts, link) + " · " + fillText(Msg::LastSpeed, {link.last ? formatByteRate(*link.last) : "–"});
    lines.append("\n").append(fillText(Msg::TipDuration, {speeds, provenanceKey(Provenance::Measured)}));
  }
  if (link.tooSmall > 0) lines.append("\n").append(fillText(Msg::TipTooSmall, {formatBytes(kLeastBytesOfSpeed)}));
  if (link.inCache) lines.append("\n").append(fillText(Msg::TipInCache, {formatBytes(*facts.cachedCopy)}));
  lines.append("\n")
      .append(fillText(Msg::TipLastCopy, {counted(link.copies, Msg::OneCopy, Msg::Copies)}))
      .append("\n")
      .append(eventTooltip(state, *copy));
  return {{*link.lastCopy, copy->call}, lines};
}

std::string useTooltip(std::string_view title, std::string_view name, const MemoryFacts& facts,
                       const std::optional<MemoryUse>& use) {
  std::string lines(title);
  lines.append("\n").append(name).append(" ");
  if (!use || !use->now) return lines.append(text(Msg::NotObserved));
  lines.append(fillText(Msg::InUse, {formatBytes(use->now->value)}))
      .append(" · ")
      .append(fillText(Msg::PeakOf, {formatBytes(use->peak)}));
  if (facts.ofTimed) lines.append(" ").append(text(Msg::PeakInTimed));
  return lines.append(" ").append(provenanceKey(use->now->kind));
}

Hit unitsHit(const ViewState& state, const MemoryFacts& facts) {
  const TraceEvent* launch = facts.launch ? findEvent(*state.session.snapshot, facts.launch->ref) : nullptr;
  std::string lines = unitsTitle(facts);
  if (!launch) return {state.sight.selection, lines.append("\n").append(text(noLaunchWord(facts)))};
  if (const std::string& run = facts.launch->otherRun; !run.empty())
    lines.append("\n").append(fillText(Msg::LaunchOfOtherRun, {run}));
  lines.append("\n").append(eventTooltip(state, *launch));
  return {{facts.launch->ref, launch->call}, lines};
}

std::optional<Hit> detailsHit(const MemoryLayout& layout, const ViewState& state, const MemoryFacts& facts, Point at) {
  if (layout.map.contains(at)) return hitAllocations(layout.map, state, facts, at);
  if (!layout.copies.contains(at) && !layout.pinned.contains(at)) return std::nullopt;
  const CopyTable table = copyTable(state, facts);
  return layout.copies.contains(at) ? hitCopies(layout.copies, state, table, at)
                                    : hitPinned(layout.pinned, state, facts, table, at);
}

}  // namespace

std::optional<Hit> hitMemory(const Canvas&, Rect area, const ViewState& state, Point at) {
  if (state.session.hidden == LessonHides::Answer) return std::nullopt;
  const MemoryLayout layout = layoutMemory(area, isForeign(state));
  const MemoryFacts facts = memoryFacts(state);
  if (layout.link.contains(at))
    return linkHit(state, facts, at.y < layout.link.y + layout.link.h / 2 ? facts.down : facts.up);
  if (layout.units.contains(at)) return unitsHit(state, facts);
  if (layout.host.contains(at) && isForeign(state) && !facts.pinned)
    return Hit{state.sight.selection, std::string(text(Msg::HostRam))};
  if (layout.host.contains(at))
    return Hit{state.sight.selection, useTooltip(text(Msg::HostRam), text(Msg::Pinned), facts, facts.pinned)};
  if (layout.traffic.contains(at)) return Hit{state.sight.selection, std::string(text(Msg::EffectiveBandwidthNote))};
  if (!layout.device.contains(at)) return detailsHit(layout, state, facts, at);
  std::string lines = useTooltip(text(facts.sameRam ? Msg::DeviceArena : Msg::DeviceMemory), text(Msg::DeviceWord),
                                 facts, facts.device);
  if (facts.device && !facts.device->source.empty())
    lines.append("\n").append(fillText(Msg::MemoryToldByLong, {facts.device->source}));
  if (facts.sameRam) lines.append("\n").append(text(Msg::ArenaNoteLong));
  return Hit{state.sight.selection, lines};
}

}  // namespace strata::inline views
