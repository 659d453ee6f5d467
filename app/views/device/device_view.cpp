#include <algorithm>
#include <optional>
#include <utility>

#include "app/canvas/color_math.h"
#include "app/canvas/format.h"
#include "app/canvas/paint.h"
#include "app/facts/device_use.h"
#include "app/facts/event_text.h"
#include "app/facts/gap_facts.h"
#include "app/facts/short_name.h"
#include "app/views/device/device_layout.h"
#include "app/views/view.h"
#include "app/words/messages.h"

namespace strata::inline views {
namespace {

constexpr float kNumber = 78, kIndent = 16, kLeastWords = 90, kDevice = 60, kMostDevice = 120;

double partOf(Duration part, Duration whole) {
  return whole.ns == 0 ? 0 : static_cast<double>(part.ns) / static_cast<double>(whole.ns);
}

bool hasDevice(const ViewState& state) {
  const DeviceUse* use = state.sight.device.get();
  return use && (use->work > 0 || use->span.ns > 0) && state.session.snapshot && state.session.snapshot->bounds();
}

/// Numbers from the right end of a row, at most as many as leave room for words; what is left of it is returned.
Rect drawNumbers(Canvas& canvas, Rect row, const std::vector<std::string>& numbers, const TextStyle& style,
                 float width = kNumber) {
  for (auto number = numbers.rbegin(); number != numbers.rend(); ++number) {
    if (row.w - width < kLeastWords) break;
    drawLine(canvas, {row.right() - width, row.y, width - 4, row.h}, *number, style, Align::Right);
    row.w -= width;
  }
  return row;
}

void drawRowGround(Canvas& canvas, Rect row, bool marked, bool hands, double share, Color color) {
  if (marked && hands) drawChosenRow(canvas, row);
  if (marked && !hands) {
    canvas.fill(row, canvas.theme().well, 3);
    canvas.stroke(row.inset(0.5f, 0.5f), canvas.theme().textDim, 1, 3);
  }
  const Color ground = marked ? canvas.theme().button : canvas.theme().background;
  canvas.fill(
      {row.x + 8, row.y + 2, std::max(1.f, (row.w - 12) * static_cast<float>(std::clamp(share, 0.0, 1.0))), row.h - 4},
      mix(ground, color, 0.22f), 3);
  canvas.fill({row.x, row.y + 2, 4, row.h - 4}, color, 1);
}

/// Where it is too long, the name is shortened, not the part.
void drawHostPart(Canvas& canvas, Rect box, const HostPart& host, const TextStyle& style) {
  std::string words = host.words(), buffer;
  if (host.part && canvas.measure(words, style) > box.w) {
    const std::string part = formatPercent(*host.part);
    const float room = box.w - canvas.measure(fillText(Msg::DeviceGapHostOf, {{}, part}), style) - 1;
    const std::string_view what = elideMiddle(canvas, host.what, style, room, buffer);
    words = what.empty() ? part : fillText(Msg::DeviceGapHostOf, {std::string(what), part});
  }
  drawLine(canvas, box, words, style);
}

const TrackInfo& streamOf(const ViewState& state, const DeviceGap& gap) {
  return state.session.snapshot->tracks()[gap.track];
}

/// For the names of several devices; none where there is one, or where they would leave no room for words.
float deviceWidth(const Canvas& canvas, const ViewState& state, const TextStyle& style, float room) {
  if (state.sight.device->each.size() < 2) return 0;
  float width = kDevice;
  for (const DeviceGap& gap : state.sight.device->listed())
    width = std::max(width, canvas.measure(deviceName(streamOf(state, gap)), style) + 8);
  width = std::min(width, kMostDevice);
  return room - width < kLeastWords ? 0 : width;
}

/// The row that the hand was moved to; else that of the gap that is measured, or the one the hand was put on.
std::optional<std::size_t> gapInHand(const ViewState& state) {
  const std::vector<DeviceGap>& gaps = state.sight.device->listed();
  const DeviceChoices& choices = state.sight.choices.device;
  const auto& hand = choices.gap;
  if (choices.movedBeside && choices.movedBeside == state.sight.measured) return hand;
  const auto isMeasured = [&](const DeviceGap& gap) { return state.sight.measured == gap.range; };
  if (hand && *hand < gaps.size() && isMeasured(gaps[*hand])) return hand;
  const auto measured = std::ranges::find_if(gaps, isMeasured);
  return measured == gaps.end() ? hand : std::optional(static_cast<std::size_t>(measured - gaps.begin()));
}

void drawGaps(Canvas& canvas, const DeviceLayout& layout, const ViewState& state) {
  const DeviceUse& use = *state.sight.device;
  const DeviceChoices& choices = state.sight.choices.device;
  if (layout.gapHead.h == 0) return;
  const TextStyle dim = look::dim(canvas);
  const TextStyle mono{12, Face::Mono, canvas.theme().text}, words{12, Face::Regular, canvas.theme().text};
  const GapBegins begins(use.listed(), state.session.snapshot->bounds()->begin);
  const auto inHand = gapInHand(state);
  const float beginWidth = std::max(kNumber, canvas.measure(begins.widest(), mono) + 6);
  const Rect rest = drawNumbers(canvas, layout.gapHead, {std::string(text(Msg::DeviceGapBegin))}, dim, beginWidth);
  drawLine(canvas, {rest.x + 12, rest.y, std::min(kNumber, rest.w), rest.h},
           text(use.around.empty() ? Msg::DeviceGap : Msg::DeviceGapsAround), dim);
  const float device = rest.x + 12 + kNumber;
  const float host = device + deviceWidth(canvas, state, words, rest.right() - device);
  if (host > device) drawLine(canvas, {device, rest.y, host - device - 6, rest.h}, text(Msg::DeviceWord), dim);
  drawLine(canvas, {host, rest.y, std::max(0.f, rest.right() - host), rest.h}, text(Msg::DeviceGapHost), dim);
  for (std::size_t i = layout.gaps.first; i < layout.gaps.first + layout.gaps.shown(); ++i) {
    const DeviceGap& gap = use.listed()[i];
    const Rect row = layout.gaps.row(i);
    drawRowGround(canvas, row, inHand == i, !choices.ops,
                  partOf(gap.range.length(), use.listed().front().range.length()), canvas.theme().warning);
    const Rect left = drawNumbers(canvas, row, {begins.of(gap)}, mono, beginWidth);
    drawLine(canvas, {left.x + 12, left.y, kNumber - 6, left.h}, formatDuration(gap.range.length()), mono);
    if (host > device)
      drawLine(canvas, {device, left.y, host - device - 6, left.h}, deviceName(streamOf(state, gap)), words);
    drawHostPart(canvas, {host, left.y, std::max(0.f, left.right() - host - 6), left.h},
                 hostPart(*state.session.snapshot, gap), words);
  }
  if (state.sight.takesClicks()) drawThumb(canvas, layout.gaps);
}

std::string opName(const ViewState& state, const WorkOfOp& op) {
  return op.name == NameId::None ? std::string(text(Msg::DeviceNoOp))
                                 : shortName(state.session.snapshot->name(op.name));
}

void drawOps(Canvas& canvas, const DeviceLayout& layout, const ViewState& state) {
  const DeviceUse& use = *state.sight.device;
  const DeviceChoices& choices = state.sight.choices.device;
  if (layout.opHead.h == 0) return;
  const auto head = [](Msg word) { return std::string(text(word)); };
  const Rect rest =
      drawNumbers(canvas, layout.opHead,
                  {head(Msg::DeviceCalls), head(Msg::DeviceWork), head(Msg::DeviceTime), head(Msg::DeviceShare)},
                  look::dim(canvas));
  drawLine(canvas, {rest.x + 12, rest.y, std::max(0.f, rest.w - 12), rest.h}, text(Msg::DeviceOps), look::dim(canvas));
  if (use.ops.empty() && layout.ops.room > 0) {
    const Rect row = layout.ops.row(0);
    drawLine(canvas, {row.x + 12, row.y, std::max(0.f, row.w - 12), row.h}, text(Msg::DeviceNoWork),
             {12, Face::Regular, canvas.theme().text});
  }
  for (std::size_t i = layout.ops.first; i < layout.ops.first + layout.ops.shown(); ++i) {
    const DeviceOpRow& of = layout.opRows[i];
    const WorkOfOp& op = use.ops[of.op];
    const WorkOfName* kernel = of.kernel ? &op.kernels[*of.kernel] : nullptr;
    Rect row = layout.ops.row(i);
    if (kernel) row = {row.x + kIndent, row.y, std::max(0.f, row.w - kIndent), row.h};
    const Duration total = kernel ? kernel->total : op.total;
    const Storey storey = kernel ? Storey::Hardware : Storey::Framework;
    drawRowGround(canvas, row, choices.op == i, choices.ops, partOf(total, use.ops.front().total),
                  storeyInfo(storey).color);
    const Rect left =
        drawNumbers(canvas, row,
                    {kernel ? std::string() : formatCount(op.calls), formatCount(kernel ? kernel->count : op.count),
                     formatDuration(total), formatShare(partOf(total, use.workTime))},
                    {12, Face::Mono, canvas.theme().text});
    drawName(canvas, {left.x + 12, left.y, std::max(0.f, left.w - 18), left.h},
             kernel ? shortName(state.session.snapshot->name(kernel->name)) : opName(state, op),
             {12, Face::Regular, canvas.theme().text});
  }
  if (state.sight.takesClicks()) drawThumb(canvas, layout.ops);
}

/// Of several devices, of which each was watched as long, "of 2 × 5.03 ms".
std::string busyWords(const DeviceUse& use) {
  const std::string share = formatShare(partOf(use.busy, use.span));
  const auto isAlike = [&](const DeviceUse::One& one) { return one.span == use.each.front().span; };
  if (use.each.size() > 1 && std::ranges::all_of(use.each, isAlike))
    return fillText(Msg::DevicesBusyAlike,
                    {share, formatCount(use.each.size()), formatDuration(use.each.front().span)});
  return fillText(use.each.size() > 1 ? Msg::DevicesBusy : Msg::DeviceBusy, {share, formatDuration(use.span)});
}

/// "GPU 0 41.0 %, GPU 1 62.5 %" of several.
std::string eachBusyWords(const DeviceUse& use) {
  std::string words;
  for (const DeviceUse::One& one : use.each)
    words += (words.empty() ? "" : ", ") + one.name + " " + formatShare(partOf(one.busy, one.span));
  return use.each.size() > 1 ? words : std::string();
}

std::string p99Words(const DeviceUse::Latency& latency) {
  return latency.p99 ? formatDuration(*latency.p99) : "–";
}

/// What one of several devices did, of the session too where all its work is in it.
std::string deviceTip(const DeviceUse& use, const DeviceUse::One& one, Duration session) {
  std::string tip =
      fillText(Msg::DeviceEachTip, {one.name, formatShare(partOf(one.busy, one.span)), formatDuration(one.span),
                                    formatDuration(one.idle()), formatCount(one.gapCount)});
  if (!use.measured && use.outside.count == 0)
    tip += "; " + fillText(Msg::DeviceEachOfSession, {formatShare(partOf(one.busy, session)), formatDuration(session)});
  return tip;
}

/// Of each of several devices, what launch latency is, and of how many launches there is none; empty: nothing is known.
std::string headerTip(const ViewState& state) {
  const DeviceUse& use = *state.sight.device;
  std::string tip;
  const auto add = [&](const std::string& line) { tip += (tip.empty() ? "" : "\n") + line; };
  if (use.each.size() > 1)
    for (const DeviceUse::One& one : use.each) add(deviceTip(use, one, state.session.snapshot->bounds()->length()));
  const DeviceUse::Latency& latency = use.latency;
  if (latency.count > 0)
    add(fillText(Msg::DeviceLatencyTip, {formatDuration(latency.median), p99Words(latency),
                                         formatDuration(latency.most), formatCount(latency.count)}));
  if (latency.beforeLaunch > 0) add(fillText(Msg::DeviceBeforeLaunchTip, {formatCount(latency.beforeLaunch)}));
  return tip;
}

/// Of what the busy time is a share.
std::string spanWords(const ViewState& state) {
  const DeviceUse& use = *state.sight.device;
  if (use.measured != state.sight.measured) return std::string(text(Msg::RangeBefore));
  if (use.measured)
    return use.each.size() > 1 ? fillText(Msg::DevicesSpanMeasured, {formatCount(use.each.size())})
                               : std::string(text(Msg::DeviceSpanMeasured));
  if (state.session.lost)
    return use.each.size() > 1 ? fillText(Msg::DevicesSpanLost, {formatCount(use.each.size())})
                               : std::string(text(Msg::DeviceSpanLost));
  const bool ofAll = use.outside.count == 0;
  return use.each.size() > 1
             ? fillText(ofAll ? Msg::DevicesSpan : Msg::DevicesSpanInRun, {formatCount(use.each.size())})
             : std::string(text(ofAll ? Msg::DeviceSpan : Msg::DeviceSpanInRun));
}

/// Of a measured gap what the host did then; empty: the range is none.
std::string whyIdle(const ViewState& state) {
  const DeviceUse& use = *state.sight.device;
  if (use.around.empty()) return {};
  const std::string words = hostPart(*state.session.snapshot, use.gaps.front()).words();
  return use.gaps.front().after ? fillText(Msg::DeviceMeasuredHost, {words}) : words;
}

/// Why there is nothing to show.
std::string noUseWords(const ViewState& state) {
  if (!state.session.snapshot || state.session.snapshot->totals().slices == 0)
    return std::string(text(Msg::DeviceEmpty));
  if (!state.sight.device || state.sight.device->measured != state.sight.measured)
    return std::string(text(Msg::DeviceAdding));
  const DeviceUse& use = *state.sight.device;
  if (use.counting.count > 0)
    return launchesLeftOut(use.counting, use.measured ? Msg::DeviceNothingElseMeasured : Msg::DeviceNothingElse);
  if (use.outside.count > 0) return std::string(text(use.measured ? Msg::DeviceNoneMeasured : Msg::DeviceNoneInRun));
  return std::string(text(state.sight.live ? Msg::DeviceEmpty : Msg::DeviceIdleAll));
}

void drawDevice(Canvas& canvas, Rect area, const ViewState& state) {
  if (!hasDevice(state)) {
    return drawTeachingNote(canvas, area.inset(area.w / 20, 0), {}, {noUseWords(state)});
  }
  const DeviceUse& use = *state.sight.device;
  const DeviceLayout layout = layOutDevice(area, state);
  const auto& latency = use.latency;
  drawHeader(
      canvas, layout.header,
      {{std::string(text(Msg::DeviceTitle)), look::title(canvas)},
       {busyWords(use), look::soft(canvas), 0},
       {spanWords(state), look::soft(canvas), 2, false, false, true},
       {use.apart.ns == 0 ? std::string() : fillText(Msg::DeviceApart, {formatDuration(use.apart)}), look::soft(canvas),
        1},
       {fillText(use.each.size() > 1 ? Msg::DevicesIdle : Msg::DeviceIdle,
                 {formatDuration(use.idle()), formatCount(use.gapCount)}),
        look::mono(canvas), 1},
       {eachBusyWords(use), look::mono(canvas), 3},
       {whyIdle(state), look::soft(canvas), 1},
       {use.outside.count == 0 ? std::string() : fillText(Msg::DeviceOutside, {formatDuration(use.outside.total)}),
        look::soft(canvas), 3},
       {launchesThatCount(use.counting), look::soft(canvas), 3},
       {latency.count == 0 ? std::string()
                           : fillText(Msg::DeviceLatency, {formatDuration(latency.median), p99Words(latency)}),
        look::mono(canvas), 4},
       {latency.beforeLaunch == 0 ? std::string()
                                  : fillText(Msg::DeviceBeforeLaunch, {formatCount(latency.beforeLaunch)}),
        look::soft(canvas), 4},
       {std::string(provenanceKey(Provenance::Measured)), look::dim(canvas), 2, true, true}});
  drawGaps(canvas, layout, state);
  drawOps(canvas, layout, state);
}

/// For how long no stream worked, and what ended that.
std::string gapWords(const ViewState& state, const DeviceGap& gap) {
  const TraceSnapshot& snapshot = *state.session.snapshot;
  const TrackInfo& stream = streamOf(state, gap);
  const std::string length = formatDuration(gap.range.length());
  const bool several = state.sight.device->each.size() > 1;
  if (!gap.after)
    return fillText(several ? Msg::DevicesGapLastTip : Msg::DeviceGapLastTip, {length, deviceName(stream)});
  std::string ended = shortName(snapshot.name(snapshot.event(*gap.after).name));
  if (several) ended += " (" + stream.name + ")";
  return fillText(several ? Msg::DevicesGapTip : Msg::DeviceGapTip, {length, ended, deviceName(stream)});
}

Hit gapHit(const DeviceLayout& layout, const ViewState& state, std::size_t row) {
  const TraceSnapshot& snapshot = *state.session.snapshot;
  const DeviceGap& gap = state.sight.device->listed()[row];
  const auto& shown = gap.host ? gap.host : gap.after;
  Hit hit{shown ? Selection{shown, snapshot.event(*shown).call} : state.sight.selection};
  hit.tooltip = gapWords(state, gap) + "\n" + std::string(text(Msg::DeviceGapTipClick));
  const bool unrecorded = mostlyUnrecorded(gap);
  if (unrecorded) hit.tooltip += "\n" + fillText(Msg::DeviceGapUnrecordedTip, {formatDuration(gap.unrecorded)});
  if (gap.host)
    hit.tooltip +=
        "\n" + fillText(unrecorded ? Msg::DeviceGapRestTip : Msg::DeviceGapHostTip,
                        {formatDuration(gap.hostSelf), std::string(snapshot.name(snapshot.event(*gap.host).name))});
  hit.choices = state.sight.choices;
  hit.choices->device.ops = false;
  hit.choices->device.gap = row;
  hit.choices->device.firstGap = layout.gaps.firstFor(row);
  hit.choices->device.walked = state.sight.device->listedOf;
  hit.choices->device.movedBeside.reset();
  hit.part = gap.range;
  return hit;
}

/// The hand alone goes there; nothing is measured yet.
Hit gapReached(const DeviceLayout& layout, const ViewState& state, std::size_t row) {
  Hit hit = gapHit(layout, state, row);
  hit.part.reset();
  hit.choices->device.walked = state.sight.choices.device.walked;
  hit.choices->device.movedBeside = state.sight.measured;
  return hit;
}

Hit opHit(const DeviceLayout& layout, const ViewState& state, std::size_t row) {
  const TraceSnapshot& snapshot = *state.session.snapshot;
  const DeviceOpRow& of = layout.opRows[row];
  const WorkOfOp& op = state.sight.device->ops[of.op];
  const WorkOfName* kernel = of.kernel ? &op.kernels[*of.kernel] : nullptr;
  const EventRef shown = kernel ? kernel->longest : op.longest;
  Hit hit{{shown, snapshot.event(shown).call}};
  hit.tooltip = kernel ? fillText(Msg::DeviceKernelTip, {std::string(snapshot.name(kernel->name)),
                                                         formatCount(kernel->count), formatDuration(kernel->total)})
                       : fillText(Msg::DeviceOpTip, {opName(state, op), formatDuration(op.total), formatCount(op.count),
                                                     formatCount(op.kernels.size())});
  if (!kernel && op.name == NameId::None) hit.tooltip.append("\n").append(text(Msg::DeviceNoOpTip));
  hit.choices = state.sight.choices;
  hit.choices->device.ops = true;
  hit.choices->device.op = row;
  hit.choices->device.firstOp = layout.ops.firstFor(row);
  return hit;
}

/// Its kernels are listed below it, or no longer.
Hit unfolded(const DeviceLayout& layout, const ViewState& state, std::size_t row) {
  Hit hit = opHit(layout, state, row);
  const std::size_t op = layout.opRows[row].op;
  DeviceChoices& choices = hit.choices->device;
  choices.unfolded = choices.unfolded == op ? std::nullopt : std::optional(op);
  std::size_t place = 0;  // the rows of another one, unfolded before, go
  while (layout.opRows[place].op != op) place += 1;
  for (std::size_t i = 0; i < layout.opRows.size() && layout.opRows[i].op < op; ++i)
    place -= layout.opRows[i].kernel.has_value();
  choices.op = place;
  return hit;
}

std::optional<Hit> hitDevice(const Canvas&, Rect area, const ViewState& state, Point at) {
  if (!hasDevice(state)) return std::nullopt;
  const DeviceLayout layout = layOutDevice(area, state);
  if (const auto row = layout.gaps.rowAt(at)) return gapHit(layout, state, *row);
  const auto row = layout.ops.rowAt(at);
  if (!row) {
    std::string tip = layout.header.contains(at) ? headerTip(state) : std::string();
    return tip.empty() ? std::nullopt : std::optional(Hit{{}, std::move(tip)});
  }
  return layout.opRows[*row].kernel ? opHit(layout, state, *row) : unfolded(layout, state, *row);
}

std::optional<Hit> pressDevice(const Canvas&, Rect area, const ViewState& state, ViewKey key) {
  if (!hasDevice(state)) return std::nullopt;
  const DeviceLayout layout = layOutDevice(area, state);
  const DeviceChoices& choices = state.sight.choices.device;
  const std::size_t gaps = state.sight.device->listed().size();
  const auto gap = gapInHand(state);
  if (key == ViewKey::Left && gaps > 0) return gapReached(layout, state, std::min(gap.value_or(0), gaps - 1));
  if (key == ViewKey::Right && !layout.opRows.empty())
    return opHit(layout, state, std::min(choices.op.value_or(0), layout.opRows.size() - 1));
  if (key == ViewKey::Enter)
    return !choices.ops && gap && *gap < gaps ? std::optional(gapHit(layout, state, *gap)) : std::nullopt;
  if (key == ViewKey::Space)
    return choices.ops && choices.op && *choices.op < layout.opRows.size()
               ? std::optional(unfolded(layout, state, *choices.op))
               : std::nullopt;
  const auto row = choices.ops ? layout.ops.keyed(key, choices.op) : layout.gaps.keyed(key, gap);
  if (!row) return std::nullopt;
  return choices.ops ? opHit(layout, state, *row) : gapReached(layout, state, *row);
}

ViewChoices scrollDevice(const Canvas&, Rect area, const ViewState& state, float lines) {
  ViewChoices choices = state.sight.choices;
  if (!hasDevice(state)) return choices;
  const DeviceLayout layout = layOutDevice(area, state);
  const auto& pointer = state.sight.pointer;
  if (pointer && layout.gaps.area.contains(*pointer))
    choices.device.firstGap = layout.gaps.scrolled(lines);
  else
    choices.device.firstOp = layout.ops.scrolled(lines);
  return choices;
}

/// The gap or the operation that the hand is on.
std::string readHand(const ViewState& state) {
  if (!hasDevice(state)) return {};
  const DeviceChoices& choices = state.sight.choices.device;
  if (choices.ops) {
    const DeviceLayout layout = layOutDevice({}, state);
    return choices.op && *choices.op < layout.opRows.size() ? opHit(layout, state, *choices.op).tooltip : std::string();
  }
  const std::vector<DeviceGap>& gaps = state.sight.device->listed();
  const auto row = gapInHand(state);
  if (!row || *row >= gaps.size()) return {};
  const GapBegins begins(gaps, state.session.snapshot->bounds()->begin);
  return fillText(Msg::DeviceGapInWords, {begins.of(gaps[*row]), gapWords(state, gaps[*row]),
                                          hostPart(*state.session.snapshot, gaps[*row]).words()});
}

void addDeviceUse(ViewState& state) {
  const Sight& sight = state.sight;
  if (const auto bounds = state.session.snapshot->bounds())
    state.sight.device = std::make_shared<const DeviceUse>(
        deviceUseOf(*state.session.snapshot, state.session.part.value_or(*bounds), state.session.timed, sight.measured,
                    sight.choices.device.walked));
}

}  // namespace

const View& deviceView() {
  static const View kView{.name = "device",
                          .title = Msg::DeviceTitle,
                          .shows = "when the device worked, its longest gaps, and its work by operation",
                          .absent = "the device did nothing in it",
                          .order = 115,
                          .dock = ViewDock::Bottom,
                          .needsStatistics = true,
                          .draw = drawDevice,
                          .hit = hitDevice,
                          .hasContent = hasDevice,
                          .reads = readHand,
                          .complete = addDeviceUse,
                          .scrolled = scrollDevice,
                          .scrollsRows = true,
                          .pressed = pressDevice};
  return kView;
}

}  // namespace strata::inline views
