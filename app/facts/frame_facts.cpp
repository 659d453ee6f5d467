#include "app/facts/frame_facts.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "app/words/messages.h"
#include "engine/base/median.h"
#include "engine/base/torn_frames.h"
#include "engine/frames/drawn_rate.h"
#include "engine/frames/frame_story.h"
#include "engine/protocol/json_fields.h"
#include "engine/trace/trace_query.h"

namespace strata::inline facts {
namespace {

std::optional<FrameHop> hopOf(const TraceSnapshot& snapshot, const TraceEvent& event) {
  if (event.kind == EventKind::Kernel) return FrameHop::Kernel;
  if (event.kind == EventKind::Copy) return FrameHop::Copy;
  if (event.kind != EventKind::Slice) return std::nullopt;
  const std::string_view name = snapshot.name(event.name);
  constexpr std::pair<std::string_view, FrameHop> kNames[] = {{story::kWrite, FrameHop::Write},
                                                              {story::kRead, FrameHop::Read},
                                                              {story::kUpload, FrameHop::Upload},
                                                              {story::kDraw, FrameHop::Draw},
                                                              {story::kPresent, FrameHop::Present}};
  const auto found = std::ranges::find(kNames, name, &std::pair<std::string_view, FrameHop>::first);
  if (found == std::end(kNames)) return std::nullopt;
  if (found->second == FrameHop::Write || snapshot.arg(event, story::kFrame)) return found->second;
  return std::nullopt;
}

void addStep(FrameRecord& frame, const FrameStep& step) {
  const auto known = std::ranges::find(frame.steps, step.hop, &FrameStep::hop);
  if (known == frame.steps.end()) {
    frame.steps.push_back(step);
    return;
  }
  known->span = {std::min(known->span.begin, step.span.begin), std::max(known->span.end, step.span.end)};
  known->bytes += step.bytes;
}

/// What a frame's uploads to its content are (a stroke, a check's download) is no part of its way to the screen.
bool ofTheWay(const FrameRecord& frame, const FrameStep& step) {
  if (step.hop != FrameHop::Copy) return true;
  const FrameStep* kernels = frame.step(FrameHop::Kernel);
  return kernels && step.span.begin >= kernels->span.end;
}

FrameRecord recordOf(const TraceSnapshot& snapshot, CallId call, const TraceEvent& top) {
  FrameRecord frame;
  frame.call = call;
  frame.number = static_cast<std::uint64_t>(snapshot.number(top, story::kFrame).value_or(0));
  frame.way = frameWayFromKey(snapshot.text(top, story::kWay)).value_or(FrameWay::Pipe);
  frame.content = snapshot.text(top, story::kContent);
  frame.side = snapshot.number(top, story::kSide).value_or(0);
  frame.afterBreak = snapshot.number(top, story::kAfterBreak).value_or(0) > 0;
  std::vector<FrameStep> copies;
  std::optional<double> told;  // ns; below 0: results have none
  for (const EventRef ref : eventsOfCall(snapshot, call)) {
    const TraceEvent& event = snapshot.event(ref);
    const auto hop = hopOf(snapshot, event);
    if (!hop || event.open()) continue;
    const FrameStep step{*hop, {event.begin, event.end()}, snapshot.number(event, arg::kBytes).value_or(0), ref};
    if (*hop == FrameHop::Copy) {
      copies.push_back(step);
      continue;
    }
    addStep(frame, step);
    if (*hop != FrameHop::Draw) continue;
    frame.drawn = true;
    frame.tornPixels = snapshot.number(event, story::kTorn).value_or(0);
    frame.drawnPixels = snapshot.number(event, story::kDrawn).value_or(0);
    frame.unseen = snapshot.number(event, story::kUnseen).value_or(0) > 0;
    frame.compared = snapshot.arg(event, story::kSame).has_value();
    frame.differs = snapshot.text(event, story::kSame) == "no";
    told = snapshot.number(event, story::kLatency);
    frame.hash = snapshot.text(event, story::kHash);
  }
  for (const FrameStep& copy : copies)
    if (ofTheWay(frame, copy)) addStep(frame, copy);
  std::ranges::sort(frame.steps, {}, [](const FrameStep& step) { return step.span.begin; });
  const FrameStep *kernels = frame.step(FrameHop::Kernel), *draw = frame.step(FrameHop::Draw);
  if (kernels && draw && draw->span.begin >= kernels->span.end && told.value_or(0) >= 0)
    frame.latency = told ? Duration{std::llround(*told)} : draw->span.end - kernels->span.end;
  return frame;
}

}  // namespace

const FrameStep* FrameRecord::step(FrameHop hop) const {
  const auto found = std::ranges::find(steps, hop, &FrameStep::hop);
  return found == steps.end() ? nullptr : &*found;
}

bool FrameRecord::timed() const {
  return latency && !compared && tornPixels == 0;
}

namespace {

constexpr std::size_t kFarthest = 20'000;  ///< calls looked at

struct CallRange {
  std::size_t first = 0, last = 0;
};

std::optional<std::int64_t> frameNumber(const TraceSnapshot& snapshot, std::size_t id) {
  const auto call = snapshot.call(CallId{static_cast<std::uint32_t>(id)});
  if (!call || call->top == kNoEvent) return std::nullopt;
  const TraceEvent& top = snapshot.event(call->top);
  if (top.storey != Storey::Model || snapshot.name(top.name) != story::kFrame) return std::nullopt;
  return static_cast<std::int64_t>(snapshot.number(top, story::kFrame).value_or(0));
}

std::string_view frameWay(const TraceSnapshot& snapshot, std::size_t id) {
  return snapshot.text(snapshot.event(snapshot.call(CallId{static_cast<std::uint32_t>(id)})->top), story::kWay);
}

/// The frame of the same way and run beside this call; 0: none.
std::size_t frameBeside(const TraceSnapshot& snapshot, std::size_t call, bool behind) {
  const auto number = frameNumber(snapshot, call);
  std::size_t id = call;
  do id = behind ? id + 1 : id - 1;
  while (id > 0 && id <= snapshot.callCount() && !frameNumber(snapshot, id));
  const auto other = frameNumber(snapshot, id);
  const bool rises = number && other && (*other > *number) == behind;
  return rises && frameWay(snapshot, id) == frameWay(snapshot, call) ? id : 0;
}

/// The first way's frames before and the last one's behind, which were compared and not timed.
void takeUntimed(const TraceSnapshot& snapshot, CallRange& calls) {
  while (const std::size_t before = frameBeside(snapshot, calls.first, false)) calls.first = before;
  while (const std::size_t after = frameBeside(snapshot, calls.last, true)) calls.last = after;
}

/// Of the run that was timed by these results.
std::optional<CallRange> framesOfTimes(const TraceSnapshot& snapshot, const std::vector<RunResult>& results) {
  std::optional<CallRange> calls;
  for (const RunResult& result : results) {
    const auto call = snapshot.call(CallId{result.firstCall});
    if (!frameWayFromKey(result.variant) || !call) continue;
    if (!calls) calls = CallRange{result.firstCall, result.lastCall};
    calls->first = std::min<std::size_t>(calls->first, result.firstCall);
    calls->last = std::max<std::size_t>(calls->last, result.lastCall);
  }
  if (calls) takeUntimed(snapshot, *calls);
  return calls;
}

/// `record` makes one of a call and its outermost event, told how many frames are newer. Of the newest run's, without
/// `within`.
template <class Record>
std::vector<FrameRecord> framesOf(const TraceSnapshot& snapshot, std::size_t most, Record record,
                                  std::optional<CallRange> within = {}) {
  std::vector<FrameRecord> frames;
  std::map<FrameWay, std::size_t> ways;                      ///< how many were taken
  std::optional<std::pair<std::string_view, double>> shown;  ///< content and side
  const std::size_t calls = within ? std::min(within->last, snapshot.callCount()) : snapshot.callCount();
  const std::size_t first = std::max(calls > kFarthest ? calls - kFarthest : 0, within ? within->first - 1 : 0);
  std::size_t newer = 0;
  std::optional<std::int64_t> after;  // number of the frame behind; each run begins anew with 1
  for (std::size_t id = calls; id > first; --id) {
    const auto number = frameNumber(snapshot, id);
    if (!number) continue;
    if (after && *number >= *after) break;  // of a run before
    after = number;
    const TraceEvent& top = snapshot.event(snapshot.call(CallId{static_cast<std::uint32_t>(id)})->top);
    const auto way = frameWayFromKey(snapshot.text(top, story::kWay));
    const std::pair of{snapshot.text(top, story::kContent), snapshot.number(top, story::kSide).value_or(0)};
    if (!shown) shown = of;
    if (!way || of != *shown) continue;
    if (ways[*way] == most) continue;
    ++ways[*way];
    frames.push_back(record(CallId{static_cast<std::uint32_t>(id)}, top, newer++));
  }
  for (std::size_t i = 0; i < std::min(frames.size(), kFramesOnTheirWay) && !frames[i].drawn; ++i)
    frames[i].onItsWay = true;
  std::ranges::reverse(frames);
  return frames;
}

}  // namespace

std::vector<FrameRecord> newestFrames(const TraceSnapshot& snapshot, std::size_t most) {
  return framesOf(snapshot, most,
                  [&](CallId call, const TraceEvent& top, std::size_t) { return recordOf(snapshot, call, top); });
}

std::vector<FrameRecord> framesOfRun(const TraceSnapshot& snapshot, const std::vector<RunResult>& results,
                                     std::size_t most) {
  return framesOf(
      snapshot, most, [&](CallId call, const TraceEvent& top, std::size_t) { return recordOf(snapshot, call, top); },
      framesOfTimes(snapshot, results));
}

std::vector<FrameRecord> framesWhere(const TraceSnapshot& snapshot,
                                     const std::function<bool(const TraceEvent& frame)>& counts) {
  std::vector<FrameRecord> frames;
  for (std::size_t id = 1; id <= snapshot.callCount(); ++id) {
    if (!frameNumber(snapshot, id)) continue;
    const CallId call{static_cast<std::uint32_t>(id)};
    const TraceEvent& top = snapshot.event(snapshot.call(call)->top);
    if (frameWayFromKey(snapshot.text(top, story::kWay)) && counts(top))
      frames.push_back(recordOf(snapshot, call, top));
  }
  return frames;
}

FramePace paceOf(const std::vector<FrameRecord>& frames, FrameWay way) {
  FramePace pace;
  DrawnRate rate;
  std::uint64_t last = 0;
  for (const FrameRecord& frame : frames) {
    if (frame.way != way) continue;
    if (frame.number != last + 1 || frame.afterBreak) rate.breakBefore(frame.number);
    last = frame.number;
    const FrameStep* const draw = frame.step(FrameHop::Draw);
    if (!draw) continue;
    if (const auto apart = rate.drawn(frame.number, draw->span.end)) pace.apart.emplace_back(&frame, *apart);
  }
  pace.perSecond = rate.perSecond();
  return pace;
}

std::string_view frameWayName(FrameWay way) {
  switch (way) {
    case FrameWay::Pipe: return text(Msg::FrameWayPipe);
    case FrameWay::Host: return text(Msg::FrameWayHost);
    case FrameWay::InPlace: return text(Msg::FrameWayInPlace);
    case FrameWay::Device: return text(Msg::FrameWayDevice);
  }
  return {};
}

bool newerRunAwaited(const TraceSnapshot& snapshot) {
  const std::size_t calls = snapshot.callCount();
  for (std::size_t id = calls; id > (calls > kFarthest ? calls - kFarthest : 0); --id) {
    if (frameNumber(snapshot, id)) return false;
    const auto call = snapshot.call(CallId{static_cast<std::uint32_t>(id)});
    if (!call || call->top == kNoEvent) continue;
    const TraceEvent& top = snapshot.event(call->top);
    if (top.storey == Storey::Model && snapshot.name(top.name) == story::kMadeReady) return true;
  }
  return false;
}

std::shared_ptr<const std::vector<FrameRecord>> FrameHistory::told(const TraceSnapshot& snapshot) {
  if (m_told && m_toldOf == snapshot.state()) return m_told;
  std::map<CallId, FrameRecord> settled;
  bool drawn = false;  // a newer one: what was not drawn before it never will be
  auto frames = framesOf(snapshot, kToldFrames, [&](CallId call, const TraceEvent& top, std::size_t newer) {
    const auto known = m_settled.find(call);
    FrameRecord record = known == m_settled.end() ? recordOf(snapshot, call, top) : known->second;
    drawn = drawn || record.drawn;
    if (newer >= kFramesOnTheirWay && drawn) settled.emplace(call, record);
    return record;
  });
  m_settled = std::move(settled);
  m_toldOf = snapshot.state();
  m_told = std::make_shared<const std::vector<FrameRecord>>(std::move(frames));
  return m_told;
}

const FrameRecord* newestDrawn(const std::vector<FrameRecord>& frames) {
  const auto found = std::ranges::find_if(frames.rbegin(), frames.rend(), &FrameRecord::drawn);
  return found == frames.rend() ? nullptr : &*found;
}

std::size_t FrameWaySummary::copies() const {
  return static_cast<std::size_t>(std::ranges::count_if(steps, [](const FrameStep& step) { return isCopy(step.hop); }));
}

namespace {

/// The frame whose latency is the median as a result has it; nullptr: it is of other frames than these.
const FrameRecord* medianOf(const RunResult* result, const std::vector<const FrameRecord*>& timed) {
  if (!result || result->seconds.repeats != static_cast<int>(timed.size())) return nullptr;
  const auto found = std::ranges::find(timed, CallId{result->medianCall}, &FrameRecord::call);
  return found == timed.end() ? nullptr : *found;
}

Duration medianOfKernels(const std::vector<const FrameRecord*>& timed) {
  std::vector<Duration> times;
  times.reserve(timed.size());
  for (const FrameRecord* frame : timed) times.push_back(frame->step(FrameHop::Kernel)->span.length());
  std::ranges::sort(times);
  return times[medianPlace(times.size())];
}

std::optional<Duration> medianToScreen(const std::vector<const FrameRecord*>& timed) {
  std::vector<Duration> times;
  for (const FrameRecord* frame : timed)
    if (const FrameStep* present = frame->step(FrameHop::Present))
      times.push_back(present->span.end - frame->step(FrameHop::Draw)->span.end + *frame->latency);
  if (times.empty()) return std::nullopt;
  std::ranges::sort(times);
  return times[medianPlace(times.size())];
}

void summarize(FrameWaySummary& summary, std::vector<const FrameRecord*> timed, const RunResult* result) {
  summary.timed = timed.size();
  if (timed.empty()) return;
  std::ranges::sort(timed, {}, [](const FrameRecord* frame) { return *frame->latency; });
  const FrameRecord* const told = medianOf(result, timed);
  const FrameRecord& typical = told ? *told : *timed[medianPlace(timed.size())];
  summary.latency = told ? Duration{std::llround(result->seconds.median * 1e9)} : *typical.latency;
  summary.call = typical.call;
  if (timed.size() >= kLeastForP99) summary.latency99 = *timed[p99Place(timed.size())]->latency;
  summary.toScreen = medianToScreen(timed);
  const Duration kernels{typical.step(FrameHop::Kernel)->span.end.ns};
  for (FrameStep step : typical.steps) {
    step.span = {step.span.begin - kernels, step.span.end - kernels};
    if (step.hop == FrameHop::Kernel) step.span.begin = step.span.end - medianOfKernels(timed);
    summary.steps.push_back(step);
    if (isCopy(step.hop)) summary.copied += step.bytes;
  }
}

std::size_t countOf(const RunResult& result, std::string_view name) {
  constexpr double kMost = 1e15;
  const Figure* figure = result.figure(name);
  return figure && figure->value > 0 ? static_cast<std::size_t>(std::min(figure->value, kMost)) : 0;
}

/// What the run says of a way, of which the frames that are told are the newest.
void judge(FrameWaySummary& summary, const RunResult& result) {
  summary.check = result.error;
  if (const Figure* error = result.figure(kClockError); error && error->value > 0 && error->value < 1)
    summary.clockError = Duration{std::llround(error->value * 1e9)};
  summary.failed = result.status == RunResult::Status::Failed;
  const std::size_t torn = countOf(result, kFramesTorn);
  if (torn <= summary.torn) return;
  summary.torn = torn;
  summary.drawn = std::max(torn, countOf(result, "frames_drawn"));
}

/// Whether one of the frames is of this result.
bool areOf(const std::vector<FrameRecord>& frames, FrameWay way, const RunResult& result) {
  return std::ranges::any_of(frames, [&](const FrameRecord& frame) {
    const auto call = static_cast<std::uint32_t>(frame.call);
    return frame.way == way && call >= result.firstCall && call <= result.lastCall;
  });
}

}  // namespace

std::array<FrameWaySummary, kFrameWays.size()> summarizeWays(const std::vector<FrameRecord>& frames,
                                                             const std::vector<RunResult>& results) {
  std::array<FrameWaySummary, kFrameWays.size()> all;
  for (std::size_t i = 0; i < all.size(); ++i) {
    FrameWaySummary& summary = all[i];
    summary.way = kFrameWays[i];
    std::vector<const FrameRecord*> timed;
    for (const FrameRecord& frame : frames) {
      if (frame.way != summary.way) continue;
      ++summary.frames;
      if (frame.tornPixels > 0) ++summary.torn;
      if (frame.drawn) ++summary.drawn;
      if (frame.timed()) timed.push_back(&frame);
    }
    const auto result = std::ranges::find(results, frameWayKey(summary.way), &RunResult::variant);
    const bool has = result != results.end();
    if (has && areOf(frames, summary.way, *result)) judge(summary, *result);
    if (!summary.failed) {
      summary.drawnPerSecond = paceOf(frames, summary.way).perSecond;
      summarize(summary, std::move(timed), has ? &*result : nullptr);
    }
    if (!has) continue;
    if (result->status != RunResult::Status::Ok) summary.refusal = result->message;
    summary.signalling = textField(*result->details, "signalled_by");
  }
  return all;
}

}  // namespace strata::inline facts
