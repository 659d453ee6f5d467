#include "app/facts/kernel_occupancy.h"

#include <algorithm>

#include "app/facts/own_kernels.h"
#include "app/facts/run_time_build.h"
#include "app/facts/what_if.h"
#include "layers/hardware/gpu_figures.h"
#include "layers/hardware/occupancy.h"

namespace strata::inline facts {
namespace {

constexpr std::array<std::string_view, 4> kFigures{"blocks_by_waves", "blocks_by_registers", "blocks_by_shared_memory",
                                                   "blocks_by_blocks"};

std::optional<double> figureOf(const RunResult& result, std::string_view name) {
  const Figure* figure = result.figure(name);
  return figure ? std::optional(figure->value) : std::nullopt;
}

KernelOccupancy::OfGrid ofGrid(const LaunchFacts& launch, const Occupancy& held, double units) {
  const double blocks = static_cast<double>(launch.blocks());
  const double warpsOfBlock = static_cast<double>(held.waves) / held.blocks;
  return {std::min(held.share(), blocks * warpsOfBlock / (units * held.maxWaves)), blocks / (units * held.blocks)};
}

std::optional<KernelOccupancy> ofLaunch(const DeviceInfo& device, const LaunchFacts& launch) {
  const auto limits = deviceLimits(device.architecture);
  if (!launch.registers || !limits.ok()) return std::nullopt;
  const double shared = launch.sharedSum.value_or(launch.staticShared + launch.dynamicShared);
  const Occupancy held =
      occupancy(limits.value(), {static_cast<std::uint32_t>(launch.threads()),
                                 static_cast<std::uint32_t>(*launch.registers), static_cast<std::uint64_t>(shared)});
  KernelOccupancy found{held.share(), {}, launch.registers, {}, {}, {}, {}, launch.sharedSum};
  if (!launch.sharedSum) {
    found.staticShared = launch.staticShared;
    found.dynamicShared = launch.dynamicShared;
  }
  for (std::size_t i = 0; i < held.blocksBy.size(); ++i)
    if (held.blocksBy[i] != Occupancy::kNoLimit) found.blocks[i] = held.blocksBy[i];
  if (held.blocks > 0 && device.computeUnits > 0 && device.computeUnitName == held.unit)
    found.grid = ofGrid(launch, held, device.computeUnits);
  return found;
}

std::optional<KernelOccupancy> ofResult(const KernelFacts& facts) {
  const auto share = facts.result ? figureOf(*facts.result, "occupancy") : std::nullopt;
  const bool another =
      facts.launch && facts.info && kernelFamily(facts.launch->name) != kernelFamily(facts.info->kernel);
  if (!share || another) return std::nullopt;
  KernelOccupancy found{*share,
                        {},
                        figureOf(*facts.result, "registers"),
                        figureOf(*facts.result, "local_memory"),
                        figureOf(*facts.result, "static_shared"),
                        {},
                        {}};
  for (std::size_t i = 0; i < kFigures.size(); ++i) found.blocks[i] = figureOf(*facts.result, kFigures[i]);
  return found;
}

/// Which compiler gave the launch of Strata's kernel its registers.
std::string compilerOf(const ViewState& state, const KernelFacts& facts) {
  const LaunchFacts& launch = *facts.launch;
  if (!launch.registers || !state.session.snapshot || !definesKernel(facts.source, launch.name)) return {};
  const TraceSnapshot& snapshot = *state.session.snapshot;
  if (const auto built = runTimeBuildOf(snapshot, snapshot.event(launch.event).call, {launch.name}))
    return built->compiler;
  const bool brought = facts.result && !facts.result->text.empty();
  const auto compiler = std::ranges::find(state.session.storeys, Storey::Compiler, &StoreyState::storey);
  if (brought || compiler == state.session.storeys.end() || !compiler->available) return {};
  return compiler->version.empty() ? compiler->name : compiler->name + " " + compiler->version;
}

std::optional<KernelOccupancy> onItsDevice(const ViewState& state, const KernelFacts& facts) {
  auto told = ofResult(facts);
  const DeviceInfo* device = state.session.hello        ? &state.session.hello->device
                             : state.session.foreignGpu ? &*state.session.foreignGpu
                                                        : nullptr;
  if (!facts.launch || !device) return told;
  auto found = ofLaunch(*device, *facts.launch);
  if (!found) return told;
  if (told) found->localBytes = told->localBytes;
  found->compiler = compilerOf(state, facts);
  return found;
}

/// Of several launches of the kernel that with most blocks.
std::optional<KernelOccupancy> whereModelled(const ViewState& state, const KernelFacts& facts) {
  if (!facts.modelledOn) return std::nullopt;
  const GpuFigures& gpu = *state.session.gpu;
  const std::string_view kernel = kernelFamily(facts.kernel);
  std::vector<KeptLaunch> launches = keptLaunches(*facts.result->modelled);
  std::erase_if(launches, [&](const KeptLaunch& launch) { return kernelFamily(launch.kernel) != kernel; });
  const auto most =
      std::ranges::max_element(launches, {}, [](const KeptLaunch& launch) { return launch.demand.blocks; });
  if (most == launches.end()) return std::nullopt;
  DeviceInfo device;
  device.architecture = gpu.architecture;
  device.computeUnitName = deviceLimits(gpu.architecture).value().unit;
  device.computeUnits = static_cast<std::uint32_t>(gpu.units.value);
  LaunchFacts launch;
  launch.grid[0] = static_cast<std::uint32_t>(most->demand.blocks);
  launch.block[0] = most->needs.threads;
  launch.registers = most->needs.registers;
  launch.sharedSum = static_cast<double>(most->needs.sharedBytes);
  auto found = ofLaunch(device, launch);
  if (!found) return std::nullopt;
  found->localBytes = static_cast<double>(most->spillBytes);
  found->gpu = gpu.title;
  return found;
}

}  // namespace

std::optional<KernelOccupancy> kernelOccupancy(const ViewState& state, const KernelFacts& facts) {
  auto here = onItsDevice(state, facts);
  return here ? here : whereModelled(state, facts);
}

}  // namespace strata::inline facts
