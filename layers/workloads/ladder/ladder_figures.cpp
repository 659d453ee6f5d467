#include "layers/workloads/ladder/ladder_figures.h"

#include <algorithm>

#include "layers/hardware/device_roofs.h"
#include "layers/hardware/occupancy.h"

namespace strata::inline workloads {
namespace {

void add(RunResult& result, std::string name, double value, std::string unit, Provenance provenance) {
  result.figures.push_back({std::move(name), value, std::move(unit), provenance});
}

/// What each limit alone would allow: "blocks_by_shared_memory". One that is none here is left out.
void addLimits(RunResult& result, const Occupancy& held) {
  for (std::size_t i = 0; i < held.blocksBy.size(); ++i) {
    if (held.blocksBy[i] == Occupancy::kNoLimit) continue;
    std::string name = "blocks_by_" + std::string(occupancyLimitKey(static_cast<OccupancyLimit>(i)));
    std::ranges::replace(name, ' ', '_');
    add(result, std::move(name), held.blocksBy[i], "blocks per " + std::string(held.unit), Provenance::Modelled);
  }
}

/// "conv2d_implicit" of "conv2d_implicit<32, 128>": a step may choose the numbers by the problem.
std::string_view familyOf(std::string_view kernel) {
  return kernel.substr(0, kernel.find('<'));
}

std::string_view familyOfLaunch(const KernelLaunch& launch) {
  return familyOf(launch.kernel);
}

void say(RunResult& result, const std::string& sentence) {
  result.message += (result.message.empty() ? "" : "; ") + sentence;
}

}  // namespace

void addCostFigures(RunResult& result, const Cost& cost) {
  add(result, "arithmetic_intensity", cost.minBytes > 0 ? cost.flop / cost.minBytes : 0, "FLOP/byte",
      Provenance::Modelled);
  add(result, "global_bytes", cost.globalBytes, "bytes", Provenance::Modelled);
  if (cost.sharedBytes > 0) add(result, "shared_bytes", cost.sharedBytes, "bytes", Provenance::Modelled);
}

void addRoofFigures(RunResult& result, const Cost& cost, const std::optional<Roofs>& roofs, const DeviceInfo& device) {
  const double seconds = result.seconds.median;
  if (roofs) {
    add(result, "roof_bytes_per_s", roofs->bytesPerSecond, "bytes/s", Provenance::Measured);
    add(result, "roof_flop_per_s", roofs->flops, "FLOP/s", Provenance::Measured);
    result.details["roofs_measured_at"] = roofs->measuredAt;
    const double share = cost.flop > 0 ? cost.flop / seconds / roofs->attainable(cost.flop, cost.minBytes)
                                       : cost.minBytes / seconds / roofs->bytesPerSecond;
    add(result, "share_of_roof", share, "", Provenance::Modelled);
  }
  for (const DeviceFact& fact : deviceRoofs(device)) {
    const bool arithmetic = fact.unit == "FLOP/s";
    if (arithmetic && cost.flop <= 0) continue;
    add(result, arithmetic ? "share_of_peak_flop" : "share_of_peak_bandwidth",
        (arithmetic ? cost.flop : cost.minBytes) / seconds / fact.value, "", fact.provenance);
  }
}

void addOccupancyFigures(RunResult& result, const LadderPlan& plan, const Step& step, const DeviceInfo& device,
                         const ResourceFinder& resourcesOf) {
  const StepPlan launches = step.plan(plan.problem);
  const auto launch = std::ranges::find(launches.launches, familyOf(step.kernel), familyOfLaunch);
  if (launch == launches.launches.end()) return;
  const auto known = resourcesOf(launch->kernel);
  if (!known) return;
  const KernelResources& resources = *known;
  add(result, "registers", resources.registers, "per thread", Provenance::Counted);
  add(result, "static_shared", static_cast<double>(resources.sharedBytes), "bytes per block", Provenance::Counted);
  add(result, "local_memory", static_cast<double>(resources.localBytes), "bytes per thread", Provenance::Counted);
  const auto limits = deviceLimits(device.architecture);
  if (!limits.ok()) return say(result, limits.error().message);
  const Occupancy held =
      occupancy(limits.value(), {static_cast<std::uint32_t>(launch->shape.block.count()), resources.registers,
                                 resources.sharedBytes + launch->shape.sharedBytes});
  add(result, "occupancy", held.share(), "", Provenance::Modelled);
  addLimits(result, held);
  say(result, describe(held));
}

}  // namespace strata::inline workloads
