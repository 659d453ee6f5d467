#include <algorithm>
#include <span>

#include "app/canvas/format.h"
#include "app/facts/vendor_words.h"
#include "app/views/frame/frame_parts.h"
#include "app/words/messages.h"
#include "engine/frames/frame_story.h"

namespace strata::inline views {
namespace {

std::string measured(Duration duration) {
  return fillText(Msg::TipDuration, {formatDuration(duration), provenanceKey(Provenance::Measured)});
}

std::string barTip(const FrameRecord& frame) {
  std::string tip = frame.latency ? fillText(Msg::FrameTipFrame,
                                             {std::to_string(frame.number), frameWayName(frame.way),
                                              formatDuration(*frame.latency), provenanceKey(Provenance::Measured)})
                                  : fillText(Msg::FrameNumber, {std::to_string(frame.number)});
  if (!frame.drawn && !frame.onItsWay) tip += "\n" + std::string(text(Msg::FrameTipGone));
  if (frame.tornPixels > 0)
    tip += "\n" + fillText(Msg::FrameTipTorn, {formatNumber(frame.tornPixels), formatNumber(frame.drawnPixels),
                                               provenanceKey(Provenance::Counted)});
  return tip;
}

Hit hitOfBar(const FrameRecord& frame) {
  Hit hit;
  hit.selection.call = frame.call;
  if (const FrameStep* kernels = frame.step(FrameHop::Kernel)) hit.selection.event = kernels->event;
  hit.tooltip = barTip(frame);
  return hit;
}

/// What is called there; empty where it is no call of an API's.
std::string_view callOf(FrameHop hop) {
  constexpr std::array<std::string_view, kFrameHops> kCalls{
      "strataLaunchKernel", "strataMemcpyAsync", "", "", "upload", "draw", "present"};
  return kCalls[static_cast<std::size_t>(hop)];
}

std::string_view whatIsDone(FrameHop hop) {
  constexpr std::array kWhat{Msg::FrameWhatKernel, Msg::FrameWhatCopy, Msg::FrameWhatWrite,  Msg::FrameWhatRead,
                             Msg::FrameWhatUpload, Msg::FrameWhatDraw, Msg::FrameWhatPresent};
  return text(kWhat[static_cast<std::size_t>(hop)]);
}

/// "Vulkan: vkCmdDraw": what others call what is done there.
std::string namesElsewhere(FrameHop hop, std::string_view between) {
  std::string all;
  for (const OtherName& other : otherNames(callOf(hop)))
    all += std::string(all.empty() ? "" : between) + std::string(other.vocabulary) + ": " + other.name;
  return all;
}

std::string blockTip(const FrameStep& step) {
  std::string tip = measured(step.span.length());
  if (step.bytes > 0)
    tip += "\n" + fillText(Msg::FrameTipBytes, {formatBytes(step.bytes), provenanceKey(Provenance::Counted)});
  return tip;
}

Hit hitOfBlock(const FrameLayout::Way& way, const FrameLayout::Block& block) {
  Hit hit;
  hit.selection = {block.step.event, way.summary.call};
  hit.tooltip = std::string(frameHopName(block.step.hop)) + "\n" + blockTip(block.step);
  if (const std::string names = namesElsewhere(block.step.hop, "\n"); !names.empty()) hit.tooltip += "\n" + names;
  return hit;
}

/// Who has not come yet to what is done next, after all of these.
Msg whoIsAwaited(std::span<const FrameLayout::Block> done, FrameHop next) {
  const auto have = [&](FrameHop from, FrameHop to) {
    return std::ranges::any_of(done, [&](const auto& one) { return one.step.hop >= from && one.step.hop <= to; });
  };
  if (next <= FrameHop::Copy) return Msg::FrameWaitsDevice;
  // Who reads a pipe may begin before there is anything in it.
  if (next == FrameHop::Write || (next == FrameHop::Read && !have(FrameHop::Write, FrameHop::Write)))
    return Msg::FrameWaitsAgent;
  return have(FrameHop::Read, FrameHop::Upload) ? Msg::FrameWaitsWithin : Msg::FrameWaits;
}

std::string waitingText(const FrameLayout::Way& way, Rect gap) {
  const auto next = std::ranges::find_if(way.blocks, [&](const auto& block) { return block.box.x > gap.x; });
  if (next == way.blocks.end()) return {};
  Duration before{0};
  for (auto block = way.blocks.begin(); block != next; ++block) before = std::max(before, Duration{block->end.ns});
  const Duration waits{next->step.span.begin.ns - before.ns};
  return fillText(whoIsAwaited({way.blocks.begin(), next}, next->step.hop),
                  {formatDuration(waits), provenanceKey(Provenance::Measured)});
}

/// The part of a list that a point is in; nullptr: none.
template <class Parts>
auto* under(Parts& parts, Point at) {
  const auto found = std::ranges::find_if(parts, [&](const auto& part) { return part.box.contains(at); });
  return found == parts.end() ? nullptr : &*found;
}

const FrameRecord* frameUnder(const FrameLayout& layout, Point at) {
  if (!layout.strip.contains(at)) return nullptr;
  for (const FrameLayout::Bar& bar : layout.bars)
    if (at.x >= bar.box.x && at.x < bar.box.x + bar.box.w + 1) return bar.frame;
  return nullptr;
}

const Rect* gapUnder(const std::vector<Rect>& gaps, Point at) {
  const auto found = std::ranges::find_if(gaps, [&](Rect gap) { return gap.contains(at); });
  return found == gaps.end() ? nullptr : &*found;
}

/// How often and how soon frames were shown, and of how many its times are.
void addSpeedFacts(std::vector<std::string>& all, const FrameWaySummary& way) {
  const std::string_view clock = provenanceKey(Provenance::Measured);
  if (way.drawnPerSecond) all.push_back(fillText(Msg::FrameTipRate, {formatNumber(*way.drawnPerSecond), clock}));
  if (way.toScreen) all.push_back(fillText(Msg::FrameTipScreen, {formatDuration(*way.toScreen), clock}));
  if (way.timed > 0 && way.clockError)
    all.push_back(fillText(way.latency < *way.clockError ? Msg::FrameTipClockMore : Msg::FrameTipClock,
                           {formatDuration(*way.clockError), clock}));
  if (way.timed > 0)
    all.push_back(fillText(way.timed < kFewTimedFrames ? Msg::FrameTipFew : Msg::FrameTipTimed,
                           {formatCount(way.timed), provenanceKey(Provenance::Counted)}));
}

/// Beside its times: what was torn, what was checked, how often and how soon it was shown, what announces it.
std::vector<std::string> factsOf(const FrameWaySummary& way) {
  const std::string_view clock = provenanceKey(Provenance::Measured);
  std::vector<std::string> all;
  if (way.torn > 0)
    all.push_back(fillText(Msg::FrameTipTornWay,
                           {formatCount(way.torn), formatCount(way.drawn), provenanceKey(Provenance::Counted)}));
  if (way.check)
    all.push_back(fillText(Msg::FrameTipCheck, {formatNumber(way.check->value, 2), way.check->withinLimit() ? "≤" : ">",
                                                formatNumber(way.check->limit, 2), clock}));
  if (way.torn == 0) addSpeedFacts(all, way);
  if (!way.signalling.empty()) all.push_back(fillText(Msg::FrameSignalled, {way.signalling}));
  return all;
}

Hit hitOfWay(const FrameLayout::Way& way, Point at, bool coming) {
  Hit hit;
  hit.tooltip = frameWayName(way.summary.way);
  const std::vector<Rect> gaps = gapsOf(way);
  if (const FrameLayout::Block* block = under(way.blocks, at))
    hit = hitOfBlock(way, *block);
  else if (const Rect* gap = gapUnder(gaps, at))
    hit.tooltip = waitingText(way, *gap);
  else
    for (const std::string& fact : factsOf(way.summary)) hit.tooltip += "\n" + fact;
  if (!way.summary.refusal.empty()) hit.tooltip += "\n" + way.summary.refusal;
  if (coming && !way.current) {
    hit.tooltip += "\n" + std::string(text(Msg::FrameTipWay));
    hit.frame = FrameAct{FrameAct::What::Way, way.summary.way};
  }
  return hit;
}

/// What the experiment says of this way; empty where the session tells nothing of it.
std::string ideaOf(const ViewState& state, FrameWay way) {
  if (!state.session.experiment) return {};
  const auto& variants = state.session.experiment->variants;
  const auto found = std::ranges::find(variants, frameWayKey(way), &VariantInfo::name);
  return found == variants.end() ? std::string() : found->idea;
}

WhatIs whatIsWay(const ViewState& state, const FrameLayout::Way& way, Point at) {
  if (const FrameLayout::Block* block = under(way.blocks, at)) {
    const FrameHop hop = block->step.hop;
    return {std::string(frameHopName(hop)), blockTip(block->step) + "\n" + std::string(whatIsDone(hop)),
            namesElsewhere(hop, " · ")};
  }
  const std::vector<Rect> gaps = gapsOf(way);
  if (const Rect* gap = gapUnder(gaps, at)) return {std::string(text(Msg::FrameWaiting)), waitingText(way, *gap), {}};
  std::string words = ideaOf(state, way.summary.way);
  const auto add = [&](const std::string& more) { words += (words.empty() ? "" : "\n") + more; };
  if (!way.summary.refusal.empty()) add(way.summary.refusal);
  for (const std::string& fact : factsOf(way.summary)) add(fact);
  if (way.summary.timed > 0 && way.summary.torn == 0)
    add(fillText(Msg::FrameWhatTimes, {formatCount(way.summary.timed)}));
  return {std::string(frameWayName(way.summary.way)), words, {}};
}

}  // namespace

std::vector<Rect> gapsOf(const FrameLayout::Way& way) {
  std::vector<Rect> gaps;
  float x = -1;
  for (const FrameLayout::Block& block : way.blocks) {
    if (x >= 0 && block.box.x > x + 1) gaps.push_back({x, way.lane.y, block.box.x - x, way.lane.h});
    x = std::max(x, block.box.right());
  }
  return gaps;
}

std::optional<Hit> hitFrames(const Canvas& canvas, Rect area, const ViewState& state, Point at) {
  const FrameLayout layout = layOutFrames(canvas, area, state);
  if (const FrameLayout::Button* button = under(layout.buttons, at)) {
    Hit hit;
    hit.tooltip = button->tip;
    hit.frame = button->act;
    return hit;
  }
  if (layout.header.contains(at) && layout.sentenceBox.h <= 0 && !layout.inOneLine.empty()) {
    Hit hit;
    hit.tooltip = layout.inOneLine;
    return hit;
  }
  const bool coming = state.sight.frame && state.sight.frame->coming;
  if (const FrameLayout::Way* way = under(layout.ways, at)) return hitOfWay(*way, at, coming);
  if (const FrameRecord* frame = frameUnder(layout, at)) return hitOfBar(*frame);
  return std::nullopt;
}

std::optional<WhatIs> whatIsInFrames(const Canvas& canvas, Rect area, const ViewState& state, Point at) {
  const FrameLayout layout = layOutFrames(canvas, area, state);
  if (const FrameLayout::Button* button = under(layout.buttons, at)) return WhatIs{button->words, button->tip, {}};
  if (const FrameLayout::Way* way = under(layout.ways, at)) return whatIsWay(state, *way, at);
  const auto part = [](Msg title, Msg what) { return WhatIs{std::string(text(title)), std::string(text(what)), {}}; };
  if (layout.picture.contains(at) || layout.caption.contains(at)) {
    const bool live = state.sight.frame && state.sight.frame->frame > 0;
    return live ? part(Msg::FramePicture, Msg::FrameWhatPicture) : part(Msg::FramePicture, Msg::FrameWhatNumbers);
  }
  if (layout.strip.contains(at) || layout.stripTitle.contains(at)) {
    WhatIs what = part(Msg::FrameStrip, Msg::FrameWhatStrip);
    if (const FrameRecord* frame = frameUnder(layout, at)) what.text = barTip(*frame) + "\n" + what.text;
    return what;
  }
  if (layout.foot.contains(at))
    return WhatIs{std::string(text(Msg::FrameFoot)), fillText(Msg::FrameWhatFoot, {std::to_string(kToldFrames)}), {}};
  return std::nullopt;
}

}  // namespace strata::inline views
