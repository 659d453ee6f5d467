#include "layers/model/stack.h"

#include "layers/driver/driver_layer.h"
#include "layers/driver/gpu_driver.h"
#include "layers/framework/framework_layer.h"
#include "layers/hardware/hardware_layer.h"
#include "layers/model/model_layer.h"
#include "layers/runtime/interop_probe.h"
#include "layers/runtime/runtime_layer.h"

namespace strata::inline model {

const std::array<const StackLayer*, kStoreyCount>& stackLayers() {
  static const std::array<const StackLayer*, kStoreyCount> kLayers{&modelLayer(),    &frameworkLayer(), &libraryLayer(),
                                                                   &compilerLayer(), &runtimeLayer(),   &driverLayer(),
                                                                   &hardwareLayer()};
  return kLayers;
}

std::vector<StoreyState> probeCpuStack(Device* device, ProbeDepth depth) {
  const DeviceInfo* info = device != nullptr ? &device->info() : nullptr;
  return {probeModel(),
          probeFramework(),
          probeCpuLibrary(),
          probeCpuCompiler(),
          withInterop(probeCpuRuntime(info), device, depth),
          probeCpuDriver(),
          probeCpuHardware(info)};
}

std::vector<StoreyState> probeGpuStack(const GpuStack& stack, Device* device, const GpuObservation* observation,
                                       const Error& unavailable, ProbeDepth depth) {
  const StoreyState driver = stack.driver();
  const auto hardware = [&] {
    if (device)
      return probeGpuHardware(device->info(), observation ? observation->facts() : std::vector<DeviceFact>(),
                              observation ? observation->withoutTelemetry() : std::string());
    return missingGpu(driver.available ? unavailable.message : driver.reason, driver.remedy);
  };
  return {probeModel(),
          probeFramework(),
          device ? probeGpuLibrary(stack.libraries) : unaskedGpuLibrary(stack.libraries),
          probeGpuCompiler(stack.compiler),
          withInterop(probeGpuRuntime(stack.runtime, stack.runtimeVersion, observation ? observation->describe() : ""),
                      device, depth),
          observation ? observedDriver(driver, observation->seesDriver()) : driver,
          hardware()};
}

}  // namespace strata::inline model
