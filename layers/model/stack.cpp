#include "layers/model/stack.h"

#include "layers/driver/driver_layer.h"
#include "layers/driver/gpu_driver.h"
#include "layers/framework/framework_layer.h"
#include "layers/hardware/hardware_layer.h"
#include "layers/model/model_layer.h"
#include "layers/runtime/runtime_layer.h"

namespace strata::inline model {

const std::array<const StackLayer*, kStoreyCount>& stackLayers() {
  static const std::array<const StackLayer*, kStoreyCount> kLayers{&modelLayer(),    &frameworkLayer(), &libraryLayer(),
                                                                   &compilerLayer(), &runtimeLayer(),   &driverLayer(),
                                                                   &hardwareLayer()};
  return kLayers;
}

std::vector<StoreyState> probeCpuStack(const Device* device) {
  const DeviceInfo* info = device != nullptr ? &device->info() : nullptr;
  return {probeModel(),          probeFramework(), probeCpuLibrary(),     probeCpuCompiler(),
          probeCpuRuntime(info), probeCpuDriver(), probeCpuHardware(info)};
}

std::vector<StoreyState> probeGpuStack(const GpuStack& stack, const Device* device, const GpuObservation* observation,
                                       const Error& unavailable) {
  const StoreyState driver = stack.driver();
  const auto hardware = [&] {
    if (device) return probeGpuHardware(device->info(), observation ? observation->facts() : std::vector<DeviceFact>());
    return missingGpu(driver.available ? unavailable.message : driver.reason, driver.remedy);
  };
  return {probeModel(),
          probeFramework(),
          device ? probeGpuLibrary(stack.libraries) : unaskedGpuLibrary(stack.libraries),
          probeGpuCompiler(stack.compiler),
          probeGpuRuntime(stack.runtime, stack.runtimeVersion, observation ? observation->describe() : ""),
          observation ? observedDriver(driver, observation->seesDriver()) : driver,
          hardware()};
}

}  // namespace strata::inline model
