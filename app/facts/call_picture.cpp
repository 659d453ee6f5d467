#include "app/facts/call_picture.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "app/canvas/format.h"
#include "app/facts/event_text.h"
#include "app/facts/variant_facts.h"
#include "app/words/messages.h"
#include "engine/trace/calibration.h"
#include "engine/trace/call_levels.h"
#include "engine/trace/trace_query.h"

namespace strata::inline facts {
namespace {

bool isOpenCall(const TraceSnapshot& snapshot, CallId call) {
  return std::ranges::any_of(snapshot.openEvents(), [&](const auto& open) { return open.event.call == call; });
}

bool isFinished(const TraceSnapshot& snapshot, CallId call) {
  return call != CallId::None && snapshot.call(call) && !isOpenCall(snapshot, call);
}

/// Strata's own, and no run's: it only counts, or measures the device's roofs.
bool isAside(const TraceSnapshot& snapshot, CallId call) {
  return onlyCounts(snapshot, call) || isCalibration(snapshot, call);
}

// Of the last few calls of each queue, because the very last may still run, or never end. Strata's own are passed over.
CallId lastCallWithKernel(const TraceSnapshot& snapshot) {
  constexpr std::size_t kLast = 8;
  const TraceEvent* newest = nullptr;
  for (std::uint32_t track = 0; track < snapshot.tracks().size(); ++track) {
    if (snapshot.tracks()[track].kind != TrackKind::Queue) continue;
    for (std::uint32_t r = 0; r < snapshot.rowCount(track); ++r) {
      const RowView& row = snapshot.row(track, r);
      std::size_t seen = 0;
      std::optional<CallId> behind;
      for (std::size_t i = row.size(); i > 0 && seen < kLast; --i) {
        const TraceEvent& event = row[i - 1];
        if (std::exchange(behind, event.call) == event.call || isAside(snapshot, event.call)) continue;
        ++seen;
        if ((!newest || event.begin > newest->begin) && isFinished(snapshot, event.call)) newest = &event;
      }
    }
  }
  return newest ? newest->call : CallId::None;
}

/// Of the calls by which a step was timed the one with the median time, lest an outlier is shown; another call itself.
CallId typicalOf(const ViewState& state, CallId call) {
  const auto number = static_cast<std::uint32_t>(call);
  for (const RunResult& result : state.session.results)
    if (result.medianCall != 0 && result.firstCall <= number && number <= result.lastCall &&
        isFinished(*state.session.snapshot, CallId{result.medianCall}))
      return CallId{result.medianCall};
  return call;
}

/// The storey an event stands on in the stack; none for counters, points and Strata's own cost.
std::optional<std::size_t> storeyOf(const TraceEvent& event) {
  if (event.kind == EventKind::Kernel || event.kind == EventKind::Copy)
    return static_cast<std::size_t>(Storey::Hardware);
  if (event.kind != EventKind::Slice || event.storey == Storey::Other) return std::nullopt;
  return static_cast<std::size_t>(event.storey);
}

void add(CallPicture& picture, const CallEvent& found) {
  if (const auto storey = storeyOf(found.event)) picture.storeys[*storey].events.push_back(found);
}

void collect(CallPicture& picture, const ViewState& state) {
  const TraceSnapshot& snapshot = *state.session.snapshot;
  for (const EventRef ref : eventsOfCall(snapshot, picture.id)) {
    const TraceEvent& event = snapshot.event(ref);
    add(picture, {event, ref, {event.begin, event.end()}});
  }
  for (const TraceSnapshot::OpenEvent& open : snapshot.openEvents()) {
    if (open.event.call != picture.id) continue;
    picture.running = !open.event.cutOff();
    add(picture, {open.event, openRef(snapshot, open), {open.event.begin, open.event.seenEnd(state.sight.now)}});
  }
}

/// From the hardware up: a storey owns the time it is active in and no storey below is.
void assignOwners(CallPicture& picture) {
  Intervals below;
  for (std::size_t i = kStoreyCount; i-- > 0;) {
    StoreyPart& part = picture.storeys[i];
    std::ranges::sort(part.events, [](const CallEvent& a, const CallEvent& b) {
      return a.span.begin != b.span.begin ? a.span.begin < b.span.begin : a.span.end > b.span.end;
    });
    std::vector<TimeRange> active;
    for (const CallEvent& event : part.events) active.push_back(event.span);
    const Intervals all = merged(std::move(active));
    part.owned = subtract(all, below);
    below = unite(below, all);
  }
}

const CallEvent* topOf(const CallPicture& picture) {
  const CallEvent* top = nullptr;
  for (const StoreyPart& part : picture.storeys)
    for (const CallEvent& event : part.events)
      if (!top || event.span.length() > top->span.length()) top = &event;
  return top;
}

/// The selves within its outermost slice, and all that its events span.
void measure(CallPicture& picture, TimeRange window) {
  picture.total = window.length();
  picture.span = window;
  for (StoreyPart& part : picture.storeys) {
    part.self = lengthOf(intersect(part.owned, window));
    for (const CallEvent& event : part.events)
      picture.span = {std::min(picture.span.begin, event.span.begin), std::max(picture.span.end, event.span.end)};
  }
}

void measureCall(CallPicture& picture, const TraceSnapshot& snapshot) {
  const std::optional<CallInfo> info = snapshot.call(picture.id);
  const TraceEvent* known = info ? findEvent(snapshot, info->top) : nullptr;
  const CallEvent* longest = topOf(picture);
  picture.kind = known ? known->provenance : longest->event.provenance;
  measure(picture, known && !known->open() ? TimeRange{known->begin, known->end()} : longest->span);
}

WorkTotals deviceWorkOf(const CallPicture& picture, const TraceSnapshot& snapshot, std::optional<HostTime> returned) {
  WorkSum work;
  for (const CallEvent& event : picture.storeys[static_cast<std::size_t>(Storey::Hardware)].events)
    if (isWork(event.event.kind) && !event.event.open()) work.add(snapshot, event.event, returned);
  return work.sum();
}

/// The selected slice, if it is a call of a level above operations.
const TraceEvent* selectedScope(const ViewState& state) {
  if (!state.session.snapshot || !state.sight.selection.event || state.sight.selection.call != CallId::None)
    return nullptr;
  const TraceEvent* event = findEvent(*state.session.snapshot, *state.sight.selection.event);
  return event && !event->open() && levelOf(*state.session.snapshot, *event) ? event : nullptr;
}

CallPicture pictureOfScope(const ViewState& state, const TraceEvent& top) {
  const TraceSnapshot& snapshot = *state.session.snapshot;
  CallPicture picture;
  for (const EventRef ref : eventsWithin(snapshot, *state.sight.selection.event)) {
    const TraceEvent& event = snapshot.event(ref);
    add(picture, {event, ref, {event.begin, event.end()}});
  }
  assignOwners(picture);
  picture.kind = top.provenance;
  picture.name = snapshot.name(top.name);
  measure(picture, {top.begin, top.end()});
  picture.work = deviceWorkOf(picture, snapshot, top.end());
  return picture;
}

/// Of its op; of what holds several, as a token's call does, the name of that.
std::string opName(const CallPicture& picture, const TraceSnapshot& snapshot) {
  const auto& model = picture.storeys[static_cast<std::size_t>(Storey::Model)].events;
  const auto& ops = picture.storeys[static_cast<std::size_t>(Storey::Framework)].events;
  if (!model.empty() && ops.size() > 1) return std::string(snapshot.name(model[0].event.name));
  for (const Storey storey :
       {Storey::Framework, Storey::Model, Storey::Library, Storey::Runtime, Storey::Hardware, Storey::Driver})
    if (const auto& events = picture.storeys[static_cast<std::size_t>(storey)].events; !events.empty())
      return std::string(snapshot.name(events.front().event.name));
  return {};
}

std::string spentOnHardware(const TraceSnapshot& snapshot, const StoreyPart& part) {
  std::array<std::size_t, 3> counts{};  // by DeviceWorkKind
  for (const CallEvent& call : part.events) ++counts[static_cast<std::size_t>(countedAs(snapshot, call.event))];
  std::string words;
  const auto say = [&](DeviceWorkKind kind, Msg one, Msg many) {
    const std::size_t count = counts[static_cast<std::size_t>(kind)];
    if (count > 0) words += (words.empty() ? "" : " · ") + counted(count, one, many);
  };
  say(DeviceWorkKind::Kernel, Msg::OneKernel, Msg::Kernels);
  say(DeviceWorkKind::Copy, Msg::OneCopy, Msg::Copies);
  say(DeviceWorkKind::Memset, Msg::OneMemset, Msg::Memsets);
  return words;
}

}  // namespace

const TraceEvent* eventOutsideCalls(const ViewState& state) {
  if (!state.session.snapshot || !state.sight.selection.event || state.sight.selection.call != CallId::None ||
      selectedScope(state))
    return nullptr;
  const TraceEvent* event = findEvent(*state.session.snapshot, *state.sight.selection.event);
  return event && event->kind != EventKind::Counter && event->call == CallId::None ? event : nullptr;
}

CallId chosenCall(const ViewState& state) {
  if (!state.session.snapshot) return CallId::None;
  const TraceSnapshot& snapshot = *state.session.snapshot;
  const CallId selected = state.sight.selection.call;
  if (selected != CallId::None && (snapshot.call(selected) || isOpenCall(snapshot, selected))) return selected;
  if (eventOutsideCalls(state) || launchedNothing(state.session)) return CallId::None;
  if (const CallId call = lastCallWithKernel(snapshot); call != CallId::None) return typicalOf(state, call);
  CallId aside = CallId::None;
  const auto isBetter = [&](CallId id) {
    if (!isAside(snapshot, id)) return true;
    if (aside == CallId::None) aside = id;
    return false;
  };
  for (std::size_t i = snapshot.callCount(); i > 0; --i)
    if (const auto id = static_cast<CallId>(i); isFinished(snapshot, id) && isBetter(id)) return id;
  for (const TraceSnapshot::OpenEvent& open : snapshot.openEvents())
    if (open.event.call != CallId::None && isBetter(open.event.call)) return open.event.call;
  return aside;
}

std::optional<CallPicture> shownCall(const ViewState& state) {
  if (const TraceEvent* scope = selectedScope(state)) return pictureOfScope(state, *scope);
  return pictureOfCall(state, chosenCall(state));
}

std::optional<CallPicture> pictureOfCall(const ViewState& state, CallId call) {
  if (!state.session.snapshot || call == CallId::None) return std::nullopt;
  CallPicture picture;
  picture.id = call;
  collect(picture, state);
  assignOwners(picture);
  if (!topOf(picture)) return std::nullopt;
  measureCall(picture, *state.session.snapshot);
  picture.name = opName(picture, *state.session.snapshot);
  picture.work = deviceWorkOf(picture, *state.session.snapshot, returnOf(*state.session.snapshot, call));
  return picture;
}

std::string spentOn(const TraceSnapshot& snapshot, Storey storey, const StoreyPart& part) {
  const std::size_t count = part.events.size();
  if (count == 0) return {};
  switch (storey) {
    case Storey::Model: return counted(count, Msg::OneStep, Msg::Steps);
    case Storey::Framework: return counted(count, Msg::OneOp, Msg::Ops);
    case Storey::Library: return counted(count, Msg::OneRoutine, Msg::Routines);
    case Storey::Compiler: return counted(count, Msg::OneBuild, Msg::Builds);
    case Storey::Hardware: return spentOnHardware(snapshot, part);
    default: return counted(count, Msg::OneCall, Msg::Calls);
  }
}

}  // namespace strata::inline facts
