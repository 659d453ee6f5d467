#include <algorithm>
#include <array>
#include <cmath>

#include "app/canvas/color_math.h"
#include "app/canvas/format.h"
#include "app/canvas/paint.h"
#include "app/canvas/recording_canvas.h"
#include "app/facts/event_text.h"
#include "app/facts/tensor_picture.h"
#include "app/views/empty_note.h"
#include "app/views/frame/frame_parts.h"
#include "app/views/view.h"
#include "engine/frames/frame_story.h"

namespace strata::inline views {
namespace {

Color hopColor(const Canvas& canvas, FrameHop hop) {
  if (isCopy(hop)) return kCopyColor;
  if (hop == FrameHop::Kernel) return storeyInfo(Storey::Hardware).color;
  if (hop == FrameHop::Draw) return storeyInfo(Storey::Runtime).color;
  return canvas.theme().meter;
}

/// The numbers of the last frame, where its pixels are not kept.
const SessionMessage* keptNumbers(const ViewState& state) {
  for (auto preview = state.session.previews.rbegin(); preview != state.session.previews.rend(); ++preview)
    if (const auto picture = *preview ? readTensor(**preview) : std::nullopt; picture && picture->name == "frame")
      return preview->get();
  return nullptr;
}

/// What a hand can do to the picture.
std::string handText(const FrameLayout& layout) {
  const std::string_view content = layout.frames.empty() ? std::string_view() : layout.frames.back().content;
  if (content == "mandelbrot") return std::string(text(Msg::FrameHandZooms));
  return content == "heat" || content == "features" ? std::string(text(Msg::FrameHandDraws)) : std::string();
}

void drawPicture(Canvas& canvas, const FrameLayout& layout, const ViewState& state) {
  if (layout.picture.w <= 0) return;
  const LiveFrame* live = state.sight.frame.get();
  const Rect box = layout.picture;
  if (live && live->frame > 0 && (live->texture != 0 || live->pixels)) {
    static const std::vector<Color> kNone;
    canvas.frame(box, live->texture, live->width, live->height, live->pixels ? *live->pixels : kNone);
    canvas.stroke(box, canvas.theme().wellBorder, 1);
    drawHeader(
        canvas, layout.caption,
        {{fillText(Msg::FrameNumber, {formatCount(live->frame)}), look::dim(canvas), 0},
         {fillText(Msg::FrameSide, {std::to_string(live->side)}), look::dim(canvas), 2, false, false, true},
         {live->coming && !state.sight.still ? handText(layout) : "", look::dim(canvas), 1, false, false, true}});
    return;
  }
  canvas.fill(box, canvas.theme().well);
  if (const SessionMessage* numbers = keptNumbers(state)) {
    const TensorPicture picture = *readTensor(*numbers);
    canvas.image(box, picture.cols, picture.rows, heatPixels(picture.values, picture.low, picture.high));
    drawHeader(canvas, layout.caption,
               {{std::string(text(Msg::FrameNoPixels)), look::dim(canvas), 0},
                {fillText(Msg::FrameNumbers, {formatCount(picture.frame), picture.shape}), look::dim(canvas), 1}});
  } else {
    const FrameRecord* const shown = newestDrawn(layout.frames);
    drawTeachingNote(canvas, box.inset(6, 0), text(shown ? Msg::FrameNoPixels : Msg::FrameNoneDrawn), {});
    if (shown)
      drawHeader(canvas, layout.caption,
                 {{fillText(Msg::FrameNumber, {formatCount(shown->number)}), look::dim(canvas), 0},
                  {shown->hash.empty() ? "" : fillText(Msg::FrameHash, {shown->hash}), look::dim(canvas), 1}});
  }
  canvas.stroke(box, canvas.theme().wellBorder, 1);
}

std::string copiesText(const FrameWaySummary& way) {
  const std::string bytes = formatBytes(way.copied);
  if (way.copies() == 0) return std::string(text(Msg::FrameCopiedNot));
  if (way.copies() == 1) return fillText(Msg::FrameCopiedOnce, {bytes});
  return fillText(Msg::FrameCopied, {std::to_string(way.copies()), bytes});
}

/// Its name and time, or as much of that as it has room for up to where the next one begins.
void drawBlock(Canvas& canvas, const FrameLayout::Block& block, float end) {
  const Color color = hopColor(canvas, block.step.hop);
  canvas.fill(block.box, color, std::min(3.f, block.box.w / 3));
  const TextStyle style{11, Face::Regular, inkOn(color)};
  const std::string name(frameHopName(block.step.hop)), time = formatDuration(block.step.span.length());
  constexpr float kRow = 15, kPad = 5;
  Rect inner = block.box.inset(kPad, 0);
  inner.w = std::min(inner.right(), end - 2) - inner.x;
  if (canvas.measure(name, style) > inner.w) return;
  if (inner.h < 2 * kRow || canvas.measure(time, style) > inner.w) {
    drawLine(canvas, inner, name, style);
    return;
  }
  const float top = inner.y + (inner.h - 2 * kRow) / 2;
  drawLine(canvas, {inner.x, top, inner.w, kRow}, name, style);
  drawLine(canvas, {inner.x, top + kRow, inner.w, kRow}, time, style);
}

void drawWaiting(Canvas& canvas, const FrameLayout::Way& way) {
  for (const Rect gap : gapsOf(way)) {
    const float y = gap.y + gap.h / 2;
    canvas.line({gap.x, y}, {gap.right(), y}, canvas.theme().tagBorder, 1);
  }
}

/// Below the blocks: from where to where the latency counts.
void drawSpan(Canvas& canvas, Rect span) {
  if (span.w <= 0) return;
  const std::array bracket{Point{span.x, span.y}, Point{span.x, span.bottom()}, Point{span.right(), span.bottom()},
                           Point{span.right(), span.y}};
  canvas.polyline(bracket, canvas.theme().textSoft, 1);
}

TextStyle warningStyle(const Canvas& canvas) {
  return {12, Face::Regular, readableOn(canvas.theme().background, canvas.theme().warning)};
}

/// "4 copies, 4 MiB · 3 of 96 torn: no speed is shown [counted]"
void drawTornNote(Canvas& canvas, const FrameLayout::Way& way) {
  const FrameWaySummary& summary = way.summary;
  const std::array counts{formatCount(summary.torn), formatCount(summary.drawn)};
  std::string words = fillText(Msg::FrameTornNoSpeed, {counts[0], counts[1]});
  if (canvas.measure(words, warningStyle(canvas)) > way.note.w)
    words = fillText(Msg::FrameTorn, {counts[0], counts[1]});
  drawHeader(canvas, way.note,
             {{words, warningStyle(canvas), 0},
              {copiesText(summary), look::small(canvas), 2, false, false, true},
              {std::string(provenanceKey(Provenance::Counted)), {10, Face::Regular, {}}, 4, false, true}});
}

/// "812 µs from the kernel's end to the drawn picture · 60 frames/s [measured] · 4 copies, 4 MiB [counted]"
void drawWayNote(Canvas& canvas, const FrameLayout::Way& way) {
  const FrameWaySummary& summary = way.summary;
  if (summary.torn > 0) return drawTornNote(canvas, way);
  const std::string latency = formatDuration(summary.latency), copies = copiesText(summary);
  std::string words = fillText(Msg::FrameLatency, {latency});
  const std::string rate =
      summary.drawnPerSecond ? fillText(Msg::FrameRate, {formatNumber(*summary.drawnPerSecond)}) : std::string();
  const std::string screen =
      summary.toScreen ? fillText(Msg::FrameToScreen, {formatDuration(*summary.toScreen)}) : std::string();
  constexpr float kBetween = 16;
  float others = canvas.measure(copies, look::small(canvas)) + 2 * tagWidth(canvas, "measured") + 40;
  for (const std::string& piece : {rate, screen})
    if (!piece.empty()) others += canvas.measure(piece, look::small(canvas)) + kBetween;
  for (const std::string& shorter : {fillText(Msg::FrameLatencyShort, {latency}), latency})
    if (canvas.measure(words, look::small(canvas)) + others > way.note.w) words = shorter;
  std::vector<HeaderPiece> pieces;
  pieces.push_back({words, look::small(canvas), 0});
  pieces.push_back({rate, look::small(canvas), 5, false, false, true});
  pieces.push_back({screen, look::small(canvas), 7, false, false, true});
  pieces.push_back({std::string(provenanceKey(Provenance::Measured)), {10, Face::Regular, {}}, 3, false, true});
  if (summary.latency99)
    pieces.push_back({fillText(Msg::FrameLatency99, {formatDuration(*summary.latency99)}), look::dim(canvas), 6, false,
                      false, true});
  pieces.push_back({copies, look::small(canvas), 2, false, false, true});
  pieces.push_back({std::string(provenanceKey(Provenance::Counted)), {10, Face::Regular, {}}, 4, false, true});
  drawHeader(canvas, way.note, std::move(pieces));
}

/// Line by line, as many as there is room for; the last of these says that there are more.
void drawWords(Canvas& canvas, Rect room, const std::vector<std::string>& lines, const TextStyle& style) {
  const float high = std::clamp(room.h, 1.f, 16.f);
  const auto fit = static_cast<std::size_t>((room.h + 0.5f) / high);
  for (std::size_t i = 0; i < std::min(fit, lines.size()); ++i) {
    std::string line = lines[i];
    for (std::size_t more = fit; i + 1 == fit && more < lines.size(); ++more) line += " " + lines[more];
    drawLine(canvas, {room.x, room.y + high * static_cast<float>(i), room.w, high}, line, style);
  }
}

/// Why it has no times.
std::string untimedText(const FrameWaySummary& way) {
  if (way.failed) return fillText(Msg::FrameFailed, {way.refusal});
  if (!way.refusal.empty()) return way.refusal;
  if (way.drawn > 0) return fillText(Msg::FrameNoLatency, {formatCount(way.drawn), formatCount(way.torn)});
  if (way.frames > 0) return fillText(Msg::FrameNotDrawn, {formatCount(way.frames)});
  return std::string(text(Msg::FrameNotRun));
}

bool isAmiss(const FrameWaySummary& way) {
  return way.failed || way.torn > 0;
}

void drawWay(Canvas& canvas, const FrameLayout::Way& way, const ViewState& state) {
  if (way.box.w <= 0) return;
  const bool hovered = state.sight.pointer && way.box.contains(*state.sight.pointer);
  if (way.current || hovered) canvas.fill(way.box, canvas.theme().row, 4);
  if (way.current) canvas.stroke(way.box, canvas.theme().white, 1, 4);
  const Color name = isAmiss(way.summary) ? warningStyle(canvas).color
                     : way.current        ? canvas.theme().textStrong
                                          : canvas.theme().text;
  drawLine(canvas, way.name, frameWayName(way.summary.way), {12, Face::Bold, name});
  if (way.summary.timed > 0) {
    drawWaiting(canvas, way);
    for (std::size_t i = 0; i < way.blocks.size(); ++i) drawBlock(canvas, way.blocks[i], way.box.right());
    drawSpan(canvas, way.span);
    if (way.note.w > 0) drawWayNote(canvas, way);
    if (way.summary.torn > 0)
      drawLine(canvas, way.latency, text(Msg::FrameTornShort), warningStyle(canvas), Align::Right);
    else
      drawLine(canvas, way.latency, formatDuration(way.summary.latency), look::mono(canvas), Align::Right);
    return;
  }
  const std::string words = untimedText(way.summary);
  constexpr float kPad = 6;
  const Rect room{way.lane.x, way.lane.y, way.box.right() - kPad - way.lane.x,
                  way.note.w > 0 ? way.note.bottom() - way.lane.y : way.lane.h};
  const TextStyle style = isAmiss(way.summary) ? warningStyle(canvas) : look::dim(canvas);
  const std::vector<std::string> lines = wrapText(canvas, words, style, room.w);
  const Rect besideName{room.x, room.y, room.w, way.lane.h};
  if (lines.size() == 1) return void(drawLine(canvas, besideName, lines.front(), style));
  drawWords(canvas, room, lines, style);
}

void drawStrip(Canvas& canvas, const FrameLayout& layout, const ViewState& state) {
  if (layout.strip.w <= 0) return;
  const bool all = layout.inStrip == layout.frames.size();
  drawHeader(canvas, layout.stripTitle,
             {{all ? std::string(text(Msg::FrameStrip)) : fillText(Msg::FrameStripOf, {formatCount(layout.inStrip)}),
               look::small(canvas), 0},
              {std::string(provenanceKey(Provenance::Measured)), {10, Face::Regular, {}}, 1, false, true},
              {layout.bars.empty() ? "" : formatDuration(layout.stripTop), look::dim(canvas), 2, true}});
  canvas.fill(layout.strip, canvas.theme().well, 2);
  if (layout.bars.empty())
    drawLine(canvas, layout.strip.inset(6, 0), fillText(Msg::FrameStripNone, {formatCount(layout.inStrip)}),
             look::dim(canvas));
  for (const FrameLayout::Bar& bar : layout.bars) {
    const bool torn = bar.frame->tornPixels > 0;
    const bool chosen = state.sight.selection.call != CallId::None && bar.frame->call == state.sight.selection.call;
    if (bar.frame->onItsWay) continue;
    if (!bar.frame->drawn)
      canvas.fill({bar.box.x, layout.strip.bottom() - 3, bar.box.w, 3}, canvas.theme().warning);
    else
      canvas.fill(bar.box, torn ? canvas.theme().warning : storeyInfo(Storey::Runtime).color);
    if (bar.cut) canvas.fill({bar.box.x, layout.strip.y + 6, bar.box.w, 2}, canvas.theme().well);
    if (torn) canvas.fill({bar.box.x, layout.strip.y, bar.box.w, 4}, canvas.theme().warning);
    if (chosen) canvas.stroke({bar.box.x - 1, layout.strip.y, bar.box.w + 2, layout.strip.h}, canvas.theme().white, 1);
  }
  for (const FrameLayout::Stretch& stretch : layout.stretches) {
    canvas.line({stretch.box.x, layout.strip.y}, {stretch.box.x, stretch.box.bottom()}, canvas.theme().groupLine, 1);
    drawLine(canvas, stretch.box.inset(4, 0), frameWayName(stretch.way), look::dim(canvas));
  }
}

void drawFoot(Canvas& canvas, const FrameLayout& layout, const ViewState& state) {
  if (layout.foot.w <= 0) return;
  std::uint64_t shownCount = 0, dropped = 0, tornCount = 0, presented = 0, unseen = 0, compared = 0, different = 0;
  for (const FrameRecord& frame : layout.frames) {
    shownCount += frame.drawn;
    presented += frame.step(FrameHop::Present) != nullptr;
    unseen += frame.unseen;
    tornCount += frame.tornPixels > 0;
    compared += frame.compared;
    different += frame.differs;
    dropped += !frame.drawn && !frame.onItsWay;
  }
  std::vector<HeaderPiece> pieces{
      {fillText(Msg::FrameCounts, {formatCount(shownCount), formatCount(dropped), formatCount(tornCount),
                                   formatCount(layout.frames.size())}),
       look::small(canvas), 0},
      {std::string(provenanceKey(Provenance::Counted)), {10, Face::Regular, {}}, 1, false, true}};
  if (presented + unseen > 0)
    pieces.push_back({unseen > 0 ? fillText(Msg::FrameOnScreenBut, {formatCount(presented), formatCount(unseen)})
                                 : fillText(Msg::FrameOnScreen, {formatCount(presented)}),
                      look::small(canvas), 2, false, false, true});
  if (compared > 0 && different == 0)
    pieces.push_back({fillText(Msg::FrameCompared, {formatCount(compared)}), look::dim(canvas), 3, false, false, true});
  const bool saidAbove = state.sight.frame && state.sight.frame->different > 0;
  if (different > 0 && !saidAbove)
    pieces.push_back({fillText(Msg::FrameDiffer, {formatCount(different), formatCount(compared)}), warningStyle(canvas),
                      1, false, false, true});
  drawHeader(canvas, layout.foot, std::move(pieces));
}

/// The run that is shown has made none, or an older one was chosen while frames come.
bool ofAnotherRun(const ViewState& state) {
  const LiveFrame* live = state.sight.frame.get();
  const bool ofFrames = state.session.experiment && state.session.experiment->name == kFramesExperiment;
  return !state.session.results.empty() && state.session.experiment && (!ofFrames || (live && live->coming));
}

/// How large the newest was drawn, in pixels: pictures are square. Empty: none was drawn.
std::string drawnAtText(const FrameLayout& layout) {
  const FrameRecord* const drawn = newestDrawn(layout.frames);
  if (!drawn || drawn->drawnPixels <= 0) return {};
  return fillText(Msg::FrameDrawnAt, {std::to_string(std::lround(std::sqrt(drawn->drawnPixels)))});
}

void drawFrames(Canvas& canvas, Rect area, const ViewState& state) {
  const FrameLayout layout = layOutFrames(canvas, area, state);
  if (layout.ways.empty()) return drawEmptyNote(canvas, area, state, Msg::FrameEmpty, {Msg::FrameEmptyHint});
  std::vector<HeaderPiece> header{{std::string(text(Msg::FrameTitle)), look::title(canvas)}};
  header.push_back({drawnAtText(layout), look::dim(canvas), 2});
  if (ofAnotherRun(state)) header.push_back({std::string(text(Msg::FrameOfAnotherRun)), look::dim(canvas), 1});
  if (layout.sentenceBox.h <= 0) header.push_back({layout.inOneLine, warningStyle(canvas), 0});
  if (std::ranges::any_of(layout.ways, [](const auto& way) { return !way.blocks.empty(); }))
    header.push_back({std::string(text(Msg::FrameBlocks)), look::dim(canvas), 3, true});
  drawHeader(canvas, layout.header, std::move(header));
  drawPicture(canvas, layout, state);
  for (const FrameLayout::Button& button : layout.buttons)
    if (button.box.w > 0 && state.sight.takesClicks()) drawButton(canvas, button.box, button.words, 1, button.loud);
  for (const FrameLayout::Way& way : layout.ways) drawWay(canvas, way, state);
  drawStrip(canvas, layout, state);
  drawFoot(canvas, layout, state);
  if (layout.sentenceBox.h > 0) drawWords(canvas, layout.sentenceBox, layout.sentences, warningStyle(canvas));
}

bool hasFrames(const ViewState& state) {
  return (state.sight.frame && state.sight.frame->frame > 0) ||
         (state.session.snapshot && !newestFrames(*state.session.snapshot, 1).empty());
}

constexpr View kFrameView{
    .name = "frame",
    .alias = "frames",
    .title = Msg::FrameTitle,
    .shows = "a frame on its four ways to the screen",
    .absent = "it holds no run of the experiment frames",
    .order = 97,
    .dock = ViewDock::Top,
    .showsFrames = true,
    .draw = drawFrames,
    .hit = hitFrames,
    .hasContent = hasFrames,
    .whatIs = whatIsInFrames,
};

}  // namespace

const View& frameView() {
  return kFrameView;
}

}  // namespace strata::inline views
