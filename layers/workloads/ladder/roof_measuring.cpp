#include "layers/workloads/ladder/roof_measuring.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>
#include <vector>

#include "engine/base/host_facts.h"
#include "engine/trace/calibration.h"
#include "kernels/copy/copy_operation.h"
#include "kernels/linear/linear_operation.h"
#include "kernels/peak/peak_operation.h"
#include "layers/workloads/common/last_level_cache.h"
#include "layers/workloads/common/model_scope.h"
#include "layers/workloads/common/outcome.h"
#include "layers/workloads/common/run_progress.h"
#include "layers/workloads/ladder/ladder_streams.h"

namespace strata::inline workloads {
namespace {

constexpr std::int64_t kMebi = std::int64_t{1} << 20;
constexpr std::int64_t kLeastBytes = 128 * kMebi, kLeastBytesPerUnit = 4 * kMebi;  ///< large GPUs have large caches
constexpr std::int64_t kReadInputs = 4096;
constexpr std::int64_t kPeakValuesPerUnit = 98304;  ///< full blocks of each step
constexpr std::int64_t kPeakIterations = 1024, kMostIterations = 1 << 16;
constexpr int kRepeats = 5;
constexpr double kEnough = 0.15;          ///< seconds of one ladder's repeats after which no more are begun
constexpr double kHopeless = 2;           ///< a step so many times slower than the best one is not tried again
constexpr double kLaunchSeconds = 12e-3;  ///< handing it to all units takes a few tenths of a millisecond

using RoofSteps = std::vector<const Step*>;

/// A ladder that a roof is measured with.
struct RoofLadder {
  const Operation* operation;
  Problem problem;
  RoofSteps steps;
  double (*work)(const Operation& operation, const Problem& problem);  ///< what its rate counts
  const char* grows = nullptr;                                         ///< the parameter that makes a launch longer
};

struct Timed {
  double rate = 0, seconds = 0, processorShare = 1;
};

struct Fastest {
  std::string step;
  double rate = 0, processorShare = 0;
};

double bytesOfOperands(const Operation& operation, const Problem& problem) {
  return operandBytes(operation, problem);
}

double flopOf(const Operation& operation, const Problem& problem) {
  return operation.steps.front().cost(problem).flop;
}

RoofSteps allSteps(const Operation& operation) {
  RoofSteps steps;
  steps.reserve(operation.steps.size());
  for (const Step& step : operation.steps) steps.push_back(&step);
  return steps;
}

/// Of a product with one row, which reads its matrix and next to nothing else: those made for such a device.
RoofSteps readingSteps(const DeviceInfo& device) {
  const MadeFor others = device.isProcessor() ? MadeFor::Gpus : MadeFor::Processors;
  RoofSteps steps;
  for (const std::string_view name : {"partial_sums", "vectorised", "in_flight"})
    if (const Step* step = findStep(linearOperation(), name); step && step->madeFor != others) steps.push_back(step);
  return steps;
}

std::int64_t unitsOf(const DeviceInfo& device) {
  return std::max<std::int64_t>(1, device.computeUnits);
}

RoofLadder copyLadder(const DeviceInfo& device) {
  constexpr std::int64_t kBytes = 8;  // of an element, read and written
  return {&copyOperation(), Problem(copyOperation().parameters).set("n", roofBytes(device, availableMemory()) / kBytes),
          allSteps(copyOperation()), bytesOfOperands};
}

RoofLadder readLadder(const DeviceInfo& device) {
  constexpr std::int64_t kRowBytes = kReadInputs * static_cast<std::int64_t>(sizeof(float));
  return {&linearOperation(),
          Problem(linearOperation().parameters)
              .set("in", kReadInputs)
              .set("out", roofBytes(device, availableMemory()) / kRowBytes),
          readingSteps(device), bytesOfOperands};
}

RoofLadder peakLadder(const DeviceInfo& device) {
  return {&peakOperation(),
          Problem(peakOperation().parameters)
              .set("n", unitsOf(device) * kPeakValuesPerUnit)
              .set("iterations", kPeakIterations),
          allSteps(peakOperation()), flopOf, "iterations"};
}

/// All steps that roofs are measured with, told with their number: nobody asked for them.
class RoofProgress {
 public:
  RoofProgress(WorkContext& context, std::string_view why, std::size_t steps)
      : m_why(why), m_steps(static_cast<int>(steps)), m_progress(context, m_steps) {}

  Result<void> next(const Operation& operation, const Step& step) {
    ++m_begun;
    return m_progress.next(fmt::format("{}: {}, {} ({} of {})", m_why, operation.title, step.name, m_begun, m_steps));
  }
  const RunProgress& progress() const { return m_progress; }

