#include "layers/workloads/ladder/ladder_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string_view>
#include <utility>

#include "engine/base/median.h"
#include "engine/protocol/advice.h"
#include "engine/trace/device_work.h"
#include "layers/library/strata_routine.h"
#include "layers/workloads/common/model_scope.h"
#include "layers/workloads/common/outcome.h"
#include "layers/workloads/common/patient_wait.h"
#include "layers/workloads/common/run_progress.h"
#include "layers/workloads/common/watched_text.h"
#include "layers/workloads/ladder/check_problems.h"
#include "layers/workloads/ladder/slow_steps.h"
#include "layers/workloads/ladder/step_on_gpu.h"

namespace strata::inline workloads {
namespace {

constexpr int kNaNByte = 0xFF;  ///< makes a NaN of every floating-point type
constexpr int kOfInputs = 1, kOfReference = 1, kOfWarmUp = 1, kOfCheck = 1;  ///< steps of progress

/// Of an output that holds more than finite numbers: which element is the first of those, and what it is.
std::string notFinite(const LadderData& data) {
  constexpr std::string_view kNoNumbers = "left values in its output that are not numbers";
  const std::vector<float> values = data.outputValues();
  const auto first = std::ranges::find_if_not(values, [](float value) { return std::isfinite(value); });
  if (first == values.end()) return std::string(kNoNumbers);
  const auto element = static_cast<std::size_t>(first - values.begin());
  if (std::isinf(*first))
    return fmt::format("left infinite values in its output: element {} is {}, the first of them", element, *first);
  const std::size_t size = data.hostOutput.bytes() / values.size();
  const auto* bytes = static_cast<const unsigned char*>(data.hostOutput.buffer->data()) + element * size;
  if (std::all_of(bytes, bytes + size, [](unsigned char byte) { return byte == kNaNByte; }))
    return fmt::format("{}: element {} was not written, or only with what stood there before", kNoNumbers, element);
  return fmt::format("{}: element {} is the first", kNoNumbers, element);
}

RunResult wrong(const std::string& variant, const RunResult::Check& check, const LadderData& data, bool mayLook) {
  RunResult result;
  result.variant = variant;
  result.status = RunResult::Status::Failed;
  result.error = check;
  result.kinds["error"] = Provenance::Measured;
  result.message =
      std::isfinite(check.value)
          ? fmt::format("{} computes a wrong result: {} error {:.3g}, limit {:.3g}; its speed is not shown", variant,
                        check.metric, check.value, check.limit)
          : fmt::format("{} {}; its speed is not shown", variant, notFinite(data));
  if (mayLook) result.message.append(". ").append(kToFindLines).append(" looks for the lines to blame");
  return result;
}

}  // namespace

LadderRun::LadderRun(const LadderPlan& plan, const Routines& routines, WorkContext& context)
    : m_plan(plan),
      m_context(context),
      m_progress(context, plan.onlyModelled ? kOfInputs : kOfInputs + kOfReference),
      m_ops(context.recorder, context.device, routines),
      m_eventTime(context.recorder, m_progress) {}

void LadderRun::setModelGpu(std::optional<GpuFigures> gpu, KeptModels& models) {
  m_models = &models;
  m_modelGpu = std::move(gpu);
}

LadderRun::Steps LadderRun::stepsOf(const std::string& variant) const {
  const int modelled = canBeModelled(variant) ? 1 : 0;
  if (m_plan.onlyModelled) return {modelled, 0};  // instead of being measured
  const bool isLeftOut = std::ranges::find(m_plan.variants, variant) == m_plan.variants.end();
  if (isLeftOut || !has(variant)) return {0, modelled};
  const int errors = m_plan.observeErrors && m_plan.step(variant) ? 1 : 0;
  return {errors + kOfWarmUp + m_plan.repeat + kOfCheck, modelled};
}

void LadderRun::settle(int foreseen, int begunBefore) {
  if (foreseen == 0) return;
  m_progress.add(m_progress.begun() - begunBefore - foreseen);
  m_progress.within(1);
}

Result<void> LadderRun::prepare(const std::vector<std::string>& asked) {
  for (const std::string& variant : asked) {
    const Steps steps = stepsOf(variant);
    m_progress.add(steps.measured + steps.modelled);
  }
  STRATA_TRY(m_progress.next("inputs " + m_plan.shapeText()));
  STRATA_ASSIGN(m_streams, LadderStreams::create(m_plan, m_context));
  SignsOfLife signs(kHostWorkTime, m_progress);
  STRATA_ASSIGN(m_data, prepareLadder(m_plan, m_context, m_ops, m_streams.stream(0)));
  signs.end();
  if (m_plan.onlyModelled) return {};
  const char* what = m_plan.fullCheck ? "reference in fp64" : "samples of the reference in fp64";
  STRATA_TRY(m_progress.next(what));
  const ModelScope scope(m_context.recorder, what);
  const auto step = [this](double part) {
    m_progress.within(part);
    return !m_progress.stopRequested();
  };
  m_check = makeOutputCheck(*m_plan.operation, m_plan.problem, m_data.inputValues(), m_plan.fullCheck, step);
  if (m_check) return {};
  return Error{ErrorCode::Stopped, "Stopped while the reference was computed", Storey::Model};
}

Result<RunResult> LadderRun::measure(const std::string& variant) {
  const int begun = m_progress.begun();
  STRATA_ASSIGN(RunResult result, measureOrModel(variant));
  settle(stepsOf(variant).measured, begun);
  return result;
}

Result<RunResult> LadderRun::measureOrModel(const std::string& variant) {
  if (m_plan.onlyModelled) return modelOnly(variant);
  Result<RunResult> measured = measureReady(variant);
  if (!measured.ok() && endsTheRun(measured.error())) return measured;
  RunResult result = measured.ok() ? std::move(measured).value() : outcome(variant, measured.error());
  if (const OwnStep* own = m_plan.ownStep(variant)) result.text = own->text.text, result.like = own->like;
  return result;
}

RunResult LadderRun::notRun(const std::string& variant, const std::string& why) {
  settle(stepsOf(variant).measured, m_progress.begun());
  RunResult result;
  result.variant = variant;
  result.status = RunResult::Status::NotRun;
  result.message = "not run: " + why;
  return result;
}

Error LadderRun::absent(const std::string& variant) const {
  if (m_plan.compileNow && m_plan.step(variant) == nullptr)
    return {ErrorCode::Unsupported,
            fmt::format("Only the ladder's own steps can be compiled at run time, not a library's routines; run {} "
                        "with compile=ahead",
                        variant),
            Storey::Library};
  return {ErrorCode::Unsupported, fmt::format("{} is not in this agent", variant), Storey::Library};
}

Result<RunResult> LadderRun::measureReady(const std::string& variant) {
  const Routine* routine = m_ops.find(*m_plan.operation, variant);
  if (routine == nullptr) return absent(variant);
  STRATA_TRY(routine->supports(m_context.device.info(), m_plan.problem));
  std::optional<KernelFindings> findings;
  if (m_plan.observeErrors && m_plan.step(variant)) {
    STRATA_ASSIGN(findings, findErrors(variant));
  }
  const bool harms = findings && findings->threadsEnded > 0;
  Result<RunResult> measured = harms ? unsafe(variant, *findings) : measureSound(*routine, variant);
  if (!measured.ok() && (!findings || endsTheRun(measured.error()))) return measured;
  RunResult result = measured.ok() ? std::move(measured).value() : outcome(variant, measured.error());
  result.findings = std::move(findings);
  return result;
}

Result<RunResult> LadderRun::measureSound(const Routine& routine, const std::string& variant) {
  STRATA_ASSIGN(const Repeats repeats, repeat(variant));
  STRATA_ASSIGN(const RunResult::Check check, judge(variant, routine.limit(m_plan.problem)));
  if (!check.withinLimit())
    return wrong(variant, check, m_data, m_plan.ownStep(variant) && !m_plan.observeErrors && m_own.check);
  const Cost cost = m_plan.rated(routine.cost(m_plan.problem));
  RunResult result = summarizeRepeats(variant, repeats, cost);
  result.error = check;
  result.kinds["error"] = Provenance::Measured;
  if (m_roofs) {
    const ReachedRates reached = reachedRates(cost, result.seconds.median, m_context.device.info());
    const Roofs before = *m_roofs;
    STRATA_ASSIGN(m_roofs, m_roofCheck(before, reached));
    tellOfMeasuring(result, *m_roofs);
    tellLower(result, *m_roofs);
    if (std::exchange(m_sharesTold, true)) tellHigher(result, reached, before, *m_roofs);
  }
  addFigures(result, cost);
  STRATA_TRY(m_eventTime.addTo(result, m_streams.stream(0), m_streams.events()));
  if (const Step* step = m_plan.step(variant); step && m_plan.observeMemory)
    if (const auto observed = observeMemory(result, *step); !observed.ok()) say(result, observed.error().message);
  if (m_plan.streams > 1) say(result, fmt::format("repeats ran {} at a time, each slower than alone", m_plan.streams));
  return result;
}

void LadderRun::addFigures(RunResult& result, const Cost& cost) {
  m_plan.ownStep(result.variant) ? addOperandFigures(result, cost) : addCostFigures(result, cost);
  if (m_streams.workspaceBytes() > 0)
    result.figures.push_back(
        {"workspace", static_cast<double>(m_streams.workspaceBytes()), "bytes", Provenance::Counted});
  if (result.seconds.median > 0) addRoofFigures(result, cost, m_roofs, m_context.device.info());
  const Step* step = m_plan.step(result.variant);
  if (step && m_resources && !m_plan.compileNow)  // who knows the program's kernels does not know those compiled now
    addOccupancyFigures(result, m_plan, *step, m_context.device.info(), m_resources);
}

bool LadderRun::renewRoofs(RunResult& result) const {
  const Routine* routine = m_ops.find(*m_plan.operation, result.variant);
  if (!m_roofs || routine == nullptr) return false;
  return renewRoofFigures(result, m_plan.rated(routine->cost(m_plan.problem)), *m_roofs, m_context.device.info());
}

/// Before anything is run in earnest: a kernel that writes where it should not may end the agent.
Result<KernelFindings> LadderRun::findErrors(const std::string& variant) {
  if (!m_own.check)
    return Error{ErrorCode::Unsupported,
                 "errors are looked for on the CPU device only, and not in builds with a sanitizer", Storey::Hardware};
  STRATA_TRY(m_progress.next("what is wrong with " + variant));
  const ModelScope scope(m_context.recorder, variant + ", errors looked for");
  const Step& step = *m_plan.step(variant);
  const std::vector<Problem> problems = checkProblems(m_plan, step, m_context.device.info());
  SignsOfLife signs(kCompileTime, m_progress);
  const auto begins = [&](const std::string& problem) {
    signs.end();
    m_progress.rename(watchedText(variant, problem));
    m_progress.within(0);
  };
  if (const OwnStep* own = m_plan.ownStep(variant))
    return checkStep(m_own, *m_plan.operation, problems, *own, m_plan.seed, m_context, begins);
  STRATA_ASSIGN(const auto copy, makeOwnStep(*m_plan.operation, m_plan.problem, ownCopyOf(step)));
  return checkStep(m_own, *m_plan.operation, problems, *copy, m_plan.seed, m_context, begins);
}

Result<void> LadderRun::observeMemory(RunResult& result, const Step& step) {
  if (!m_memory.find)
    return Error{
        ErrorCode::Unsupported,
        "memory accesses are counted on the CPU device only, not in builds with a sanitizer, and not where the "
        "agent was stripped of its line table",
        Storey::Hardware};
  const ModelScope scope(m_context.recorder, fmt::format("{}{}", result.variant, kMemoryObserved));
  KernelFinder find = m_memory.find;
  if (const OwnStep* own = m_plan.ownStep(result.variant)) {
    const SignsOfLife compiles(kCompileTime, m_progress);
    STRATA_ASSIGN(find,
                  m_own.compile({own->text, m_plan.operation->name, own->kernels}, OwnBuild::Observed, m_context));
    find = [this, find](std::string_view kernel) { return m_memory.watch(find(kernel)); };
  }
  const StrataRoutine watched(*m_plan.operation, step, find);
  STRATA_TRY(m_streams.runOnce(m_context, m_plan.problem, m_data, watched, m_memory.name));
  result.places = m_memory.take();
  if (const OwnStep* own = m_plan.ownStep(result.variant)) {
    nameAsWritten(result.places, own->text);
    addSeenBytes(result);
  }
  return {};
}

Result<RunResult> LadderRun::modelOnly(const std::string& variant) {
  RunResult result;
  result.variant = variant;
  result.status = RunResult::Status::Unsupported;
  const Step* step = m_plan.step(variant);
  if (!step) {
    result.message = "a library's routine cannot be counted, so it has no modelled time";
    return result;
  }
  const Routine* routine = m_ops.find(*m_plan.operation, variant);
  if (routine == nullptr) return outcome(variant, absent(variant));
  if (const auto can = routine->supports(m_context.device.info(), m_plan.problem); !can.ok())
    return outcome(variant, can.error());
  result.message = m_memory.find ? "not run: modelled times were asked for"
                                 : "not run: modelled times were asked for, and this agent cannot count accesses";
  STRATA_TRY(addModel(result));
  if (result.modelled) result.status = RunResult::Status::NotRun;
  return result;
}

bool LadderRun::canBeModelled(const std::string& variant) const {
  const Step* step = m_plan.step(variant);
  if (!m_modelGpu || !m_memory.find || !step || step->madeFor == MadeFor::Processors) return false;
  return has(variant) && !m_plan.ownStep(variant);  // nobody has compiled that for the GPU
}

Result<void> LadderRun::model(RunResult& result) {
  const int begun = m_progress.begun();
  if (result.status == RunResult::Status::Ok || result.leftOut()) {
    auto added = addModel(result);
    if (!added.ok() && added.error().code == ErrorCode::Stopped)
      say(result, fmt::format("its time on {} is not modelled: the run was stopped", m_modelGpu->title));
    if (!added.ok()) return added;
  }
  settle(stepsOf(result.variant).modelled, begun);
  return {};
}

Result<void> LadderRun::addModel(RunResult& result) {
  if (!canBeModelled(result.variant)) return {};
  const Step* step = m_plan.step(result.variant);
  STRATA_TRY(m_progress.next(fmt::format("{} on {}, modelled", result.variant, m_modelGpu->title)));
  const Result<const KeptModels::Model*> model = modelOf(*step);
  if (!model.ok()) {
    if (model.error().code != ErrorCode::Unsupported) return model.error();
    say(result, model.error().message);
    return {};
  }
  result.modelled = model.value()->run;
  if (result.figures.empty())
    addCostFigures(result, m_plan.rated(step->cost(m_plan.problem)));  // of a step that was not run
  result.figures.push_back({std::string(kCountingTime), model.value()->countingSeconds, "s", Provenance::Measured});
  return {};
}

Result<const KeptModels::Model*> LadderRun::modelOf(const Step& step) {
  KeptModels::Counted counted{std::string(step.name), m_modelGpu->name, m_plan.problem, m_plan.seed, m_plan.coldCaches};
  if (const KeptModels::Model* kept = m_models->find(counted)) return kept;
  const ModelScope scope(m_context.recorder, fmt::format("{}{}{}", step.name, kCountedFor, m_modelGpu->title));
  const SignsOfLife signs(kHostWorkTime, m_progress);
  const HostTime begin = hostNow();
  STRATA_ASSIGN(
      ModelledRun run,
      modelOnGpu(*m_modelGpu, m_plan, step, m_memory, [&](const Problem& problem, const KernelFinder& kernels) {
        return m_streams.runOnce(m_context, problem, m_data, StrataRoutine(*m_plan.operation, step, kernels));
      }));
  return &m_models->keep(std::move(counted), {std::move(run), (hostNow() - begin).seconds()});
}

Result<LadderRun::Repeats> LadderRun::repeat(const std::string& variant) {
  const std::string name = fmt::format("{} {}", variant, m_plan.shapeText());
  const auto round = [&](const std::string& slice, std::size_t runs, ExpectedTime expected) {
    return m_streams.round(m_context.recorder, m_ops, slice, runs, expected, m_progress);
  };
  {
    const ModelScope scope(m_context.recorder, variant + " is made ready");
    std::memset(m_data.hostOutput.buffer->data(), kNaNByte, m_data.hostOutput.bytes());
    STRATA_TRY(m_streams.overwrite(m_ops, m_data.hostOutput));
    const SignsOfLife compiles(kCompileTime, m_progress);
    STRATA_TRY(m_streams.prepare(m_plan, m_ops, m_data, variant));
  }
  const auto limit = m_plan.ownStep(variant) && m_own.limitMemory ? m_own.limitMemory() : nullptr;
  STRATA_TRY(m_progress.next(name + ", warm-up"));
  STRATA_ASSIGN(const Repeats first, round(name + " warm-up", m_streams.count(), expectedFirst(variant)));
  Repeats repeats;
  while (repeats.size() < static_cast<std::size_t>(m_plan.repeat)) {
    const std::size_t left = static_cast<std::size_t>(m_plan.repeat) - repeats.size();
    const std::size_t runs = std::min(left, m_streams.count());
    for (std::size_t i = 0; i < runs; ++i)
      STRATA_TRY(m_progress.next(fmt::format("{}, repeat {} of {}", name, repeats.size() + 1, m_plan.repeat)));
    STRATA_ASSIGN(const Repeats some, round(name, runs, {first.back().time, true}));
    repeats.insert(repeats.end(), some.begin(), some.end());
  }
  if (m_streams.count() == 1 && first.back().time < kWorthQueueing)
    for (LadderRepeat& repeat : repeats) {
      STRATA_ASSIGN(repeat.queued, m_streams.timeQueued(m_context.recorder, m_ops, name + " queued",
                                                        {first.back().time, true}, m_progress));
    }
  return repeats;
}

/// The cost of a kernel that somebody brought is not known: it may come to no end.
ExpectedTime LadderRun::expectedFirst(const std::string& variant) const {
  if (m_plan.ownStep(variant)) return {m_forecast.once(variant).value_or(Duration{}), false};
  return {slowestTime(m_ops.find(*m_plan.operation, variant)->cost(m_plan.problem)), false};
}

Result<RunResult::Check> LadderRun::judge(const std::string& variant, double limit) {
  STRATA_TRY(m_progress.next(variant + " is checked"));
  const ModelScope scope(m_context.recorder, "check " + variant);
  RunResult::Check worst;
  for (std::size_t stream = 0; stream < m_streams.count(); ++stream) {
    STRATA_TRY(m_streams.download(m_ops, stream, m_data.hostOutput));
    const RunResult::Check check{m_check->metric(), m_check->error(m_data.outputValues()), limit};
    if (stream == 0 || !(check.value <= worst.value)) worst = check;
    if (!worst.withinLimit()) break;
  }
  return worst;
}

RunResult summarizeRepeats(const std::string& variant, std::vector<LadderRepeat> repeats, const Cost& cost) {
  RunResult result;
  result.variant = variant;
  result.firstCall = static_cast<std::uint32_t>(repeats.front().call);
  result.lastCall = static_cast<std::uint32_t>(repeats.back().call);
  std::vector<double> each;
  each.reserve(repeats.size());
  for (const LadderRepeat& repeat : repeats) each.push_back(repeat.deviceTime().seconds());
  std::ranges::sort(repeats, {}, &LadderRepeat::deviceTime);
  const LadderRepeat& median = repeats[medianPlace(repeats.size())];
  const double seconds = median.deviceTime().seconds();
  result.medianCall = static_cast<std::uint32_t>(median.call);
  result.seconds = {seconds,
                    repeats.front().deviceTime().seconds(),
                    repeats.back().deviceTime().seconds(),
                    static_cast<int>(repeats.size()),
                    "device",
                    std::move(each)};
  result.kinds["seconds"] = Provenance::Measured;
  if (median.queued)
    result.figures.push_back({std::string(kTimeAsLaunched), median.time.seconds(), "s", Provenance::Measured});
  if (seconds <= 0) return result;
  if (cost.flop > 0) {
    result.gflops = cost.flop / seconds / 1e9;
    result.kinds["gflops"] = Provenance::Measured;
  }
  result.gbytesPerSecond = cost.minBytes / seconds / 1e9;
  result.kinds["gbytes_per_s"] = Provenance::Modelled;
  return result;
}

}  // namespace strata::inline workloads
