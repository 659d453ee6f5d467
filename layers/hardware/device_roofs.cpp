#include "layers/hardware/device_roofs.h"

#include <string>

#include "layers/hardware/device_limits.h"
#include "layers/hardware/gpu_figures.h"

namespace strata::inline hardware {
namespace {

double clockHertz(const DeviceInfo& device) {
  for (const DeviceFact& fact : device.facts)
    if (fact.key == "clock" && fact.unit == "MHz") return fact.value * 1e6;
  return 0;
}

/// Multiply and add count one each.
double computedFlops(const DeviceInfo& device) {
  const auto limits = deviceLimits(device.architecture);
  return limits.ok() ? 2.0 * device.computeUnits * limits.value().fp32PerClock * clockHertz(device) : 0;
}

}  // namespace

std::vector<DeviceFact> deviceRoofs(const DeviceInfo& device, Factors factors) {
  const std::optional<GpuFigures> gpu = gpuOfDevice(device.name);
  GpuFigure peak = gpu ? gpu->peak(factors) : GpuFigure{};
  if (!gpu && factors == Factors::F32) peak = {computedFlops(device), Provenance::Modelled, {}};
  std::vector<DeviceFact> roofs;
  if (peak.known()) roofs.push_back({std::string(factorsName(factors)) + " peak", peak.value, "FLOP/s", peak.kind});
  if (gpu) roofs.push_back({"memory bandwidth", gpu->memoryBandwidth.value, "bytes/s", gpu->memoryBandwidth.kind});
  return roofs;
}

}  // namespace strata::inline hardware