 private:
  std::string_view m_why;
  int m_steps, m_begun = 0;
  RunProgress m_progress;
};

/// One ladder on its device, ready to be timed.
class RoofBench {
 public:
  static Result<RoofBench> make(const RoofLadder& ladder, const RoofMachine& machine, WorkContext& context,
                                const Routines& routines, RoofProgress& progress) {
    RoofBench bench(ladder, machine, context, routines, progress);
    bench.m_plan.operation = ladder.operation;
    bench.m_plan.problem = ladder.problem;
    STRATA_ASSIGN(bench.m_streams, LadderStreams::create(bench.m_plan, context));
    STRATA_TRY(bench.makeInputs());
    return bench;
  }

  /// The fastest run of any step: a roof is what was reached once.
  Result<Fastest> fastest() {
    STRATA_TRY(tryEach());
    if (m_tried.empty())
      return Error{ErrorCode::Unsupported, "No step of " + std::string(m_ladder->operation->name) + " runs here",
                   Storey::Model};
    grow();
    const double best = m_fastest.rate;
    double spent = 0;
    for (int repeat = 0; repeat < kRepeats && (repeat == 0 || spent < kEnough); ++repeat)
      for (const Tried& tried : m_tried) {
        if (tried.rate * kHopeless < best) continue;
        STRATA_ASSIGN(const std::optional<Timed> run, timed(*tried.step));
        if (run) take(*tried.step, *run), spent += run->seconds;
      }
    m_fastest.processorShare = shareOfFast();
    return m_fastest;
  }

 private:
  struct Tried {
    const Step* step;
    double rate = 0;
  };

  RoofBench(const RoofLadder& ladder, const RoofMachine& machine, WorkContext& context, const Routines& routines,
            RoofProgress& progress)
      : m_ladder(&ladder),
        m_machine(&machine),
        m_context(&context),
        m_progress(&progress),
        m_ops(context.recorder, context.device, routines) {}

  /// What they hold makes no launch slower or faster, unless a processor computes with what is nearly zero.
  Result<void> makeInputs() {
    const ModelScope scope(m_context->recorder, "inputs " + m_plan.shapeText());
    std::vector<TensorInfo> tensors = m_plan.operation->tensors(m_plan.problem);
    tensors.pop_back();
    m_data.inputs.reserve(tensors.size());
    for (TensorInfo& tensor : tensors) {
      STRATA_ASSIGN(Tensor made, makeTensor(m_context->device, std::move(tensor), MemoryKind::Device));
      if (m_context->device.info().isProcessor()) std::ranges::fill(made.buffer->span<float>(), 1.0f);
      m_data.inputs.push_back(std::move(made));
    }
    return {};
  }

  /// Short launches several times: where others want the processors, one may find them free for as long.
  Result<void> tryEach() {
    m_tried.reserve(m_ladder->steps.size());
    for (const Step* step : m_ladder->steps) {
      STRATA_TRY(m_progress->next(*m_ladder->operation, *step));
      Tried tried{step};
      for (int i = 0; i < (m_ladder->grows ? kRepeats : 1); ++i) {
        STRATA_ASSIGN(const std::optional<Timed> run, timed(*step));
        if (!run) break;
        take(*step, *run);
        tried.rate = std::max(tried.rate, run->rate);
        if (run->rate * kHopeless < m_fastest.rate) break;
      }
      if (tried.rate > 0) m_tried.push_back(tried);
    }
    return {};
  }

  void grow() {
    if (!m_ladder->grows) return;
    const double seconds = m_ladder->work(*m_plan.operation, m_plan.problem) / m_fastest.rate;
    m_plan.problem.set(m_ladder->grows, longerIterations(m_plan.problem[m_ladder->grows], seconds));
  }

  void take(const Step& step, const Timed& run) {
    m_runs.push_back(run);
    if (run.rate > m_fastest.rate) m_fastest = {std::string(step.name), run.rate};
  }

  /// Of all runs that were about as fast as that: one core alone may fill the memory's channels.
  double shareOfFast() const {
    constexpr double kAbout = 1.1;
    double share = 0;
    for (const Timed& run : m_runs)
      if (run.rate * kAbout >= m_fastest.rate) share = std::max(share, run.processorShare);
    return share;
  }

