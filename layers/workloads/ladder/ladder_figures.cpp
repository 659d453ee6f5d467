#include "layers/workloads/ladder/ladder_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

#include "layers/hardware/device_roofs.h"
#include "layers/hardware/occupancy.h"
#include "layers/workloads/common/last_level_cache.h"

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

constexpr std::string_view kFlopRate = "FLOP/s";

/// The instructions by which a processor may multiply such factors faster than fp32: "amx_bf16"; empty: it has none.
std::string_view narrowInstructions(Factors factors, const DeviceInfo& device) {
  const std::string_view ending = factors == Factors::Bf16 ? "_bf16" : factors == Factors::F16 ? "_fp16" : "_tf32";
  for (const std::string_view flag : device.narrowProducts)  // the widest first
    if (flag.ends_with(ending)) return flag;
  return {};
}

/// What matrix units reach is not measured: they are compared with what the device's peaks say of them.
Roofs comparedWith(Roofs roofs, const Cost& cost, const DeviceInfo& device, std::span<const DeviceFact> peaks) {
  if (!mayUseMatrixUnits(cost)) return roofs;
  if (device.isProcessor() && narrowInstructions(cost.factors, device).empty()) return roofs;
  const auto peak = std::ranges::find(peaks, kFlopRate, &DeviceFact::unit);
  roofs.flops = peak == peaks.end() ? 0 : peak->value;
  roofs.flopsKind = peak == peaks.end() ? Provenance::Spec : peak->provenance;
  return roofs;
}

/// Why a result has no share: nobody knows how fast such factors can be multiplied there.
std::string unknownRoof(const Cost& cost, const DeviceInfo& device) {
  const std::string_view factors = factorsName(cost.factors);
  if (device.isProcessor())
    return fmt::format(
        "no share of the roof: the roof of arithmetic is measured with fp32, and {} may multiply {} "
        "faster ({})",
        device.name, factors, narrowInstructions(cost.factors, device));
  return fmt::format(
      "no share of the roof: Strata does not know how fast the matrix units of {} multiply {}; a file of "
      "its figures says it (docs/gpus.md)",
      device.name, factors);
}

constexpr std::string_view kMemoryRoofAt = "memory_roof_measured_at", kArithmeticRoofAt = "arithmetic_roof_measured_at",
                           kRoofsAt = "roofs_measured_at", kRoofsBusy = "roofs_on_busy_machine",
                           kFitsCache = "fits_cache";
constexpr std::string_view kRoofDetails[] = {kMemoryRoofAt, kArithmeticRoofAt, kRoofsAt, kRoofsBusy, kFitsCache};

/// With the share of what they allow.
void addRoofs(RunResult& result, const Cost& cost, const Roofs& roofs, const DeviceInfo& device) {
  add(result, "roof_bytes_per_s", roofs.bytesPerSecond, "bytes/s", Provenance::Measured);
  addRoofDetails(result, roofs, cost.minBytes, device);
  if (roofs.flops <= 0) return say(result, unknownRoof(cost, device));
  add(result, "roof_flop_per_s", roofs.flops, std::string(kFlopRate), roofs.flopsKind);
  const double allowed = cost.flop > 0 ? roofs.attainable(cost.flop, cost.minBytes) : roofs.bytesPerSecond;
  const double reached = (cost.flop > 0 ? cost.flop : cost.minBytes) / result.seconds.median;
  const bool ofUnits = roofs.flopsKind != Provenance::Measured && allowed == roofs.flops;
  add(result, "share_of_roof", reached / allowed, "", ofUnits ? roofs.flopsKind : Provenance::Modelled);
}

}  // namespace

void say(RunResult& result, const std::string& sentence) {
  result.message += (result.message.empty() ? "" : "; ") + sentence;
}

bool mayUseMatrixUnits(const Cost& cost) {
  return cost.factors != Factors::F32;
}

void addRoofDetails(RunResult& result, const Roofs& roofs, double bytes, const DeviceInfo& device) {
  result.details[kMemoryRoofAt] = roofs.bytesReachedAt;
  result.details[kArithmeticRoofAt] = roofs.flopsReachedAt;
  result.details[kRoofsAt] = std::min(roofs.bytesReachedAt, roofs.flopsReachedAt);
  result.details[kRoofsBusy] = !roofs.onFreeMachine();
  if (const auto cache = lastLevelCacheBytes(device)) result.details[kFitsCache] = bytes <= *cache;
}

void addOperandFigures(RunResult& result, const Cost& cost) {
  if (cost.factors != Factors::F32) result.details["factors"] = factorsName(cost.factors);
  add(result, "arithmetic_intensity", cost.minBytes > 0 ? cost.flop / cost.minBytes : 0, "FLOP/byte",
      Provenance::Modelled);
}

void addCostFigures(RunResult& result, const Cost& cost) {
  addOperandFigures(result, cost);
  add(result, "global_bytes", cost.globalBytes, "bytes", Provenance::Modelled);
  if (cost.sharedBytes > 0) add(result, "shared_bytes", cost.sharedBytes, "bytes", Provenance::Modelled);
}

void addSeenBytes(RunResult& result) {
  double asked = 0;
  for (const ObservedPlace& place : result.places)
    if (place.space == "global") asked += static_cast<double>(place.lanes) * place.example.bytes;
  if (asked > 0) add(result, "global_bytes", asked, "bytes", Provenance::Counted);
}

void addRoofFigures(RunResult& result, const Cost& cost, const std::optional<Roofs>& roofs, const DeviceInfo& device) {
  const double seconds = result.seconds.median;
  const std::vector<DeviceFact> peaks = deviceRoofs(device, cost.factors);
  if (roofs) addRoofs(result, cost, comparedWith(*roofs, cost, device, peaks), device);
  for (const DeviceFact& fact : peaks) {
    const bool arithmetic = fact.unit == kFlopRate;
    if (arithmetic && cost.flop <= 0) continue;
    add(result, arithmetic ? "share_of_peak_flop" : "share_of_peak_bandwidth",
        (arithmetic ? cost.flop : cost.minBytes) / seconds / fact.value, "", fact.provenance);
  }
}

bool renewRoofFigures(RunResult& result, const Cost& cost, const Roofs& roofs, const DeviceInfo& device) {
  if (!result.figure("roof_bytes_per_s")) return false;
  RunResult anew;
  anew.seconds = result.seconds;
  addRoofs(anew, cost, comparedWith(roofs, cost, device, deviceRoofs(device, cost.factors)), device);
  bool changed = false;
  const KeptJson &now = anew.details, &before = result.details;
  for (const std::string_view name : kRoofDetails) {
    if (now[name] == before[name]) continue;
    result.details[name] = now[name];
    changed = true;
  }
  for (const Figure& figure : anew.figures) {
    const auto old = std::ranges::find(result.figures, figure.name, &Figure::name);
    if (old == result.figures.end() || old->value == figure.value) continue;
    *old = figure;
    changed = true;
  }
  return changed;
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
