#include "layers/model/model_layer.h"

#include "layers/compiler/compiler_layer.h"
#include "layers/driver/driver_layer.h"
#include "layers/framework/framework_layer.h"
#include "layers/hardware/hardware_layer.h"
#include "layers/library/library_layer.h"
#include "layers/runtime/runtime_layer.h"

namespace strata {
namespace {

constexpr std::string_view kWho = "Strata's experiments; a training script or a chat elsewhere.";

constexpr StackLayer kLayer{
    .storey = Storey::Model,
    .teaching =
        "At the top somebody wants something: a matrix product, an image recognised, the next word. The model says "
        "what is "
        "to be computed and in which order, and knows nothing of threads or memory. Whatever it asks for walks down "
        "through "
        "all the storeys below, and each answers in its own time.",
    .cuda = kWho,
    .rocm = kWho,
    .cpu = kWho,
};

}  // namespace

const StackLayer& modelLayer() {
  return kLayer;
}

StoreyState probeModel() {
  StoreyState state;
  state.storey = Storey::Model;
  state.available = true;
  state.name = "Strata experiments";
  state.version = "0.1";
  state.reason = "observed: every repeat, with inputs, warm-up and check apart";
  return state;
}

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

}  // namespace strata