  /// One run, queued before the device begins where it can be, and how much of the device's processors this program had
  /// meanwhile: 1 is all of them. A GPU's work needs none. None where it does not run here.
  Result<std::optional<Timed>> timed(const Step& step) {
    if (!m_streams.prepare(m_plan, m_ops, m_data, step.name).ok()) return std::optional<Timed>();
    const std::string name = std::string(kRoofCall) + std::string(step.name);
    const Duration beforeLaunched = m_machine->processorTime();
    STRATA_ASSIGN(const std::vector<LadderRepeat> repeats,
                  m_streams.round(m_context->recorder, m_ops, name, 1, ExpectedTime{}, m_progress->progress()));
    const std::optional<Timed> launched = timedOf(repeats.front().time, beforeLaunched);
    const Duration beforeQueued = m_machine->processorTime();
    STRATA_ASSIGN(const std::optional<Duration> queued,
                  m_streams.timeQueued(m_context->recorder, m_ops, name, ExpectedTime{}, m_progress->progress()));
    return queued ? timedOf(*queued, beforeQueued) : launched;
  }

  std::optional<Timed> timedOf(Duration time, Duration processorTimeBefore) const {
    const double seconds = time.seconds();
    if (!(seconds > 0)) return {};
    const DeviceInfo& device = m_context->device.info();
    const double had = (m_machine->processorTime() - processorTimeBefore).seconds(),
                 all = seconds * processorsOf(device);
    return Timed{m_ladder->work(*m_plan.operation, m_plan.problem) / seconds, seconds,
                 device.isProcessor() && all > 0 ? std::min(1.0, had / all) : 1};
  }

  const RoofLadder* m_ladder;
  const RoofMachine* m_machine;
  WorkContext* m_context;
  RoofProgress* m_progress;
  Ops m_ops;
  LadderPlan m_plan;
  LadderStreams m_streams;
  LadderData m_data;
  std::vector<Tried> m_tried;
  std::vector<Timed> m_runs;
  Fastest m_fastest;
};

}  // namespace

double processorsOf(const DeviceInfo& device) {
  const auto limit = std::ranges::find(device.facts, kTimeLimitFact, &DeviceFact::key);
  return limit == device.facts.end() ? device.computeUnits : std::min<double>(device.computeUnits, limit->value);
}

std::int64_t leastRoofBytes(const DeviceInfo& device) {
  return std::max(kLeastBytes, unitsOf(device) * kLeastBytesPerUnit);
}

std::int64_t roofBytes(const DeviceInfo& device, std::uint64_t available) {
  constexpr std::int64_t kMost = 4096 * kMebi, kPart = 8, kPartOfFree = 4, kTimesCaches = 4;  // as STREAM asks for
  std::int64_t room = std::min(kMost, static_cast<std::int64_t>(device.memoryBytes) / kPart);
  if (device.isProcessor() && available > 0) room = std::min(room, static_cast<std::int64_t>(available) / kPartOfFree);
  const auto wanted = static_cast<std::int64_t>(kTimesCaches * lastLevelCacheBytes(device).value_or(0));
  return std::max(leastRoofBytes(device), std::min(wanted, room));
}

std::int64_t longerIterations(std::int64_t iterations, double seconds) {
  if (!(seconds > 0)) return iterations;
  const double longer = static_cast<double>(iterations) * kLaunchSeconds / seconds;
  return std::max(iterations, static_cast<std::int64_t>(std::min(longer, static_cast<double>(kMostIterations))));
}

std::int64_t secondsSince1970() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::seconds>(now).count();
}

Result<Roofs> measureRoofs(const RoofMachine& machine, WorkContext& context, const Routines& routines,
                           std::string_view why) {
  const DeviceInfo& device = context.device.info();
  const RoofLadder copies = copyLadder(device), reads = readLadder(device), peaks = peakLadder(device);
  RoofProgress progress(context, why, copies.steps.size() + reads.steps.size() + peaks.steps.size());
  const auto measure = [&](const RoofLadder& ladder) -> Result<Fastest> {
    STRATA_ASSIGN(RoofBench bench, RoofBench::make(ladder, machine, context, routines, progress));
    return bench.fastest();
  };
  STRATA_ASSIGN(Fastest moved, measure(copies));
  const Result<Fastest> read = measure(reads);
  if (!read.ok() && endsTheRun(read.error())) return read.error();
  if (read.ok() && read.value().rate > moved.rate) moved = read.value();
  STRATA_ASSIGN(const Fastest calculated, measure(peaks));
  const std::int64_t now = secondsSince1970();
  return Roofs{.bytesPerSecond = moved.rate,
               .flops = calculated.rate,
               .memoryStep = moved.step,
               .peakStep = calculated.step,
               .measuredAt = now,
               .bytesReachedAt = now,
               .flopsReachedAt = now,
               .processorShare = std::min(moved.processorShare, calculated.processorShare)};
}

}  // namespace strata::inline workloads
