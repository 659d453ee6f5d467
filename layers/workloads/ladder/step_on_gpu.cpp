#include "layers/workloads/ladder/step_on_gpu.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <functional>

#include "layers/compiler/kept_instructions.h"
#include "layers/compiler/machine_widths.h"
#include "layers/hardware/device_limits.h"
#include "layers/hardware/gpu_model/demand_json.h"
#include "layers/hardware/gpu_model/gpu_machine.h"
#include "layers/workloads/ladder/counted_step.h"
#include "layers/workloads/ladder/launch_demand.h"

namespace strata::inline workloads {
namespace {

Error cannotTell(std::string why) {
  return {ErrorCode::Unsupported, std::move(why), Storey::Hardware};
}

/// Why there is no code that a time could be modelled by. Plain code may trap where code with an architecture's own
/// features (sm_90a) computes.
Error noCode(const GpuFigures& gpu, const std::string& kernel, const Step& step, const Problem& problem) {
  const std::string traps = trapsOn(gpu.architecture, step, problem), own = gpu.architecture + "a";
  if (!traps.empty() && trapsOn(own, step, problem).empty())
    return cannotTell(fmt::format(
        "{} computes in code for {} alone, whose copies and products the model does not know, so its time is not "
        "modelled.",
        kernel, own));
  if (!traps.empty()) return cannotTell(fmt::format("{} So its time there is not modelled.", traps));
  return cannotTell(fmt::format("What a compiler makes of {} for {} is not kept, so its time there is not modelled.",
                                kernel, gpu.architecture));
}

/// Unsupported where it is not known what a compiler makes of the kernel, a block of it does not fit, or it was counted
/// in wider warps than the GPU's: what 64 lanes ask for at once does not tell what 32 do.
Result<AskedLaunch> prepared(const GpuFigures& gpu, CountedLaunch counted, const Step& step, const Problem& problem) {
  AskedLaunch launch{std::move(counted)};
  launch.compiled = keptInstructions().find(launch.counted.kernel, gpu.architecture);
  if (!launch.compiled) return noCode(gpu, launch.counted.kernel, step, problem);
  STRATA_ASSIGN(const DeviceLimits limits, deviceLimits(gpu.architecture));
  if (launch.counted.waveSize > limits.waveSize)
    return cannotTell(fmt::format(
        "{}'s warps have {} lanes, and the CPU device counts in waves of {}, so no time there is modelled: unset "
        "STRATA_CPU_WAVE.",
        gpu.title, limits.waveSize, launch.counted.waveSize));
  launch.sharedBytes = launch.compiled->sharedBytes + launch.counted.shape.sharedBytes;
  const BlockNeeds needs{static_cast<std::uint32_t>(launch.counted.shape.block.count()), launch.compiled->registers,
                         launch.sharedBytes};
  launch.blocksPerUnit = occupancy(limits, needs).blocks;
  if (launch.blocksPerUnit == 0)
    return cannotTell(fmt::format("A block of {} does not fit into a unit of {}.", launch.counted.kernel, gpu.title));
  return launch;
}

/// What was counted, in words; empty: all of it.
std::string basisOf(std::uint64_t watched, std::uint64_t blocks, const std::string& depths) {
  const std::string some = watched < blocks ? fmt::format("{} of {} blocks", watched, blocks) : "all blocks";
  if (!depths.empty()) return fmt::format("{}, {}", some, depths);
  return watched < blocks ? some : "";
}

/// What a launch asked for and what the model makes of it, as a session keeps it.
nlohmann::json launchJson(const AskedLaunch& launch, const LaunchDemand& demand, const ModelledTime& time) {
  nlohmann::json only = nlohmann::json::object();
  for (std::size_t b = 0; b < time.only.size(); ++b)
    if (time.only[b] > 0) only[boundKey(static_cast<Bound>(b))] = time.only[b];
  const LaunchShape& shape = launch.counted.shape;
  return {{"kernel", launch.counted.kernel},
          {"threads", shape.block.count()},
          {"registers", launch.compiled->registers},
          {"spill_bytes", launch.compiled->spillBytes},
          {"shared_bytes", launch.sharedBytes},
          {"blocks_per_unit", launch.blocksPerUnit},
          {"demand", toJson(demand)},
          {"seconds", time.seconds},
          {"only", std::move(only)}};
}

}  // namespace

Result<ModelledRun> modelOnGpu(const GpuFigures& gpu, const LadderPlan& plan, const Step& step,
                               const MemoryWatch& watch, const RunStepOnce& runOnce) {
  const AccessWidths& widths = machineWidths(gpu.architecture);
  STRATA_ASSIGN(CountedStep all, countedLaunches(plan, step, watch, widths, runOnce));
  std::vector<AskedLaunch> launches;
  for (CountedLaunch& one : all.launches) {
    STRATA_ASSIGN(AskedLaunch launch, prepared(gpu, std::move(one), step, plan.problem));
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
  STRATA_ASSIGN(const DeviceLimits limits, deviceLimits(gpu.architecture));
  const double matrixFlop = step.cost(plan.problem).flop;
  for (std::size_t i = 0; i < launches.size(); ++i) {
    const AskedLaunch& launch = launches[i];
    LaunchDemand demand = demandOf(gpu, launch, taped[i], bytesInAll, !plan.coldCaches);
    if (usesMatrixUnits(*launch.compiled)) demand.matrixFlop = matrixFlop;
    const ModelledTime time = modelTime(demand, rates, launch.blocksPerUnit, constantsOf(gpu));
    run.seconds += time.seconds;
    for (std::size_t b = 0; b < only.size(); ++b) only[b] += time.only[b];
    watched += launch.counted.watched;
    if (launch.counted.waveSize < limits.waveSize) run.countedLanes = launch.counted.waveSize;
    blocks += launch.counted.shape.grid.count();
    (*run.launches).push_back(launchJson(launch, demand, time));
  }
  for (std::size_t b = 0; b < only.size(); ++b)
    if (only[b] > 0) run.only.push_back({std::string(boundKey(static_cast<Bound>(b))), only[b]});
  std::ranges::stable_sort(run.only, std::greater(), &ModelledRun::Part::seconds);
  if (!run.only.empty()) run.bound = run.only.front().bound;
  if (const Cost cost = plan.rated(step.cost(plan.problem)); run.seconds > 0) {
    if (cost.flop > 0) run.gflops = cost.flop / run.seconds / 1e9;
    run.gbytesPerSecond = cost.minBytes / run.seconds / 1e9;
  }
  run.basis = basisOf(watched, blocks, all.depths);
  run.code = keptInstructions().standIn(gpu.architecture);
  return run;
}

}  // namespace strata::inline workloads
