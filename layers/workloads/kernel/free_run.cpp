#include "layers/workloads/kernel/free_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "engine/protocol/advice.h"
#include "engine/trace/device_work.h"
#include "engine/trace/trace_args.h"
#include "kernels/operation/bound_launch.h"
#include "layers/common/current_call.h"
#include "layers/workloads/common/model_scope.h"
#include "layers/workloads/common/outcome.h"
#include "layers/workloads/common/own_step.h"
#include "layers/workloads/common/tensor_preview.h"
#include "layers/workloads/common/watched_text.h"
#include "layers/workloads/kernel/free_problems.h"
#include "layers/workloads/ladder/event_time.h"
#include "layers/workloads/ladder/ladder_figures.h"
#include "layers/workloads/ladder/ladder_run.h"
#include "layers/workloads/ladder/measured_roofs.h"

namespace strata::inline workloads {
namespace {

constexpr double kNsToFillAByte = 25;  ///< by formulas; a guess
constexpr int kStepsBeside = 4;        ///< of progress, beside repeats: ready, inputs, warm-up, check

Error noCompiler() {
  return {ErrorCode::Unsupported, "This agent has no compiler, so it runs no kernels that are brought along.",
          Storey::Compiler};
}

/// Where it is wrong at a size only that nobody asked for: which one, and how a text says that it is not made for it.
std::string aboutOtherSizes(const KernelFindings& findings) {
  const Finding* leading = leadingFinding(findings);
  if (!leading || leading->problem.empty()) return {};
  return fmt::format(
      "this was seen at {}, and not at {}; a kernel that is made for multiples only says so in its comment, as in \"n "
      "= "
      "1024 step 32\"",
      leading->problem, findings.problems.front());
}

}  // namespace

FreeRun::FreeRun(const FreePlan& plan, const FreeChoices& choices, const WorkloadParts& parts, WorkContext& context)
    : m_plan(plan),
      m_choices(choices),
      m_parts(parts),
      m_context(context),
      m_progress(context, choices.repeat + kStepsBeside + choices.observeErrors + choices.observeMemory),
      m_ops(context.recorder, context.device, m_noRoutines),
      m_text{plan.kernel->file, plan.kernel->text, {}} {
  for (const std::string& name : plan.kernelNames) m_kernels.emplace_back(name, name);
}

Result<RunResult> FreeRun::measure(const std::optional<Roofs>& roofs) {
  Result<RunResult> measured = measureReady(roofs);
  if (!measured.ok() && endsTheRun(measured.error())) return measured;
  RunResult result = measured.ok() ? std::move(measured).value() : outcome(m_plan.kernel->name, measured.error());
  result.text = m_plan.kernel->text;
  return result;
}

Result<RunResult> FreeRun::measureReady(const std::optional<Roofs>& roofs) {
  if (!m_parts.own.compile) return noCompiler();
  std::optional<KernelFindings> findings;
  if (m_choices.observeErrors) {
    STRATA_ASSIGN(findings, findErrors());
  }
  RunResult result;
  if (findings && findings->threadsEnded > 0) {
    result = unsafe(m_plan.kernel->name, *findings);
  } else {
    STRATA_TRY(makeReady());
    STRATA_ASSIGN(std::vector<LadderRepeat> times, repeats());
    const Cost cost{.globalBytes = m_plan.bytes(), .minBytes = m_plan.bytes()};
    result = summarizeRepeats(m_plan.kernel->name, std::move(times), cost);
    STRATA_TRY(check(result));
    if (result.status == RunResult::Status::Ok) {
      std::optional<Roofs> confirmed;
      if (roofs) {
        const ReachedRates reached = reachedRates(cost, result.seconds.median, m_context.device.info());
        STRATA_ASSIGN(confirmed, confirmedRoofs(*m_parts.roofs, *roofs, reached, m_context, *m_parts.routines));
        tellOfMeasuring(result, *confirmed);
        tellLower(result, *confirmed);
      }
      if (result.seconds.median > 0) addRoofFigures(result, cost, confirmed, m_context.device.info());
      EventTime eventTime(m_context.recorder, m_progress);
      STRATA_TRY(eventTime.addTo(result, *m_stream, std::array{m_start.get(), m_end.get()}));
    }
    if (m_choices.observeMemory)
      if (const auto observed = observeMemory(result); !observed.ok()) say(result, observed.error().message);
  }
  if (findings)
    if (const std::string about = aboutOtherSizes(*findings); !about.empty()) say(result, about);
  result.findings = std::move(findings);
  return result;
}

/// Before anything is run in earnest: a kernel that writes where it should not may end the agent.
Result<KernelFindings> FreeRun::findErrors() {
  if (!m_parts.own.check)
    return Error{ErrorCode::Unsupported,
                 "errors are looked for on the CPU device only, and not in builds with a sanitizer", Storey::Hardware};
  STRATA_TRY(m_progress.next("what is wrong with " + m_plan.kernel->name));
  const ModelScope scope(m_context.recorder, m_plan.kernel->name + ", errors looked for");
  const std::vector<ChosenSizes> sizes = watchedSizes(m_plan);
  auto at = sizes.begin();
  std::optional<FreePlan> watched;  // launches point into it
  SignsOfLife signs(kCompileTime, m_progress);
  const auto next = [&]() -> Result<std::optional<WatchedRun>> {
    signs.end();
    if (at == sizes.end()) return std::optional<WatchedRun>();
    STRATA_ASSIGN(watched, planFree(m_plan.kernel, *at++));
    STRATA_ASSIGN(WatchedRun run, watchedRunOf(*watched, m_choices.seed, m_context.stop));
    m_progress.rename(watchedText(m_plan.kernel->name, run.name));
    m_progress.within(0);
    return std::optional(std::move(run));
  };
  return m_parts.own.check(unit(), next, m_context);
}

Result<void> FreeRun::makeReady() {
  STRATA_TRY(m_progress.next(m_text.name + " is compiled"));
  {
    const ModelScope scope(m_context.recorder, m_plan.kernel->name + " is made ready");
    const SignsOfLife signs(kCompileTime, m_progress);
    STRATA_ASSIGN(m_find, m_parts.own.compile(unit(), OwnBuild::Plain, m_context));
  }
  STRATA_TRY(m_progress.next("inputs " + m_plan.shapeText()));
  const ModelScope scope(m_context.recorder, "inputs " + m_plan.shapeText());
  STRATA_ASSIGN(m_start, m_context.device.createEvent());
  STRATA_ASSIGN(m_end, m_context.device.createEvent());
  STRATA_ASSIGN(m_stream, m_context.device.createStream());
  const SignsOfLife signs({Duration{static_cast<std::int64_t>(std::min(m_plan.bytes() * kNsToFillAByte, 1e11))}, false},
                          m_progress);
  STRATA_ASSIGN(m_tensors, FreeTensors::make(m_plan, m_choices.seed, m_context, m_ops, *m_stream));
  return {};
}

Result<std::vector<LadderRepeat>> FreeRun::repeats() {
  const auto limit = m_parts.own.limitMemory ? m_parts.own.limitMemory() : nullptr;
  const std::string name = fmt::format("{} {}", m_plan.kernel->name, m_plan.shapeText());
  STRATA_TRY(m_progress.next(name + ", warm-up"));
  STRATA_ASSIGN(const LadderRepeat first, once(name + " warm-up", ExpectedTime{}));
  std::vector<LadderRepeat> all;
  for (int i = 1; i <= m_choices.repeat; ++i) {
    STRATA_TRY(m_progress.next(fmt::format("{}, repeat {} of {}", name, i, m_choices.repeat)));
    STRATA_ASSIGN(const LadderRepeat repeat, once(name, {first.time, true}));
    all.push_back(repeat);
  }
  if (m_stream->canHold() && first.time < kWorthQueueing)
    for (LadderRepeat& repeat : all) {
      STRATA_ASSIGN(const LadderRepeat queued,
                    once(name + " queued", {first.time, true}, std::make_shared<StreamGate>()));
      repeat.queued = queued.time;
    }
  return all;
}

Result<LadderRepeat> FreeRun::once(const std::string& name, ExpectedTime expected,
                                   const std::shared_ptr<StreamGate>& gate) {
  {
    const ModelScope scope(m_context.recorder, "what is written is put back");
    STRATA_TRY(m_tensors.reset(m_ops, *m_stream));
  }
  const ModelScope scope(m_context.recorder, name);
  if (gate) STRATA_TRY(m_stream->hold(gate));
  STRATA_TRY(m_stream->record(*m_start));
  STRATA_TRY(launchAll(m_find));
  STRATA_TRY(m_stream->record(*m_end));
  if (gate) gate->open();
  STRATA_TRY(waitPatiently(*m_stream, expected, m_progress));
  STRATA_ASSIGN(const Duration time, m_end->since(*m_start));
  return LadderRepeat{scope.id(), time};
}

/// Framework and library are the file itself: it says what is launched, in its own order.
Result<void> FreeRun::launchAll(const KernelFinder& find) {
  TraceRecorder& recorder = m_context.recorder;
  std::vector<Arg> args;
  for (const auto& [size, value] : m_plan.sizes)
    args.push_back({recorder.intern(size), static_cast<std::int64_t>(value)});
  args.push_back({recorder.intern(arg::kReason), recorder.intern("the comment of " + m_text.name + " says so")});
  const TraceScope framework(recorder, Storey::Framework, recorder.intern(m_plan.kernel->name), currentCall(),
                             CorrelationId::None, recorder.internArgs(args));
  const std::array<Arg, 1> provider{{{recorder.intern(arg::kProvider), recorder.intern(m_text.name)}}};
  const TraceScope library(recorder, Storey::Library, recorder.intern(m_text.name), currentCall(), CorrelationId::None,
                           recorder.internArgs(provider));
  const std::vector<void*> places = m_tensors.places();
  for (const KernelLaunch& launch : m_plan.launches) {
    STRATA_ASSIGN(BoundLaunch bound, BoundLaunch::bind(m_context.device, launch, find(launch.kernel), places));
    STRATA_TRY(bound.start(*m_stream));
  }
  return {};
}

Result<void> FreeRun::check(RunResult& result) {
  STRATA_TRY(m_progress.next(m_plan.kernel->name + " is checked"));
  const ModelScope scope(m_context.recorder, "check " + m_plan.kernel->name);
  STRATA_ASSIGN(m_after, m_tensors.download(m_ops, *m_stream));
  STRATA_ASSIGN(const auto verdict, judgeFree(m_plan, m_tensors.before(), m_after, m_progress));
  if (!verdict) {
    result.message = "not checked: " + m_text.name + " expects none";
    return {};
  }
  if (!verdict->met) {
    const bool mayLook = m_parts.own.check && !m_choices.observeErrors;
    const std::string look = mayLook ? fmt::format(". {} looks for the lines to blame", kToFindLines) : "";
    result = outcome(m_plan.kernel->name, {ErrorCode::CheckFailed,
                                           fmt::format("{} computes a wrong result: {}. Its speed is not shown{}",
                                                       m_plan.kernel->name, verdict->trouble, look),
                                           Storey::Model});
  }
  result.error = verdict->check;
  result.kinds["error"] = Provenance::Measured;
  return {};
}

Result<void> FreeRun::observeMemory(RunResult& result) {
  if (!m_parts.memory.watch)
    return Error{
        ErrorCode::Unsupported,
        "memory accesses are counted on the CPU device only, not in builds with a sanitizer, and not where the "
        "agent was stripped of its line table",
        Storey::Hardware};
  STRATA_TRY(m_progress.next(m_plan.kernel->name + ", memory observed"));
  const ModelScope scope(m_context.recorder, m_plan.kernel->name + std::string(kMemoryObserved));
  STRATA_TRY(m_tensors.reset(m_ops, *m_stream));
  SignsOfLife signs(kCompileTime, m_progress);
  STRATA_ASSIGN(const KernelFinder find, m_parts.own.compile(unit(), OwnBuild::Observed, m_context));
  signs.end();
  for (const NamedMemory& tensor : m_tensors.named()) m_parts.memory.name(tensor);
  STRATA_TRY(launchAll([&](std::string_view kernel) { return m_parts.memory.watch(find(kernel)); }));
  STRATA_TRY(m_stream->synchronize());
  result.places = m_parts.memory.take();
  nameAsWritten(result.places, m_text);
  return {};
}

void FreeRun::keepPreviews(KeptPreviews& previews) const {
  for (std::size_t i = 0; i < m_after.size(); ++i) {
    const TensorInfo& info = m_plan.tensors[i];
    const std::vector<double>& values = m_after[i];
    previews.keep(info.name, tensorPreview(info.name, info.shape, std::vector<float>(values.begin(), values.end())));
  }
}

}  // namespace strata::inline workloads
