#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "app/canvas/bar.h"
#include "app/canvas/color_math.h"
#include "app/canvas/format.h"
#include "app/canvas/paint.h"
#include "app/facts/brought_code.h"
#include "app/facts/event_text.h"
#include "app/facts/run_time_build.h"
#include "app/facts/variant_facts.h"
#include "app/views/empty_note.h"
#include "app/views/foreign.h"
#include "app/views/stack/stack_layout.h"
#include "app/views/stack/stack_rows_paint.h"
#include "app/views/stack/stack_switch.h"
#include "app/views/stack/storey_shares_paint.h"
#include "app/views/view.h"
#include "app/words/messages.h"

namespace strata::inline views {
namespace {

constexpr float kPale = 0.34f, kOtherDim = 0.5f;

// Who worked for this call, where the events say so: our own kernels stand on the library storey too.
std::string identityInCall(const ViewState& state, const StoreyState* known, const StoreyInfo& info,
                           const StoreyPart* part) {
  if (!part || part->events.empty()) return storeyIdentity(state, info);
  const std::string_view provider = state.session.snapshot->text(part->events.front().event, arg::kProvider);
  if (provider.empty() || (known && provider.starts_with(known->name))) return storeyIdentity(state, info);
  return std::string(provider);
}

std::string shareText(const CallPicture& picture, Duration self) {
  if (picture.total.ns <= 0) return {};
  return formatPercent(self.seconds() / picture.total.seconds());
}

void drawSpent(Canvas& canvas, const StackLayout& layout, const StackRow& row, const ViewState& state,
               const CallPicture& picture, Storey storey) {
  const StoreyPart& part = picture.storeys[static_cast<std::size_t>(storey)];
  std::string words = spentOn(*state.session.snapshot, storey, part);
  const std::string own = formatDuration(part.self);
  if (picture.work.count() > 0 && storey == Storey::Hardware) {
    const std::string device = fillText(Msg::StackDeviceWork, {formatDuration(picture.work.time())});
    if (part.self.ns == 0)  // nobody waited for it
      return void(drawStoreySide(canvas, layout.scale, row, device, {},
                                 fmt::format("{} {} · {}", own, text(Msg::StackOwn), words), false));
    words = device + " · " + words;
  }
  std::string ownWords(text(Msg::StackOwn));
  if (const std::string share = shareText(picture, part.self); !share.empty()) ownWords += " · " + share;
  // The header has the total, too: in a low row the model's own time counts, so that the seven add up to it.
  const bool total = storey == Storey::Model && (picture.running || hasSecondLine(layout.scale, row));
  if (!total) return void(drawStoreySide(canvas, layout.scale, row, own, ownWords, words, false));
  drawStoreySide(canvas, layout.scale, row, formatDuration(picture.total),
                 text(picture.running ? Msg::CallRunning : Msg::Total), own + " " + ownWords, false);
}

std::string labelFor(const Canvas& canvas, const TraceSnapshot& snapshot, const StackBar& bar, Rect room, float size) {
  const std::string label = eventLabel(snapshot, bar.first.event);
  if (bar.count > 1) return label + " +" + std::to_string(bar.count - 1);
  const std::string longer = eventLongLabel(snapshot, bar.first.event);
  return barLabelFits(canvas, room, longer, size) ? longer : label;
}

// A label goes where it can be read whole: into a segment, else over all of the bar (whose bright parts then shrink to
// a strip below it), else beside the bar; and if none of these has room, elided where most of it is left.
struct LabelPlan {
  enum class Place { None, Segment, Whole, Beside, Before } place = Place::None;
  Rect room;
  bool bright = false;
  float size = 0;
};

constexpr float kStripShare = 0.3f;  // of the bar's height

LabelPlan planLabel(const Canvas& canvas, const TraceSnapshot& snapshot, const StackBar& bar, float scale) {
  using Place = LabelPlan::Place;
  const float size = std::min(11 * scale, bar.rect.h / 1.2f);
  if (size < 7 || bar.segments.empty()) return {};
  const std::string label = eventLabel(snapshot, bar.first.event);
  const auto room = [&](const StackSegment& part) { return Rect{part.x, bar.rect.y, part.w, bar.rect.h}; };
  const auto fits = [&](Rect place) { return barLabelFits(canvas, place, label, size); };
  for (const StackSegment& part : bar.segments)
    if (fits(room(part))) return {Place::Segment, room(part), part.own, size};
  const Rect upper{bar.rect.x, bar.rect.y, bar.rect.w, bar.rect.h * (1 - kStripShare)};
  if (fits(upper) && upper.h >= size * 1.2f) return {Place::Whole, upper, false, size};
  if (fits(bar.free)) return {Place::Beside, bar.free, false, size};
  if (fits(bar.before)) return {Place::Before, bar.before, false, size};
  const auto widest = std::ranges::max_element(bar.segments, {}, &StackSegment::w);
  if (bar.rect.w > 1.5f * widest->w && upper.h >= size * 1.2f) return {Place::Whole, upper, false, size};
  return {Place::Segment, room(*widest), widest->own, size};
}

void drawLabel(Canvas& canvas, const TraceSnapshot& snapshot, const StackBar& bar, const LabelPlan& plan,
               Color ground) {
  if (plan.place == LabelPlan::Place::None) return;
  const std::string label = labelFor(canvas, snapshot, bar, plan.room, plan.size);
  const bool before = plan.place == LabelPlan::Place::Before;
  if (before || plan.place == LabelPlan::Place::Beside)
    drawLine(canvas, plan.room.inset(plan.size * 0.45f, 0), label, {plan.size, Face::Regular, canvas.theme().textSoft},
             before ? Align::Right : Align::Left);
  else
    drawBarLabel(canvas, plan.room, ground, label, plan.size);
}

float cornerOf(const StackBar& bar, float scale) {
  return std::min({4 * scale, bar.rect.w / 2, bar.rect.h / 3});
}

Color paleOf(const Canvas& canvas, const StackBar& bar) {
  return mix(canvas.theme().row, eventColor(bar.first.event), kPale);
}

void drawBarBody(Canvas& canvas, const StackBar& bar, const LabelPlan& plan, float radius) {
  const Color bright = eventColor(bar.first.event), pale = paleOf(canvas, bar);
  const float shown = plan.place == LabelPlan::Place::Whole ? kStripShare : 1;
  const bool hair = bar.rect.w <= 6;
  canvas.fill(bar.rect, hair ? visibleOn(canvas.theme().row, pale) : pale, radius);
  for (const StackSegment& part : bar.segments)
    if (part.own)
      canvas.fill({part.x, bar.rect.bottom() - bar.rect.h * shown, part.w, bar.rect.h * shown},
                  hair ? visibleOn(canvas.theme().row, bright) : bright, std::min(radius, part.w / 2));
  if (!hair) canvas.stroke(bar.rect, mix(canvas.theme().row, bright, 0.75f), 1, radius);
}

/// Around what is selected, and in what is pointed at.
void drawBarOutline(Canvas& canvas, const ViewState& state, const StackBar& bar, float radius) {
  if (state.sight.selection.event == bar.first.ref) {
    const float around = std::min(2.f, bar.rect.h / 4);
    canvas.stroke(bar.rect.inset(-around, -around), canvas.theme().white, std::max(1.f, around), radius + around);
  } else if (state.sight.pointer && bar.rect.contains(*state.sight.pointer)) {
    canvas.stroke(bar.rect, withAlpha(canvas.theme().white, 150), 1, radius);
  }
}

/// Letters stand on top of all outlines.
void drawStackBars(Canvas& canvas, const ViewState& state, const std::vector<StackBar>& bars, float scale) {
  const TraceSnapshot& snapshot = *state.session.snapshot;
  std::vector<LabelPlan> plans;
  plans.reserve(bars.size());
  for (const StackBar& bar : bars)
    drawBarBody(canvas, bar, plans.emplace_back(planLabel(canvas, snapshot, bar, scale)), cornerOf(bar, scale));
  for (const StackBar& bar : bars) drawBarOutline(canvas, state, bar, cornerOf(bar, scale));
  for (std::size_t i = 0; i < bars.size(); ++i)
    drawLabel(canvas, snapshot, bars[i], plans[i],
              plans[i].bright ? eventColor(bars[i].first.event) : paleOf(canvas, bars[i]));
}

/// A lesson asks for a storey, and this is the one that was pointed at.
bool predicted(const ViewState& state, const StoreyInfo& info) {
  const auto& lesson = state.sight.lesson;
  return lesson && lesson->asksStorey() && lesson->question->bet && lesson->question->bet->word == info.key;
}

/// Of the compiler's storey, where the call holds nothing of it.
std::optional<RunTimeBuild> builtBefore(const ViewState& state, const CallPicture* picture, Storey storey) {
  if (!picture || storey != Storey::Compiler || !picture->storeys[static_cast<std::size_t>(storey)].events.empty())
    return std::nullopt;
  return runTimeBuildOf(*state.session.snapshot, *picture);
}

std::string builtBeforeText(const RunTimeBuild& built) {
  return fillText(Msg::JustInTimeBy, {built.compiler, formatDuration(built.time), provenanceKey(built.kind)});
}

void drawBuiltBefore(Canvas& canvas, float scale, const StackRow& row, const RunTimeBuild& built) {
  const float right = drawStoreySide(canvas, scale, row, text(Msg::JustInTime), {},
                                     fillText(Msg::JustInTimeLength, {formatDuration(built.time)}), true);
  drawStoreyNote(canvas, scale, row, builtBeforeText(built), right);
}

/// The library that all of the call's work is of, if that is not Strata: it brings what its own compiler made.
std::string_view broughtBy(const ViewState& state, const CallPicture* picture, Storey storey) {
  constexpr std::string_view kOurs = "Strata";
  if (!picture || storey != Storey::Compiler || !picture->storeys[static_cast<std::size_t>(storey)].events.empty())
    return {};
  std::string_view library;
  for (const CallEvent& event : picture->storeys[static_cast<std::size_t>(Storey::Library)].events) {
    const std::string_view provider = state.session.snapshot->text(event.event, arg::kProvider);
    if (provider == kOurs) return {};
    if (!provider.empty()) library = provider;
  }
  return library;
}

void drawBrought(Canvas& canvas, float scale, const StackRow& row, std::string_view library) {
  const float right = drawStoreySide(canvas, scale, row, broughtWord(library), {}, {}, true);
  drawStoreyNote(canvas, scale, row, broughtText(library), right);
}

/// Whether the driver may have worked inside the runtime's calls, where only a CPU's tells of all of it.
bool driverUnseen(const ViewState& state, const CallPicture& picture, Storey storey) {
  const bool onCpu = ofProcessor(state.session.hello);
  return storey == Storey::Driver && !onCpu &&
         !picture.storeys[static_cast<std::size_t>(Storey::Runtime)].events.empty();
}

std::string_view unspentWord(const ViewState& state, const CallPicture* picture, Storey storey) {
  if (!picture) return {};
  if (storey == Storey::Compiler && storeyState(state, storey)) return text(Msg::AheadOfTime);
  return text(driverUnseen(state, *picture, storey) ? Msg::NotObserved : Msg::NotInCall);
}

void drawRow(Canvas& canvas, const ViewState& state, const StackLayout& layout, const CallPicture* picture,
             std::size_t i) {
  const StackRow& row = layout.rows[i];
  if (row.area.h < 1 || row.area.w < 1) return;
  const StoreyInfo& info = storeys()[i];
  const StoreyState* known = storeyState(state, info.storey);
  const StoreyPart* part = picture ? &picture->storeys[i] : nullptr;
  const bool active = part && !part->events.empty(), dim = missing(known) && !active;
  canvas.fill(row.area, dim ? mix(canvas.theme().background, canvas.theme().row, kOtherDim) : canvas.theme().row,
              std::min(6.f, row.area.h / 4));
  if (predicted(state, info)) canvas.stroke(row.area, canvas.theme().accent, 2, std::min(6.f, row.area.h / 4));
  const auto built = builtBefore(state, picture, info.storey);
  const std::string_view library = built ? std::string_view{} : broughtBy(state, picture, info.storey);
  drawStoreyName(canvas, layout.scale, row, info,
                 built              ? built->compiler
                 : !library.empty() ? library
                                    : identityInCall(state, known, info, part),
                 dim);
  if (built) return drawBuiltBefore(canvas, layout.scale, row, *built);
  if (!library.empty()) return drawBrought(canvas, layout.scale, row, library);
  if (!active) return drawUnspent(canvas, layout.scale, row, state, info, unspentWord(state, picture, info.storey));
  drawStackBars(canvas, state, row.bars, layout.scale);
  drawSpent(canvas, layout, row, state, *picture, info.storey);
}

std::string titleOf(const CallPicture& picture) {
  if (picture.id == CallId::None) return picture.name;
  return fillText(Msg::CallNumber, {picture.name, std::to_string(static_cast<std::uint32_t>(picture.id))});
}

/// Which call it is; of a picture, where nobody sees a selection, its name and number tell. One of a run that is not
/// shown says so before all else.
HeaderPiece subtitleOf(const Canvas& canvas, const ViewState& state, const CallPicture& picture, float scale) {
  const TextStyle style = look::soft(canvas, scale);
  if (const std::string_view run = otherRunOf(state.session, picture.id); !run.empty())
    return {fillText(Msg::StackOtherRunSubtitle, {run}), style, 0};
  const bool selected = picture.id == CallId::None || picture.id == state.sight.selection.call;
  const Msg live = selected ? Msg::StackSelectedSubtitle : Msg::StackNewestSubtitle;
  return {std::string(text(state.sight.still ? Msg::StackSubtitle : live)), style, 3};
}

/// Why no call is shown.
Msg whyNoCall(const ViewState& state) {
  if (const auto hidden = whyHidden(state)) return *hidden;
  if (const auto ended = whyWithoutEvents(state)) return *ended;
  if (state.sight.running) return Msg::StackWaiting;
  return launchedNothing(state.session) ? Msg::StackLaunchedNothing : Msg::StackEmpty;
}

void drawHeaderLine(Canvas& canvas, const ViewState& state, const StackLayout& layout, const CallPicture* picture) {
  if (layout.header.h <= 0) return;
  const float s = layout.scale;
  std::vector<HeaderPiece> pieces{{std::string(text(Msg::StackTitle)), look::title(canvas, s)}};
  if (!picture) {
    const TraceEvent* outside = eventOutsideCalls(state);
    const std::string hint = outside ? fillText(Msg::StackOutside, {state.session.snapshot->name(outside->name)})
                                     : std::string(text(whyNoCall(state)));
    pieces.push_back({hint, look::soft(canvas, s), 0});
    drawHeader(canvas, besideStackSwitch(canvas, layout, state), pieces);
    return drawStackSwitch(canvas, layout, state);
  }
  pieces.push_back(subtitleOf(canvas, state, *picture, s));
  pieces.push_back({titleOf(*picture) + " · " + formatDuration(picture->total), look::mono(canvas, s), 0});
  if (onlyCounts(*state.session.snapshot, picture->id))
    pieces.push_back({std::string(text(Msg::StackOnlyCounts)), look::soft(canvas, s), 1});
  if (picture->running) pieces.push_back({std::string(text(Msg::CallRunning)), look::soft(canvas, s), 1});
  if (const WorkTotals& work = picture->work; work.afterReturn.ns > 0)
    pieces.push_back(
        {.text = fillText(Msg::StackDeviceAfter, {formatDuration(work.time()), formatDuration(work.afterReturn)}),
         .style = look::mono(canvas, s),
         .rank = 1,
         .joined = true});
  pieces.push_back({std::string(text(Msg::StackLegend)), look::dim(canvas, s), 5, true});
  pieces.push_back({std::string(provenanceKey(picture->kind)), {10 * s, Face::Regular, {}}, 2, true, true});
  drawHeader(canvas, besideStackSwitch(canvas, layout, state), pieces);
  drawStackSwitch(canvas, layout, state);
}

void drawPointer(Canvas& canvas, const ViewState& state, const StackLayout& layout, const CallPicture& picture) {
  const StackRow& first = layout.rows.front();
  const float bottom = layout.rows.back().area.bottom();
  if (!state.sight.pointer || picture.empty()) return;
  const Rect plots{first.plot.x, first.area.y, first.plot.w, bottom - first.area.y};
  if (plots.contains(*state.sight.pointer))
    canvas.fill({state.sight.pointer->x, plots.y, 1, plots.h}, withAlpha(canvas.theme().white, 90));
}

std::string storeyTooltip(const StoreyInfo& info, const ViewState& state, const CallPicture* picture) {
  const StoreyState* known = storeyState(state, info.storey);
  std::string lines(info.title);
  lines.append("\n").append(storeyWhat(state, info));
  if (const auto built = builtBefore(state, picture, info.storey)) return lines + "\n" + builtBeforeText(*built);
  if (const std::string_view library = broughtBy(state, picture, info.storey); !library.empty())
    return lines + "\n" + broughtText(library);
  if (!known) return lines;
  lines.append("\n").append(storeyIdentity(state, info));
  if (!known->reason.empty()) lines.append("\n").append(known->reason);
  if (!known->available && !known->remedy.empty()) lines.append("\n").append(known->remedy);
  return lines;
}

/// What the numbers beside a row count.
std::string timesTooltip(const CallPicture& picture, std::size_t storey) {
  std::string lines = "\n" + fillText(Msg::StackOwnTip, {formatDuration(picture.storeys[storey].self)});
  const WorkTotals& work = picture.work;
  if (storeys()[storey].storey != Storey::Hardware || work.count() == 0) return lines;
  return lines + "\n" +
         fillText(Msg::StackDeviceTip,
                  {formatDuration(work.time()), formatDuration(work.afterReturn), formatDuration(work.busy)});
}

std::string barTooltip(const ViewState& state, const StackBar& bar) {
  std::string lines = eventTooltip(state, bar.first.event);
  if (bar.count > 1) lines = fillText(Msg::StackFolded, {formatCount(bar.count)}) + "\n" + lines;
  return lines;
}

void drawStack(Canvas& canvas, Rect area, const ViewState& state) {
  if (state.sight.choices.allCalls) return drawStoreyShares(canvas, area, state);
  const std::optional<CallPicture> call = shownCall(state);
  const CallPicture* picture = call ? &*call : nullptr;
  const StackLayout layout = layoutStack(area, picture);
  drawHeaderLine(canvas, state, layout, picture);
  for (std::size_t i = 0; i < kStoreyCount; ++i) drawRow(canvas, state, layout, picture, i);
  if (picture) drawPointer(canvas, state, layout, *picture);
}

std::optional<Hit> hitRows(const Canvas& canvas, Rect area, const ViewState& state, Point at) {
  if (auto hit = hitStackSwitch(canvas, layoutStack(area, nullptr), state, at)) return hit;
  if (state.sight.choices.allCalls) return hitStoreyShares(canvas, area, state, at);
  const std::optional<CallPicture> call = shownCall(state);
  const StackLayout layout = layoutStack(area, call ? &*call : nullptr);
  for (std::size_t i = 0; i < kStoreyCount; ++i) {
    const StackRow& row = layout.rows[i];
    for (auto bar = row.bars.rbegin(); bar != row.bars.rend(); ++bar)
      if (bar->rect.inset(-1, 0).contains(at))
        return Hit{{bar->first.ref, bar->first.event.call}, barTooltip(state, *bar)};
    if (row.name.contains(at) || row.side.contains(at) || (row.bars.empty() && row.area.contains(at)))
      return Hit{state.sight.selection,
                 storeyTooltip(storeys()[i], state, call ? &*call : nullptr) +
                     (!call || call->storeys[i].events.empty() ? std::string{} : timesTooltip(*call, i))};
  }
  return std::nullopt;
}

/// Where a lesson asks for a storey, a click on its row is the answer, also before anything ran.
std::optional<Hit> hitStack(const Canvas& canvas, Rect area, const ViewState& state, Point at) {
  auto hit = hitRows(canvas, area, state, at);
  if (!state.sight.lesson || !state.sight.lesson->asksStorey()) return hit;
  const StackLayout layout = layoutStack(area, nullptr);
  for (std::size_t i = 0; i < kStoreyCount; ++i) {
    if (!layout.rows[i].area.contains(at)) continue;
    if (!hit) hit = Hit{state.sight.selection};
    hit->lesson = LessonAct{LessonAct::Kind::Bet, Bet{0, {}, std::string(storeys()[i].key)}, 0};
  }
  return hit;
}

std::optional<std::string> outsideEveryCall(const ViewState& state) {
  const TraceEvent* outside = eventOutsideCalls(state);
  if (!outside) return std::nullopt;
  return "'" + std::string(state.session.snapshot->name(outside->name)) +
         "' is outside every call, and the view 'stack' shows one";
}

std::string stackFigures(const ViewState& state) {
  const auto picture = shownCall(state);
  if (!picture) return {};
  std::string selves;
  for (std::size_t i = 0; i < kStoreyCount; ++i)
    if (!picture->storeys[i].events.empty())
      selves += (selves.empty() ? "" : ", ") + std::string(storeys()[i].title) + " " +
                formatDuration(picture->storeys[i].self);
  const std::string_view run = otherRunOf(state.session, picture->id);
  const std::string title = titleOf(*picture) + (run.empty() ? std::string() : fmt::format(" ({})", run));
  return fillText(Msg::StackFigures, {title, formatDuration(picture->total), provenanceKey(picture->kind), selves});
}

bool hasCalls(const ViewState& state) {
  return state.session.snapshot && state.session.snapshot->callCount() > 0;
}

}  // namespace

const View& stackView() {
  static const View kView{.name = "stack",
                          .title = Msg::StudioStack,
                          .shows = "one call followed down seven storeys and back",
                          .absent = "it holds no call",
                          .order = 10,
                          .dock = ViewDock::Top,
                          .draw = drawStack,
                          .hit = hitStack,
                          .hasContent = hasCalls,
                          .figures = stackFigures,
                          .refuses = outsideEveryCall};
  return kView;
}

}  // namespace strata::inline views
