#include "app/views/frame/frame_layout.h"

#include <algorithm>
#include <optional>

#include "app/canvas/format.h"
#include "app/canvas/paint.h"
#include "app/words/messages.h"
#include "engine/base/median.h"

namespace strata::inline views {
namespace {

constexpr float kHeader = 20, kLine = 16, kGap = 10, kButton = 24, kStrip = 60, kLatency = 74, kLeastPicture = 24;
constexpr float kBracket = 3;
constexpr float kLeastWays = kFrameWays.size() * (kLine + 6);  ///< lower they are not shown

/// The same ones in the same places whatever is chosen, so that none moves under a hand.
void addButtons(FrameLayout& layout, const LiveFrame& live) {
  const auto add = [&](FrameAct::What what, Msg words, Msg other, Msg tip, bool loud = false) {
    layout.buttons.push_back(
        {{}, {what, {}}, std::string(text(words)), std::string(text(other)), std::string(text(tip)), loud});
  };
  using What = FrameAct::What;
  const bool off = live.pacing == FramePacing::SemaphoreOff, lockStep = live.pacing == FramePacing::LockStep;
  if (live.coming) {
    add(What::Pause, live.paused ? Msg::FrameActGo : Msg::FrameActPause, Msg::FrameActGo, Msg::FrameTipPause,
        live.paused);
    add(What::Step, Msg::FrameActStep, Msg::FrameActStep, Msg::FrameTipStepOne);
  }
  if (live.texture != 0) add(What::Save, Msg::FrameActSave, Msg::FrameActSave, Msg::FrameTipSave);
  if (live.coming) {
    add(What::Semaphore, off ? Msg::FrameActSemaphoreOn : Msg::FrameActSemaphoreOff, Msg::FrameActSemaphoreOff,
        off ? Msg::FrameTipSemaphoreOn : Msg::FrameTipSemaphoreOff);
    add(What::LockStep, lockStep ? Msg::FrameActNewest : Msg::FrameActLockStep, Msg::FrameActLockStep,
        lockStep ? Msg::FrameTipNewest : Msg::FrameTipLockStep);
  }
}

float buttonWidth(const Canvas& canvas, const FrameLayout::Button& button) {
  constexpr float kPad = 14;
  const TextStyle style{12, Face::Bold, {}};
  return std::max(canvas.measure(button.words, style), canvas.measure(button.other, style)) + 2 * kPad;
}

/// From the left, in rows; returns how high they are.
float placeButtons(const Canvas& canvas, FrameLayout& layout, Rect room) {
  constexpr float kBetween = 6;
  float x = room.x, y = room.y;
  for (FrameLayout::Button& button : layout.buttons) {
    const float width = buttonWidth(canvas, button);
    if (x > room.x && x + width > room.right()) x = room.x, y += kButton + kBetween;
    const bool fits = width <= room.w && y + kButton <= room.bottom();
    button.box = fits ? Rect{x, y, width, kButton} : Rect{};
    x += width + kBetween;
  }
  return layout.buttons.empty() ? 0 : y + kButton - room.y;
}

/// As wide as the widest button.
float columnWidth(const Canvas& canvas, const FrameLayout& layout) {
  float width = 0;
  for (const FrameLayout::Button& button : layout.buttons) width = std::max(width, buttonWidth(canvas, button));
  return width;
}

/// The picture with its caption, in the upper left corner.
void placePicture(FrameLayout& layout, Rect room, float side, float captionWidth) {
  if (side < kLeastPicture) return;
  layout.picture = {room.x, room.y, side, side};
  layout.caption = {room.x, room.y + side + 2, captionWidth, kLine};
}

/// Returns what is left, below.
Rect placePictureAbove(const Canvas& canvas, FrameLayout& layout, Rect room) {
  placePicture(layout, room, std::min(room.w, room.h * 0.42f), room.w);
  if (layout.picture.w <= 0) return room;
  const float top = layout.caption.bottom() + 2;
  const float below = top + placeButtons(canvas, layout, {room.x, top, room.w, room.bottom() - top}) - room.y + kGap;
  return {room.x, room.y + below, room.w, std::max(0.f, room.h - below)};
}

/// The buttons on the right of a picture of this side, above what is left. Nothing where they have no room there.
std::optional<Rect> placeButtonsRight(const Canvas& canvas, FrameLayout& layout, Rect room, float side) {
  const Rect right{room.x + side + 2 * kGap, room.y, room.w - side - 2 * kGap, room.h};
  if (side < kLeastPicture || columnWidth(canvas, layout) > right.w) return std::nullopt;
  const float buttons = placeButtons(canvas, layout, right);
  if (buttons > right.h) return std::nullopt;
  const float taken = buttons > 0 ? buttons + kGap : 0;
  return Rect{right.x, right.y + taken, right.w, std::max(0.f, right.h - taken)};
}

/// In a low and narrow view: the picture as high as the view, or smaller where only that leaves the ways their room.
std::optional<Rect> placePictureLeft(const Canvas& canvas, FrameLayout& layout, Rect room) {
  const float most = std::min(room.h - kLine - 4, room.w * 0.46f);
  for (const float part : {1.f, 0.85f, 0.7f}) {
    const auto rest = placeButtonsRight(canvas, layout, room, part * most);
    if (!rest || rest->h < kLeastWays) continue;
    placePicture(layout, room, part * most, part * most);
    return rest;
  }
  const auto rest = placeButtonsRight(canvas, layout, room, most);
  if (rest) placePicture(layout, room, most, most);
  return rest;
}

/// The buttons in rows below the picture or, where they would leave little of it, in a column beside it. Returns what
/// is left, on the right.
Rect placePictureBeside(const Canvas& canvas, FrameLayout& layout, Rect room) {
  constexpr float kLongRow = 270, kMuchRoom = 800, kLittle = 0.75f, kWithColumn = 0.52f;
  const float most = room.w * 0.46f, high = room.h - kLine - 4;
  float across = std::min(most, high), buttons = placeButtons(canvas, layout, {0, 0, across, room.h});
  if (buttons > (room.w >= kMuchRoom ? 0.3f : 0.5f) * room.h) {  // in longer rows: more for the picture
    across = std::max(across, std::min(most, kLongRow));
    buttons = placeButtons(canvas, layout, {0, 0, across, room.h});
  }
  const float below = std::min({most, high, high - buttons});
  const float column = columnWidth(canvas, layout), beside = std::min(room.w * kWithColumn - column - kGap, high);
  const bool inColumn = below < kLittle * beside;
  const float side = inColumn ? beside : below;
  placePicture(layout, room, side, inColumn ? beside + kGap + column : across);
  if (layout.picture.w <= 0) return room;
  const Rect place =
      inColumn ? Rect{room.x + side + kGap, room.y, column, side}
               : Rect{room.x, layout.caption.bottom() + 2, across, room.bottom() - layout.caption.bottom() - 2};
  placeButtons(canvas, layout, place);
  const float taken = inColumn ? place.right() - room.x : buttons > 0 ? std::max(side, across) : side;
  return {room.x + taken + 2 * kGap, room.y, room.w - taken - 2 * kGap, room.h};
}

/// Returns what is left for all else.
Rect placePictureAndButtons(const Canvas& canvas, FrameLayout& layout, Rect room) {
  constexpr float kWide = 520, kLow = 1.5f;
  if (room.w >= kWide) return placePictureBeside(canvas, layout, room);
  const auto right = room.w > kLow * room.h ? placePictureLeft(canvas, layout, room) : std::nullopt;
  return right ? *right : placePictureAbove(canvas, layout, room);
}

/// Until when a step is drawn: what was written has been read by then, however late its writer's thread went on.
HostTime drawnUntil(const FrameWaySummary& way, const FrameStep& step) {
  const auto read = std::ranges::find(way.steps, FrameHop::Read, &FrameStep::hop);
  if (step.hop != FrameHop::Write || read == way.steps.end()) return step.span.end;
  return std::max(step.span.begin, std::min(step.span.end, read->span.end));
}

/// Blocks of the frame whose latency is told, all ways on one scale: the longest way, with its kernels, fills its lane.
void placeBlocks(FrameLayout& layout) {
  Duration kernels{0}, longest{1};
  for (const FrameLayout::Way& way : layout.ways)
    for (const FrameStep& step : way.summary.steps) {
      if (step.hop == FrameHop::Kernel) kernels = std::max(kernels, step.span.length());
      if (step.hop == FrameHop::Draw) longest = std::max(longest, Duration{step.span.end.ns});
    }
  for (FrameLayout::Way& way : layout.ways) {
    if (way.lane.w <= 0) continue;
    const auto at = [&](HostTime time) {
      const double part = static_cast<double>(time.ns + kernels.ns) / static_cast<double>((kernels + longest).ns);
      return way.lane.x + static_cast<float>(std::clamp(part, 0.0, 1.0)) * way.lane.w;
    };
    for (const FrameStep& step : way.summary.steps) {
      if (step.hop == FrameHop::Present) continue;
      const HostTime until = drawnUntil(way.summary, step);
      const float from = at(step.span.begin), to = at(until);
      Rect box{from, way.lane.y, std::max(1.5f, to - from), way.lane.h};
      // What one side writes, the other reads meanwhile.
      if (step.hop == FrameHop::Write || step.hop == FrameHop::Read) box.h = way.lane.h / 2 - 0.5f;
      if (step.hop == FrameHop::Read) box.y += way.lane.h / 2 + 0.5f;
      way.blocks.push_back({step, box, until});
      const float begin = at(until + Duration{-way.summary.latency.ns});
      if (step.hop == FrameHop::Draw) way.span = {begin, way.lane.bottom() + 0.5f, to - begin, kBracket - 0.5f};
    }
  }
}

void placeWays(const Canvas& canvas, FrameLayout& layout, Rect room, const ViewState& state) {
  const float height = room.h / static_cast<float>(kFrameWays.size());
  if (room.h < kLeastWays || room.w < 120) return;
  float names = 0;
  for (const FrameWay way : kFrameWays)
    names = std::max(names, canvas.measure(frameWayName(way), {12, Face::Bold, {}}));
  const bool noted = height >= 2 * kLine + 8;
  for (std::size_t i = 0; i < kFrameWays.size(); ++i) {
    FrameLayout::Way& way = layout.ways[i];
    way.box = {room.x, room.y + height * static_cast<float>(i), room.w, height - 4};
    const float lane = std::min(noted ? way.box.h - kLine - kBracket - 4 : way.box.h - 4, 44.f);
    way.name = {way.box.x + 6, way.box.y + 2, names, lane};
    way.lane = {way.name.right() + 10, way.box.y + 2, std::max(0.f, way.box.right() - way.name.right() - 16), lane};
    if (noted) {
      way.note = {way.lane.x, way.lane.bottom() + 1 + kBracket, way.lane.w, kLine};
    } else {
      way.lane.w = std::max(0.f, way.lane.w - kLatency);
      way.latency = {way.lane.right() + 6, way.lane.y, way.lane.w > 0 ? kLatency - 6 : 0, lane};
    }
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
  layout.inStrip = layout.frames.size() - first;
  std::vector<Duration> latencies;
  for (std::size_t i = first; i < layout.frames.size(); ++i)
    if (layout.frames[i].latency) latencies.push_back(*layout.frames[i].latency);
  if (latencies.empty()) return;
  std::ranges::sort(latencies);
  // Stray frames must not flatten all others.
  layout.stripTop = {std::max<std::int64_t>(1, latencies[rankPlace(latencies.size(), 950)].ns * 5 / 4)};
  for (std::size_t i = first; i < layout.frames.size(); ++i) {
    const FrameRecord& frame = layout.frames[i];
    const auto latency = static_cast<double>(frame.latency.value_or(Duration{0}).ns);
    const double part = std::min(latency / static_cast<double>(layout.stripTop.ns), 1.0);
    const float height = frame.drawn ? std::max(1.5f, layout.strip.h * static_cast<float>(part)) : 0;
    const float x = layout.strip.x + kWidth * static_cast<float>(i - first);
    const bool cut = frame.drawn && frame.latency.value_or(Duration{0}) > layout.stripTop;
    layout.bars.push_back({&frame, {x, layout.strip.bottom() - height, kWidth - 1, height}, cut});
    if (layout.stretches.empty() || layout.stretches.back().way != frame.way)
      layout.stretches.push_back({frame.way, {x, layout.strip.bottom(), 0, kLine}});
    layout.stretches.back().box.w = x + kWidth - layout.stretches.back().box.x;
  }
}

std::vector<std::string> sentencesOf(const ViewState& state, const std::vector<FrameRecord>& frames) {
  std::vector<std::string> all;
  const LiveFrame* live = state.sight.frame.get();
  if (!frames.empty() && newerRunAwaited(*state.session.snapshot)) all.emplace_back(text(Msg::FrameOfEarlierRun));
  if (!live) return all;
  if (!live->sentence.empty()) all.push_back(live->sentence);
  if (live->different > 0)
    all.push_back(
        fillText(Msg::FrameDiffer, {formatCount(live->different), formatCount(live->same + live->different)}));
  const bool off = live->pacing == FramePacing::SemaphoreOff;
  if (off && live->way == FrameWay::Pipe) all.emplace_back(text(Msg::FramePipeCannotTear));
  if (off && live->way != FrameWay::Pipe) all.emplace_back(text(Msg::FrameTornWhy));
  return all;
}

}  // namespace

std::string_view frameHopName(FrameHop hop) {
  constexpr std::array kNames{Msg::FrameKernel, Msg::FrameCopy, Msg::FrameWrite,  Msg::FrameRead,
                              Msg::FrameUpload, Msg::FrameDraw, Msg::FramePresent};
  return text(kNames[static_cast<std::size_t>(hop)]);
}

FrameLayout layOutFrames(const Canvas& canvas, Rect outer, const ViewState& state) {
  FrameLayout layout;
  if (!state.session.snapshot) return layout;
  const LiveFrame* live = state.sight.frame.get();
  layout.frames =
      live && live->told ? *live->told : framesOfRun(*state.session.snapshot, state.session.results, kToldFrames);
  if (layout.frames.empty() && !(live && live->frame > 0)) return layout;
  for (FrameWaySummary& summary : summarizeWays(layout.frames, state.session.results)) {
    FrameLayout::Way& way = layout.ways.emplace_back();
    way.summary = std::move(summary);
    if (live && live->way == way.summary.way && !live->signalling.empty()) way.summary.signalling = live->signalling;
  }
  const Rect area = viewMargins(outer);
  layout.header = {area.x, area.y, area.w, std::min(kHeader, area.h)};
  Rect room{area.x, area.y + kHeader + 2, area.w, std::max(0.f, area.h - kHeader - 2)};
  if (live) addButtons(layout, *live);
  room = placePictureAndButtons(canvas, layout, room);
  if (layout.picture.w <= 0) layout.buttons.clear();
  const TextStyle style{12, Face::Regular, {}};
  for (const std::string& sentence : sentencesOf(state, layout.frames)) {
    layout.inOneLine += (layout.inOneLine.empty() ? "" : " ") + sentence;
    for (std::string& line : wrapText(canvas, sentence, style, room.w)) layout.sentences.push_back(std::move(line));
  }
  // Room for two lines is kept while frames come, so that the rows do not move when a sentence does.
  const float lines = std::max(static_cast<float>(layout.sentences.size()), live && live->coming ? 2.f : 0.f);
  float words = std::min(kLine * lines, room.h * 0.4f);
  if (room.h >= kLeastWays) words = std::min(words, room.h - kLeastWays - kGap);
  if (words < kLine) words = 0;
  layout.sentenceBox = {room.x, room.bottom() - words, room.w, words};
  room.h -= words + (words > 0 ? kGap : 0);
  const float foot = 3 * kLine + kStrip;
  const bool strip = room.h >= foot + 4 * (kLine + 8);
  if (strip || room.h >= kLine + 4 * (2 * kLine + 8)) layout.foot = {room.x, room.bottom() - kLine, room.w, kLine};
  if (strip) {
    layout.strip = {room.x, layout.foot.y - kLine - kStrip, room.w, kStrip};
    layout.stripTitle = {room.x, layout.strip.y - kLine, room.w, kLine};
    room.h -= foot + kGap;
    placeBars(layout);
  } else {
    room.h -= layout.foot.h;
  }
  placeWays(canvas, layout, room, state);
  return layout;
}

Rect framePicture(const Canvas& canvas, Rect area, const ViewState& state) {
  return layOutFrames(canvas, area, state).picture;
}

}  // namespace strata::inline views
