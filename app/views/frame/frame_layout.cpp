#include "app/views/frame/frame_layout.h"

#include <algorithm>

#include "app/canvas/format.h"
#include "app/canvas/paint.h"
#include "app/words/messages.h"

namespace strata::inline views {
namespace {

constexpr float kHeader = 20, kLine = 16, kGap = 10, kButton = 24, kStrip = 60, kKernel = 84;
constexpr std::size_t kMostFrames = 120;  ///< of a way

void addButtons(FrameLayout& layout, const LiveFrame& live) {
  const auto add = [&](FrameAct::What what, Msg words, Msg tip, bool loud = false) {
    layout.buttons.push_back({{}, {what, {}}, std::string(text(words)), std::string(text(tip)), loud});
  };
  using What = FrameAct::What;
  if (live.coming) {
    const bool off = live.pacing == FramePacing::SemaphoreOff;
    add(What::Pause, live.paused ? Msg::FrameActGo : Msg::FrameActPause, Msg::FrameTipPause, live.paused);
    if (live.paused) add(What::Step, Msg::FrameActStep, Msg::FrameTipStepOne);
    add(What::Semaphore, off ? Msg::FrameActSemaphoreOn : Msg::FrameActSemaphoreOff,
        off ? Msg::FrameTipSemaphoreOn : Msg::FrameTipSemaphoreOff, off);
    if (!off && live.pacing == FramePacing::LockStep) add(What::LockStep, Msg::FrameActNewest, Msg::FrameTipNewest);
    if (!off && live.pacing == FramePacing::NewestWins)
      add(What::LockStep, Msg::FrameActLockStep, Msg::FrameTipLockStep);
  }
  if (live.pixels) add(What::Save, Msg::FrameActSave, Msg::FrameTipSave);
}

/// From the left, in rows; returns how high they are.
float placeButtons(const Canvas& canvas, FrameLayout& layout, Rect room) {
  constexpr float kPad = 14, kBetween = 6;
  float x = room.x, y = room.y;
  for (FrameLayout::Button& button : layout.buttons) {
    const float width = canvas.measure(button.words, {12, Face::Bold, {}}) + 2 * kPad;
    if (x > room.x && x + width > room.right()) x = room.x, y += kButton + kBetween;
    const bool fits = width <= room.w && y + kButton <= room.bottom();
    button.box = fits ? Rect{x, y, width, kButton} : Rect{};
    x += width + kBetween;
  }
  return layout.buttons.empty() ? 0 : y + kButton - room.y;
}

/// Blocks of the median frame of each way from the kernels' end on, all on one scale: the longest way fills its lane.
void placeBlocks(FrameLayout& layout) {
  Duration longest{1};
  for (const FrameLayout::Way& way : layout.ways)
    if (way.summary.median) longest = std::max(longest, *way.summary.median->latency);
  for (FrameLayout::Way& way : layout.ways) {
    if (!way.summary.median || way.lane.w <= 0) continue;
    const FrameStep& kernels = *way.summary.median->step(FrameHop::Kernel);
    const auto at = [&](HostTime time) {
      const double part = static_cast<double>((time - kernels.span.end).ns) / static_cast<double>(longest.ns);
      return way.lane.x + static_cast<float>(std::clamp(part, 0.0, 1.0)) * way.lane.w;
    };
    way.blocks.push_back({kernels, way.kernel});
    for (const FrameStep& step : way.summary.median->steps) {
      if (step.hop == FrameHop::Present || step.hop == FrameHop::Kernel) continue;
      const float from = at(step.span.begin), to = at(step.span.end);
      way.blocks.push_back({step, {from, way.lane.y, std::max(1.5f, to - from), way.lane.h}});
    }
  }
}

void placeWays(const Canvas& canvas, FrameLayout& layout, Rect room, const ViewState& state) {
  const float height = room.h / static_cast<float>(kFrameWays.size());
  if (height < kLine + 6 || room.w < 120) return;
  float names = 0;
  for (const FrameWay way : kFrameWays)
    names = std::max(names, canvas.measure(frameWayName(way), {12, Face::Bold, {}}));
  const bool noted = height >= 2 * kLine + 8;
  for (std::size_t i = 0; i < kFrameWays.size(); ++i) {
    FrameLayout::Way& way = layout.ways[i];
    way.box = {room.x, room.y + height * static_cast<float>(i), room.w, height - 4};
    const float lane = std::min(noted ? way.box.h - kLine - 4 : way.box.h - 4, 44.f);
    way.name = {way.box.x + 6, way.box.y + 2, names, lane};
    way.kernel = {way.name.right() + 10, way.box.y + 2, std::min(kKernel, room.w * 0.15f), lane};
    way.lane = {way.kernel.right(), way.box.y + 2, std::max(0.f, way.box.right() - way.kernel.right() - 6), lane};
    if (noted) way.note = {way.kernel.x, way.lane.bottom() + 1, way.lane.right() - way.kernel.x, kLine};
    way.current = state.sight.frame && state.sight.frame->coming && state.sight.frame->way == way.summary.way;
  }
  placeBlocks(layout);
}

/// The newest frames, as many as there are pixels for.
void placeBars(FrameLayout& layout) {
  constexpr float kWidth = 3;
  if (layout.strip.h < 12 || layout.strip.w < 40) return;
  const auto fit = static_cast<std::size_t>(layout.strip.w / kWidth);
  const std::size_t first = layout.frames.size() > fit ? layout.frames.size() - fit : 0;
  std::vector<Duration> latencies;
  for (std::size_t i = first; i < layout.frames.size(); ++i)
    if (layout.frames[i].latency) latencies.push_back(*layout.frames[i].latency);
  if (latencies.empty()) return;
  std::ranges::sort(latencies);
  // A single stray frame must not flatten all others.
  layout.stripTop = {std::max<std::int64_t>(1, latencies[(latencies.size() - 1) * 99 / 100].ns * 5 / 4)};
  for (std::size_t i = first; i < layout.frames.size(); ++i) {
    const FrameRecord& frame = layout.frames[i];
    const auto latency = static_cast<double>(frame.latency.value_or(Duration{0}).ns);
    const double part = std::min(latency / static_cast<double>(layout.stripTop.ns), 1.0);
    const float height = frame.drawn ? std::max(1.5f, layout.strip.h * static_cast<float>(part)) : 0;
    const float x = layout.strip.x + kWidth * static_cast<float>(i - first);
    layout.bars.push_back({&frame, {x, layout.strip.bottom() - height, kWidth - 1, height}});
    if (layout.stretches.empty() || layout.stretches.back().way != frame.way)
      layout.stretches.push_back({frame.way, {x, layout.strip.bottom(), 0, kLine}});
    layout.stretches.back().box.w = x + kWidth - layout.stretches.back().box.x;
  }
}

std::vector<std::string> sentencesOf(const ViewState& state) {
  std::vector<std::string> all;
  const LiveFrame* live = state.sight.frame.get();
  if (!live) return all;
  if (!live->sentence.empty()) all.push_back(live->sentence);
  if (live->different > 0)
    all.push_back(
        fillText(Msg::FrameDiffer, {formatCount(live->different), formatCount(live->same + live->different)}));
  if (live->torn > 0 && live->pacing == FramePacing::SemaphoreOff) all.emplace_back(text(Msg::FrameTornWhy));
  return all;
}

}  // namespace

std::string_view frameWayName(FrameWay way) {
  switch (way) {
    case FrameWay::Pipe: return text(Msg::FrameWayPipe);
    case FrameWay::Host: return text(Msg::FrameWayHost);
    case FrameWay::InPlace: return text(Msg::FrameWayInPlace);
    case FrameWay::Device: return text(Msg::FrameWayDevice);
  }
  return {};
}

std::string_view frameHopName(FrameHop hop) {
  constexpr std::array kNames{Msg::FrameKernel, Msg::FrameCopy, Msg::FrameWrite,  Msg::FrameRead,
                              Msg::FrameUpload, Msg::FrameDraw, Msg::FramePresent};
  return text(kNames[static_cast<std::size_t>(hop)]);
}

FrameLayout layOutFrames(const Canvas& canvas, Rect outer, const ViewState& state) {
  FrameLayout layout;
  if (!state.session.snapshot) return layout;
  layout.frames = newestFrames(*state.session.snapshot, kMostFrames);
  const LiveFrame* live = state.sight.frame.get();
  if (layout.frames.empty() && !(live && live->frame > 0)) return layout;
  for (FrameWaySummary& summary : summarizeWays(layout.frames, state.session.results)) {
    FrameLayout::Way& way = layout.ways.emplace_back();
    way.summary = std::move(summary);
  }
  const Rect area = viewMargins(outer);
  layout.header = {area.x, area.y, area.w, std::min(kHeader, area.h)};
  Rect room{area.x, area.y + kHeader + 2, area.w, std::max(0.f, area.h - kHeader - 2)};
  const bool beside = room.w >= 520;
  if (live) addButtons(layout, *live);
  float side = beside ? std::min(room.w * 0.46f, room.h - kLine - 4) : std::min(room.w, room.h * 0.42f);
  const Rect anywhere{0, 0, beside ? side : room.w, room.h};
  const float buttons = placeButtons(canvas, layout, anywhere);
  if (beside) side = std::min(side, room.h - kLine - 4 - buttons);
  if (side >= 24) {
    layout.picture = {room.x, room.y, side, side};
    layout.caption = {room.x, room.y + side + 2, beside ? side : room.w, kLine};
    const float top = layout.caption.bottom() + 2;
    placeButtons(canvas, layout, {room.x, top, beside ? anywhere.w : room.w, room.bottom() - top});
    const float taken = beside ? std::max(side, buttons > 0 ? anywhere.w : side) : 0;
    const float below = top + buttons - room.y + kGap;
    room = beside ? Rect{room.x + taken + 2 * kGap, room.y, room.w - taken - 2 * kGap, room.h}
                  : Rect{room.x, room.y + below, room.w, std::max(0.f, room.h - below)};
  } else {
    layout.buttons.clear();
  }
  layout.sentences.clear();
  const TextStyle style{12, Face::Regular, {}};
  for (const std::string& sentence : sentencesOf(state))
    for (std::string& line : wrapText(canvas, sentence, style, room.w)) layout.sentences.push_back(std::move(line));
  const float words = std::min(kLine * static_cast<float>(layout.sentences.size()), room.h * 0.4f);
  layout.sentenceBox = {room.x, room.bottom() - words, room.w, words};
  room.h -= words + (words > 0 ? kGap : 0);
  const float foot = 3 * kLine + kStrip;
  if (room.h >= foot + 4 * (kLine + 8)) {
    layout.foot = {room.x, room.bottom() - kLine, room.w, kLine};
    layout.strip = {room.x, layout.foot.y - kLine - kStrip, room.w, kStrip};
    layout.stripTitle = {room.x, layout.strip.y - kLine, room.w, kLine};
    room.h -= foot + kGap;
    placeBars(layout);
  }
  placeWays(canvas, layout, room, state);
  return layout;
}

Rect framePicture(const Canvas& canvas, Rect area, const ViewState& state) {
  return layOutFrames(canvas, area, state).picture;
}

}  // namespace strata::inline views
