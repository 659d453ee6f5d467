#include "layers/workloads/ladder/step_on_gpu.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "kernels/microscope/memory_counts.h"
#include "kernels/operation/executed_instructions.h"
#include "layers/compiler/kept_instructions.h"
#include "layers/compiler/line_executions.h"
#include "layers/hardware/device_limits.h"
#include "layers/hardware/gpu_model/demand_json.h"
#include "layers/hardware/gpu_model/gpu_machine.h"

namespace strata::inline workloads {
namespace {

constexpr double kCountedAccesses = 1.5e6;  ///< of threads, that are looked at one by one: a tenth of a second
constexpr std::int64_t kDepthStep = 64;     ///< no step's loop takes more at a time
constexpr double kTapedAccesses = 2e6;
constexpr std::uint32_t kLeastTaped = 16, kMostTaped = 1024;  ///< of a thread, to global memory
constexpr std::uint32_t kSharedPerTaped = 8;                  ///< accesses to shared memory that come along with one
constexpr double kBytesPerAccess = 4, kLanes = 32;

/// A launch on its way into the model.
struct Launch {
  CountedLaunch counted;
  const CompiledKernel* compiled = nullptr;
  std::uint32_t blocksPerUnit = 0;
  std::uint64_t sharedBytes = 0;  ///< of a block
};

Error cannotTell(std::string why) {
  return {ErrorCode::Unsupported, std::move(why), Storey::Hardware};
}

/// Unsupported where it is not known what a compiler makes of the kernel, or a block of it does not fit.
Result<Launch> prepared(const GpuFigures& gpu, CountedLaunch counted) {
  Launch launch{std::move(counted)};
  launch.compiled = keptInstructions().find(launch.counted.kernel, gpu.architecture);
  if (!launch.compiled)
    return cannotTell(fmt::format("What a compiler makes of {} for {} is not kept, so its time there is not modelled.",
                                  launch.counted.kernel, gpu.architecture));
  STRATA_ASSIGN(const DeviceLimits limits, deviceLimits(gpu.architecture));
  launch.sharedBytes = launch.compiled->sharedBytes + launch.counted.shape.sharedBytes;
  const BlockNeeds needs{static_cast<std::uint32_t>(launch.counted.shape.block.count()), launch.compiled->registers,
                         launch.sharedBytes};
  launch.blocksPerUnit = occupancy(limits, needs).blocks;
  if (launch.blocksPerUnit == 0)
    return cannotTell(fmt::format("A block of {} does not fit into a unit of {}.", launch.counted.kernel, gpu.title));
  return launch;
}

Sample countingSample(Dim3 grid, double part) {
  return spreadSample(grid, static_cast<std::uint64_t>(std::ceil(part * static_cast<double>(grid.count()))));
}

using Widths = std::shared_ptr<const AccessWidths>;

/// How wide the loads and stores of a plan's kernels are in an architecture's machine code.
Widths machineWidths(const StepPlan& plan, std::string_view architecture) {
  auto widths = std::make_shared<AccessWidths>();
  for (const KernelLaunch& launch : plan.launches) {
    const CompiledKernel* kernel = keptInstructions().find(launch.kernel, architecture);
    if (!kernel) continue;
    for (const CompiledLine& line : kernel->lines)
      for (const auto& [use, count] : line.uses) {
        const bool load = use.kind == InstructionKind::GlobalLoad || use.kind == InstructionKind::SharedLoad,
                   store = use.kind == InstructionKind::GlobalStore || use.kind == InstructionKind::SharedStore,
                   shared = use.kind == InstructionKind::SharedLoad || use.kind == InstructionKind::SharedStore;
        if (load || store)
          widths->add(std::string(launch.kernel),
                      {line.file, line.firstLine, line.lastLine, shared, store, use.amount});
      }
  }
  return widths;
}

double blocksOf(const StepPlan& plan) {
  double blocks = 0;
  for (const KernelLaunch& launch : plan.launches) blocks += static_cast<double>(launch.shape.grid.count());
  return blocks;
}

/// How many blocks of each launch are counted, as a part of all.
double countedPart(const Problem& problem, const Step& step) {
  const Cost cost = step.cost(problem);
  const double accesses = (cost.globalBytes + cost.sharedBytes) / kBytesPerAccess + cost.flop / 2;
  return accesses > 0 ? std::min(1.0, kCountedAccesses / accesses) : std::min(1.0, 64 / blocksOf(step.plan(problem)));
}

/// Two problems of less depth, from whose counts those of the plan's follow: its loops turn equally often for each
/// kDepthStep more. Empty where it is not deep, or where the step would launch something else.
std::vector<Problem> shallowProblems(const LadderPlan& plan, const Step& step) {
  const std::string_view depth = plan.operation->depth;
  if (depth.empty() || plan.problem[depth] < 4 * kDepthStep) return {};
  const auto like = [&](const StepPlan& a, const StepPlan& b) {
    return std::ranges::equal(a.launches, b.launches, [](const KernelLaunch& x, const KernelLaunch& y) {
      return x.kernel == y.kernel && x.shape.grid == y.shape.grid && x.shape.block == y.shape.block;
    });
  };
  std::vector<Problem> problems;
  for (const std::int64_t turns : {1, 2}) {
    Problem problem = plan.problem;
    problem.set(depth, turns * kDepthStep + plan.problem[depth] % kDepthStep);
    if (!like(step.plan(problem), step.plan(plan.problem))) return {};
    problems.push_back(std::move(problem));
  }
  return problems;
}

/// What a place came to at a depth, from what it came to at two smaller ones: `steps` of their distance above the
/// first.
ObservedPlace deeper(const ObservedPlace& one, const ObservedPlace& two, std::uint64_t steps) {
  ObservedPlace place = two;
  for (std::uint64_t ObservedPlace::*count :
       {&ObservedPlace::requests, &ObservedPlace::lanes, &ObservedPlace::sectors, &ObservedPlace::lines,
        &ObservedPlace::usedBytes, &ObservedPlace::wavefronts, &ObservedPlace::phases})
    place.*count = one.*count + steps * (two.*count - std::min(one.*count, two.*count));
  return place;
}

/// nullopt where the two did not come by the same places.
std::optional<std::vector<CountedLaunch>> deeper(const std::vector<CountedLaunch>& one, std::vector<CountedLaunch> two,
                                                 std::uint64_t steps) {
  if (one.size() != two.size()) return std::nullopt;
  for (std::size_t l = 0; l < one.size(); ++l) {
    if (one[l].places.size() != two[l].places.size()) return std::nullopt;
    for (std::size_t p = 0; p < one[l].places.size(); ++p)
      two[l].places[p] = deeper(one[l].places[p], two[l].places[p], steps);
  }
  return two;
}

Result<std::vector<CountedLaunch>> counted(const Problem& problem, const Step& step, const MemoryWatch& watch,
                                           const Widths& widths, const RunStepOnce& runOnce) {
  const double part = countedPart(problem, step);
  watch.choose([part](const ObservedLaunch& launch) { return countingSample(launch.shape.grid, part); }, widths);
  STRATA_TRY(runOnce(problem, watch.find));
  return watch.takeLaunches();
}

/// The plan's launches as counted.
struct Counts {
  std::vector<CountedLaunch> launches;
  std::string depths{};  ///< those counted, "k 64 and 128 of 4096"; empty: all of it
};

/// In full or, where that would take long, at two smaller depths.
Result<Counts> countedLaunches(const LadderPlan& plan, const Step& step, const MemoryWatch& watch, const Widths& widths,
                               const RunStepOnce& runOnce) {
  const std::vector<Problem> shallow = shallowProblems(plan, step);
  if (!shallow.empty()) {
    STRATA_ASSIGN(const std::vector<CountedLaunch> one, counted(shallow[0], step, watch, widths, runOnce));
    STRATA_ASSIGN(std::vector<CountedLaunch> two, counted(shallow[1], step, watch, widths, runOnce));
    const std::string_view depth = plan.operation->depth;
    const auto steps = static_cast<std::uint64_t>(plan.problem[depth] / kDepthStep - 1);
    if (auto all = deeper(one, std::move(two), steps))
      return Counts{std::move(*all), fmt::format("{} {} and {} of {}", depth, shallow[0][depth], shallow[1][depth],
                                                 plan.problem[depth])};
  }
  STRATA_ASSIGN(std::vector<CountedLaunch> all, counted(plan.problem, step, watch, widths, runOnce));
  return Counts{std::move(all)};
}

Sample tapingSample(const ObservedLaunch& launch, const GpuFigures& gpu, std::uint32_t blocksPerUnit) {
  const double together = gpu.units.value * blocksPerUnit;
  const double blocks = std::min(together, static_cast<double>(launch.shape.grid.count()));
  const double each = kTapedAccesses / (blocks * static_cast<double>(launch.shape.block.count()));
  const auto global = static_cast<std::uint32_t>(std::clamp<double>(each, kLeastTaped, kMostTaped));
  return firstBlocks(launch.shape.grid, static_cast<std::uint64_t>(together), global, global * kSharedPerTaped);
}

std::vector<LineExecutions> executionsOf(const std::vector<ObservedPlace>& places) {
  std::vector<LineExecutions> lines = lineExecutions(places);
  addWhatTextsSay(lines);
  return lines;
}

bool usesMatrixUnits(const CompiledKernel& kernel) {
  return std::ranges::any_of(kernel.lines, [](const CompiledLine& line) {
    return std::ranges::any_of(line.uses, [](const auto& use) { return use.first.kind == InstructionKind::Matrix; });
  });
}

/// What was counted, in words; empty: all of it.
std::string basisOf(std::uint64_t watched, std::uint64_t blocks, const std::string& depths) {
  const std::string some = watched < blocks ? fmt::format("{} of {} blocks", watched, blocks) : "all blocks";
  if (!depths.empty()) return fmt::format("{}, {}", some, depths);
  return watched < blocks ? some : "";
}

/// What a launch asked for and what the model makes of it, as a session keeps it.
nlohmann::json launchJson(const Launch& launch, const LaunchDemand& demand, const ModelledTime& time) {
  nlohmann::json only = nlohmann::json::object();
  for (std::size_t b = 0; b < time.only.size(); ++b)
    if (time.only[b] > 0) only[boundKey(static_cast<Bound>(b))] = time.only[b];
  const LaunchShape& shape = launch.counted.shape;
  return {{"kernel", launch.counted.kernel},
          {"threads", shape.block.count()},
          {"registers", launch.compiled->registers},
          {"shared_bytes", launch.sharedBytes},
          {"blocks_per_unit", launch.blocksPerUnit},
          {"demand", toJson(demand)},
          {"seconds", time.seconds},
          {"only", std::move(only)}};
}

using LinePlace = std::tuple<std::string, int, bool>;  ///< file, line, store

/// How many of a place's instruction stand in machine code.
std::vector<std::uint32_t> copiesOf(const Launch& launch, const CountedLaunch& taped) {
  std::map<SourceLine, std::uint32_t> placesAt;
  for (std::size_t i = 0; i < taped.tapeLines.size(); ++i)
    if (!taped.tape.places[i].store) ++placesAt[taped.tapeLines[i]];
  std::vector<std::uint32_t> copies;
  for (const SourceLine& line : taped.tapeLines) {
    std::uint32_t loads = 0;
    for (const CompiledLine& compiled : launch.compiled->lines)
      if (compiled.covers(line.file, line.line))
        for (const auto& [use, count] : compiled.uses)
          if (use.kind == InstructionKind::GlobalLoad || use.kind == InstructionKind::AsyncCopy)
            loads = std::max(loads, count);
    copies.push_back(std::max(1u, loads / std::max(1u, placesAt[line])));
  }
  return copies;
}

/// Counted sectors go on to the next caches as the taped ones of the same line did.
void addTraffic(LaunchDemand& demand, const CountedLaunch& counted, const CountedLaunch& taped,
                const ReplayedTraffic& replayed) {
  std::map<LinePlace, PlaceTraffic> byLine;
  for (std::size_t i = 0; i < taped.tapeLines.size(); ++i) {
    PlaceTraffic& line = byLine[{taped.tapeLines[i].file, taped.tapeLines[i].line, taped.tape.places[i].store}];
    const PlaceTraffic& place = replayed.places[i];
    line.sectors += place.sectors;
    line.toSecond += place.toSecond;
    line.toLast += place.toLast;
    line.toMemory += place.toMemory;
  }
  double loads = 0;
  for (const ObservedPlace& place : counted.places) {
    if (place.space != "global") continue;
    const bool store = place.what == "store";
    demand.firstLines += static_cast<double>(place.lines);
    if (!store) demand.firstBytes += static_cast<double>(place.lanes) * place.example.bytes;
    if (!store) loads += static_cast<double>(place.requests);
    const auto found = byLine.find({place.file, place.line, store});
    const auto sectors = static_cast<double>(place.sectors);
    // What the tape did not reach, such as the stores at a kernel's end, is taken as read or written once.
    const bool seen = found != byLine.end() && found->second.sectors > 0;
    const auto part = [&](std::uint64_t PlaceTraffic::*on) {
      return seen ? static_cast<double>(found->second.*on) / static_cast<double>(found->second.sectors) : 1;
    };
    demand.secondSectors += sectors * part(&PlaceTraffic::toSecond);
    if (store && place.usedBytes < place.sectors * kSectorBytes) demand.partialWrites += sectors;
    demand.lastSectors += sectors * part(&PlaceTraffic::toLast);
    demand.memorySectors += sectors * part(&PlaceTraffic::toMemory);
  }
  if (replayed.requests == 0) return;
  for (std::size_t level = 0; level < demand.rounds.size(); ++level)
    demand.rounds[level] = static_cast<double>(replayed.rounds[level]) * loads / static_cast<double>(replayed.requests);
}

LaunchDemand demandOf(const GpuFigures& gpu, const Launch& launch, const CountedLaunch& taped, double bytesInAll,
                      bool warm) {
  LaunchDemand demand;
  demand.blocks = static_cast<double>(launch.counted.shape.grid.count());
  demand.warpsPerBlock = std::ceil(static_cast<double>(launch.counted.shape.block.count()) / kLanes);
  const ExecutedInstructions executed =
      executedInstructions(*launch.compiled, executionsOf(launch.counted.places),
                           static_cast<std::uint64_t>(demand.blocks * demand.warpsPerBlock));
  demand.instructions = executed.total;
  demand.multiplyAdds = executed.of(InstructionKind::Fp32);
  demand.specials = executed.of(InstructionKind::Special);
  demand.barriers = executed.of(InstructionKind::Barrier);
  for (const ObservedPlace& place : launch.counted.places)
    demand.sharedWavefronts += static_cast<double>(place.wavefronts);
  const ReplayMachine machine = machineOf(gpu, launch.blocksPerUnit, launch.sharedBytes, bytesInAll, warm);
  addTraffic(demand, launch.counted, taped, replay(taped.tape, machine, copiesOf(launch, taped)));
  return demand;
}

}  // namespace

Result<ModelledRun> modelOnGpu(const GpuFigures& gpu, const LadderPlan& plan, const Step& step,
                               const MemoryWatch& watch, const RunStepOnce& runOnce) {
  const Widths widths = machineWidths(step.plan(plan.problem), gpu.architecture);
  STRATA_ASSIGN(Counts all, countedLaunches(plan, step, watch, widths, runOnce));
  std::vector<Launch> launches;
  for (CountedLaunch& one : all.launches) {
    STRATA_ASSIGN(Launch launch, prepared(gpu, std::move(one)));
    launches.push_back(std::move(launch));
  }
  std::size_t next = 0;
  watch.choose(
      [&](const ObservedLaunch& launch) {
        return tapingSample(launch, gpu, next < launches.size() ? launches[next++].blocksPerUnit : 1);
      },
      widths);
  STRATA_TRY(runOnce(plan.problem, watch.find));
  const std::vector<CountedLaunch> taped = watch.takeLaunches();
  if (taped.size() != launches.size())
    return cannotTell(
        fmt::format("{} launched {} kernels, and {} the second time.", step.name, launches.size(), taped.size()));

  double bytesInAll = operandBytes(*plan.operation, plan.problem);
  for (const TensorInfo& tensor : step.plan(plan.problem).workspace) bytesInAll += static_cast<double>(tensor.bytes());
  ModelledRun run;
  run.gpu = gpu.name;
  run.gpuTitle = gpu.title;
  std::array<double, kBounds> only{};
  std::uint64_t watched = 0, blocks = 0;
  const GpuRates rates = ratesOf(gpu);
  const double matrixFlop = step.cost(plan.problem).flop;
  for (std::size_t i = 0; i < launches.size(); ++i) {
    const Launch& launch = launches[i];
    LaunchDemand demand = demandOf(gpu, launch, taped[i], bytesInAll, !plan.coldCaches);
    if (usesMatrixUnits(*launch.compiled)) demand.matrixFlop = matrixFlop;
    const ModelledTime time = modelTime(demand, rates, launch.blocksPerUnit, constantsOf(gpu));
    run.seconds += time.seconds;
    for (std::size_t b = 0; b < only.size(); ++b) only[b] += time.only[b];
    watched += launch.counted.watched;
    blocks += launch.counted.shape.grid.count();
    (*run.launches).push_back(launchJson(launch, demand, time));
  }
  for (std::size_t b = 0; b < only.size(); ++b)
    if (only[b] > 0) run.only.push_back({std::string(boundKey(static_cast<Bound>(b))), only[b]});
  std::ranges::stable_sort(run.only, std::greater(), &ModelledRun::Part::seconds);
  if (!run.only.empty()) run.bound = run.only.front().bound;
  if (const Cost cost = step.cost(plan.problem); run.seconds > 0) {
    if (cost.flop > 0) run.gflops = cost.flop / run.seconds / 1e9;
    run.gbytesPerSecond = cost.minBytes / run.seconds / 1e9;
  }
  run.basis = basisOf(watched, blocks, all.depths);
  return run;
}

}  // namespace strata::inline workloads
