#include "layers/workloads/frames/frames_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>
#include <utility>

#include "engine/frames/frame_story.h"
#include "layers/workloads/common/model_scope.h"
#include "layers/workloads/common/patient_wait.h"
#include "layers/workloads/frames/frames_experiment.h"

namespace strata::inline workloads {
namespace {

constexpr Duration kLook{50'000'000};  ///< between looks at stop and wishes

void sleepUntil(HostTime time) {
  std::this_thread::sleep_for(std::chrono::nanoseconds((time - hostNow()).ns));
}

bool endsAll(const Error& error) {
  return endsTheRun(error) || error.code == ErrorCode::Usage;
}

std::string framesText(std::string_view content, FrameWay way) {
  return fmt::format("frames of {} by {}", content, frameWayKey(way));
}

}  // namespace

FramesRun::FramesRun(const FramesRequest& asked, const Routines& routines, FrameSocket& socket, WorkContext& context)
    : m_asked(asked),
      m_socket(socket),
      m_context(context),
      m_routines(routines),
      m_ops(context.recorder, context.device, routines),
      m_progress(context, static_cast<int>(asked.ways.size())),
      m_reports(context.recorder) {}

Result<void> FramesRun::prepare() {
  m_context.progress(m_asked.content, 0);
  const ModelScope scope(m_context.recorder, story::kMadeReady);
  STRATA_ASSIGN(m_painter, FieldPainter::create(m_asked, m_context, m_ops, m_routines));
  return {};
}

Result<void> FramesRun::run(FrameWay way) {
  m_part = 0;
  STRATA_TRY(m_progress.next(framesText(m_asked.content, way)));
  Plan plan{way, m_asked.side, m_asked.slotCount, m_asked.pacing};
  if (m_memory) plan.side = m_plan.side;  // wished meanwhile
  STRATA_ASSIGN(const bool shared, share(plan));
  auto made = makeFrames(shared);
  const bool ended = m_memory && m_memory->end() && (made.ok() || !endsTheRun(made.error()));
  if (!ended) return made;
  settle();
  m_memory.reset();
  return {};
}

Result<void> FramesRun::makeFrames(bool shared) {
  const std::uint64_t first = m_number + 1;
  std::uint64_t last = m_asked.frames == 0 ? 0 : m_number + m_asked.frames;
  while (last == 0 || m_number < last) {
    STRATA_ASSIGN(const bool changed, follow());
    shared = changed || shared;
    if (!shared) return {};
    STRATA_ASSIGN(const bool mayBegin, this->mayBegin());
    if (!mayBegin) continue;
    if (last != 0) m_part = static_cast<double>(m_number + 1 - first) / static_cast<double>(last + 1 - first);
    m_progress.within(m_part);
    constexpr std::uint64_t kComparedEach = 100;
    const std::uint64_t next = m_number + 1;
    const bool compared = next == first || next == last || (next - first) % kComparedEach == 0;
    STRATA_TRY(frame(compared));
    if (compared) STRATA_TRY(postNumbers());
    if (m_hand.still && last != 0) last += m_number + 1 - next;  // nobody asked for these
  }
  awaitLastReport();
  return {};
}

/// False where the way cannot be, which is a result then.
Result<bool> FramesRun::share(const Plan& plan) {
  if (m_memory && plan == m_plan) return true;
  if (m_memory) {
    awaitLastReport();
    settle();
  }
  m_plan = plan;
  const ModelScope scope(m_context.recorder, fmt::format("frames: {} is set up", frameWayKey(plan.way)));
  TraceRecorder& recorder = m_context.recorder;
  recorder.arg(recorder.intern(story::kPacing), recorder.intern(pacingWords(plan.pacing)));
  recorder.arg(recorder.intern(story::kSlots), std::int64_t{plan.slotCount});
  recorder.arg(recorder.intern(story::kSide), std::int64_t{plan.side});
  STRATA_TRY(makeRoom(plan));
  auto memory = open(plan);
  if (memory.ok()) {
    m_memory = std::move(memory).value();
    if (std::exchange(m_figuredSide, plan.side) != plan.side) m_figures.clear();  // times of one size
    figures().moved(*m_memory);
    m_progress.rename(framesText(m_asked.content, plan.way));
    m_touched = m_afterBreak = true;
    return true;
  }
  if (endsAll(memory.error())) return memory.error();
  RunResult& result = m_impossible.emplace_back();
  result.variant = frameWayKey(plan.way);
  result.status = memory.error().code == ErrorCode::Unsupported || memory.error().code == ErrorCode::Unavailable
                      ? RunResult::Status::Unsupported
                      : RunResult::Status::Failed;
  result.message = memory.error().message;
  return false;
}

/// What the frames before took is given back, and the first field is made: of a large picture that takes long.
Result<void> FramesRun::makeRoom(const Plan& plan) {
  const SignsOfLife signs(kHostWorkTime, m_signs);
  m_memory.reset();
  return m_painter->resize(plan.side);
}

Result<std::unique_ptr<FrameMemory>> FramesRun::open(const Plan& plan) {
  FrameAsk ask{plan.way, plan.side, plan.side, plan.slotCount, plan.pacing, {}, {}};
  if (plan.way == FrameWay::Pipe) ask.pacing = FramePacing::LockStep;  // what is written comes out in its order
  if (Interop* interop = m_context.device.interop()) {
    ask.device = interop->identity().device;
    ask.driver = interop->identity().driver;
  }
  const SignsOfLife signs(kHostWorkTime, m_signs);
  return FrameMemory::open(m_socket, ask, m_context.device, m_painter->stream(), m_context.recorder, m_progress);
}

/// Whether the person wished for another way, size or pace, and has it now. A way that cannot be leaves the one before.
Result<bool> FramesRun::follow() {
  if (!m_memory) return false;
  const auto wish = m_memory->page()->wish.read();
  if (!wish || wish->generation == m_wish.generation) return false;
  m_wish = *wish;
  const Plan before = m_plan;
  Plan plan = m_plan;
  if (std::ranges::find(kFrameWays, wish->way) != kFrameWays.end()) plan.way = wish->way;
  if (wish->side >= 1 && wish->side <= kMostFrameSide) plan.side = wish->side;
  if (wish->slotCount >= 1 && wish->slotCount <= kMostFrameSlots) plan.slotCount = wish->slotCount;
  plan.pacing = wish->semaphoreOff ? FramePacing::SemaphoreOff
                : wish->lockStep   ? FramePacing::LockStep
                                   : FramePacing::NewestWins;
  STRATA_ASSIGN(bool shared, share(plan));
  if (!shared) {
    STRATA_ASSIGN(shared, share(before));
  }
  return shared;
}

/// Waits for the next frame's time, or a moment while the person pauses or sees none.
Result<bool> FramesRun::mayBegin() {
  collect();
  if (m_context.stop.stop_requested()) return Error{ErrorCode::Stopped, "Stopped while frames ran", Storey::Model};
  STRATA_TRY(m_memory->drawn());
  const HostTime now = hostNow();
  const bool paused = m_wish.paused && m_stepped >= m_wish.steps;
  const bool unwatched = m_memory->page()->unwatched.load(std::memory_order_relaxed) != 0;
  followHand();
  m_afterBreak = m_afterBreak || m_wish.paused || unwatched;
  if (!unwatched && (!paused || m_touched) && m_next <= now) {
    m_hand.still = paused;
    if (m_wish.paused && !paused) ++m_stepped;
    if (!m_wish.paused) m_stepped = m_wish.steps;
    if (m_asked.rate > 0) m_next = std::max(m_next, now - kLook) + Duration{1'000'000'000 / m_asked.rate};
    return true;
  }
  m_progress.within(m_part);
  if (unwatched) m_next = now + kLook;
  sleepUntil(paused && !unwatched ? now + Duration{5'000'000} : std::min(m_next, now + kLook));
  return false;
}

void FramesRun::followHand() {
  ControlPage& page = m_memory->page();
  while (const auto stroke = page->strokes.pop()) m_hand.strokes.push_back(*stroke);
  const FrameSight sight = page->sight.read().value_or(m_hand.sight);
  m_touched = m_touched || !m_hand.strokes.empty() || sight.generation != m_hand.sight.generation;
  m_hand.sight = sight;
}

/// A slot for the next frame; none where a pipe's reader has not yet taken the last one.
std::optional<std::uint32_t> FramesRun::slot() {
  FrameProducer& producer = m_memory->producer();
  if (m_memory->way() == FrameWay::Pipe && m_plan.pacing != FramePacing::LockStep)
    return producer.acquire(FramePacing::LockStep, {});
  for (;;) {
    if (const auto slot = producer.acquire(m_plan.pacing, kLook)) return slot;
    collect();
    m_progress.within(m_part);
    const auto wish = m_memory->page()->wish.read();
    if (m_context.stop.stop_requested() || !m_memory->drawn().ok() || (wish && wish->generation != m_wish.generation))
      return std::nullopt;
  }
}

Result<void> FramesRun::frame(bool compared) {
  const auto slot = this->slot();
  const bool pipe = m_memory->way() == FrameWay::Pipe;
  if (!slot && (!pipe || m_hand.still)) return {};
  TraceRecorder& recorder = m_context.recorder;
  const ModelScope scope(recorder, story::kFrame);
  ++m_number;
  const bool afterBreak = std::exchange(m_afterBreak, false);
  figures().begun(m_number, m_plan.pacing, afterBreak);
  recorder.arg(recorder.intern(story::kFrame), static_cast<std::int64_t>(m_number));
  recorder.arg(recorder.intern(story::kWay), recorder.intern(frameWayKey(m_plan.way)));
  recorder.arg(recorder.intern(story::kContent), recorder.intern(m_asked.content));
  recorder.arg(recorder.intern(story::kSide), std::int64_t{m_plan.side});
  if (afterBreak) recorder.arg(recorder.intern(story::kAfterBreak), std::int64_t{1});
  m_reports.computed(m_number, scope.id());
  Buffer& picture = m_memory->picture(slot.value_or(0));
  FrameNote note{m_number, 0, hostNow()};
  followHand();
  STRATA_ASSIGN(note.hash, paint(picture, compared));
  m_hand.strokes.clear();
  m_touched = false;
  if (slot) {
    STRATA_TRY(m_memory->deliver(*slot, note));
    m_lastDelivered = m_number;
  } else {
    m_memory->page()->dropped.fetch_add(1, std::memory_order_relaxed);
  }
  STRATA_TRY(m_painter->stream().synchronize());
  m_memory->producer().finished(m_number);
  STRATA_ASSIGN(const FieldPainter::Times times, m_painter->times());
  m_reports.ended(m_number, times.end.time);
  // What was compared was copied and waited for on the way: it is no example of speed.
  if (note.hash == 0 && !m_hand.still)
    figures().computed({m_number, scope.id(), times.end.time, times.computing, times.end.error});
  else
    figures().computedApart();
  return {};
}

/// The hash of its pixels where it is compared; else 0.
Result<std::uint64_t> FramesRun::paint(Buffer& picture, bool compared) {
  std::optional<SignsOfLife> signs;  // a first frame is checked on the host, and what is compared is hashed there
  if (compared || !m_painter->check()) signs.emplace(kHostWorkTime, m_signs);
  STRATA_TRY(m_painter->paint(picture, m_memory->shape(), m_number, m_hand));
  if (!compared || m_plan.pacing == FramePacing::SemaphoreOff) return std::uint64_t{0};
  return m_painter->hash(picture, m_memory->shape());
}

/// Now and then, for a run that is stopped leaves no others. Beside frames that are no example of speed anyway.
Result<void> FramesRun::postNumbers() {
  constexpr Duration kBetween{1'000'000'000};
  if (m_posted.ns != 0 && hostNow() - m_posted < kBetween) return {};
  const SignsOfLife signs(kHostWorkTime, m_signs);
  STRATA_ASSIGN(SessionMessage numbers, m_painter->preview());
  m_context.post(std::move(numbers));
  m_posted = hostNow();
  return {};
}

void FramesRun::collect() {
  if (!m_memory) return;
  for (const FrameReport& report : m_reports.take(m_memory->page())) {
    m_lastReported = std::max(m_lastReported, report.frame);
    figures().shown(report);
  }
}

/// A window may still be drawing, seconds on a busy machine; one that has stopped to draw is not waited for.
void FramesRun::awaitLastReport() {
  const HostTime end = hostNow() + Duration{5'000'000'000};
  collect();
  while (m_lastReported < m_lastDelivered && hostNow() < end) {
    if (m_context.stop.stop_requested() || !m_memory->drawn().ok()) return;
    m_progress.within(m_part);
    sleepUntil(hostNow() + Duration{1'000'000});
    collect();
  }
}

/// What the viewer has said by now is all that it says of these frames.
void FramesRun::settle() {
  collect();
  if (!m_memory->drawn().ok() && m_memory->end())
    figures().ended(m_memory->end()->message);
  else
    figures().settled();
}

FrameFigures& FramesRun::figures() {
  const auto found = std::ranges::find(m_figures, m_plan.way, &std::pair<FrameWay, FrameFigures>::first);
  if (found != m_figures.end()) return found->second;
  return m_figures.emplace_back(m_plan.way, FrameFigures(m_plan.way, m_asked.pacing)).second;
}

std::vector<RunResult> FramesRun::results() const {
  std::vector<RunResult> all;
  for (const auto& [way, figures] : m_figures) {
    if (figures.empty()) continue;
    RunResult& result = all.emplace_back(figures.result());
    result.error = m_painter->check();
    result.kinds["error"] = Provenance::Measured;
    result.kinds["seconds"] = Provenance::Measured;
  }
  for (const RunResult& result : m_impossible)
    if (std::ranges::find(all, result.variant, &RunResult::variant) == all.end()) all.push_back(result);
  if (m_stopped && m_asked.frames != 0) addUnfinished(all);
  return all;
}

/// The way that ran when the run ended, and those that it had not come to.
void FramesRun::addUnfinished(std::vector<RunResult>& all) const {
  const auto& [last, why] = *m_stopped;
  for (auto way = std::ranges::find(m_asked.ways, last); way != m_asked.ways.end(); ++way) {
    const auto known = std::ranges::find(all, frameWayKey(*way), &RunResult::variant);
    if (known == all.end()) {
      const bool begun = *way == last;
      RunResult& result = all.emplace_back();
      result.variant = frameWayKey(*way);
      result.status = begun ? RunResult::Status::Stopped : RunResult::Status::NotRun;
      result.message = begun ? why.message : std::string("not run: the run was stopped before it");
    } else if (*way == last && known->status == RunResult::Status::Ok) {
      known->status = RunResult::Status::Stopped;
      known->message = fmt::format("stopped after {:.0f} of {} frames; {}", known->figure("frames")->value,
                                   m_asked.frames, known->message);
    }
  }
}

}  // namespace strata::inline workloads
