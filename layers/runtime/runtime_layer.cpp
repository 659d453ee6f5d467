#include "layers/runtime/runtime_layer.h"

#include <utility>

namespace strata::inline runtime {
namespace {

constexpr StackLayer kLayer{
    .storey = Storey::Runtime,
    .teaching =
        "The runtime gives programs their verbs: allocate, copy, launch, record, wait. A launch returns at once; the "
        "work joins a stream, and streams run concurrently. A launch costs microseconds whatever the kernel does, so a "
        "thousand tiny kernels are slower than one that does the same work. Copies from pinned (page-locked) memory "
        "run in the background; copies from pageable memory make the caller wait.",
    .cuda = "The CUDA runtime, libcudart.",
    .rocm = "The HIP runtime, libamdhip64.",
    .cpu = "Strata's own CPU runtime: streams are threads, device memory is an arena, GPU threads are fibers.",
};

}  // namespace

const StackLayer& runtimeLayer() {
  return kLayer;
}

StoreyState probeCpuRuntime(const DeviceInfo* device) {
  StoreyState state;
  state.storey = Storey::Runtime;
  state.available = device != nullptr;
  state.name = "Strata CPU runtime";
  if (device == nullptr) {
    state.reason = "no CPU device could be opened";
    state.remedy = "run strata-agent-cpu by itself to see its error message";
    return state;
  }
  state.version = "0.1";
  state.reason = "observed: every call, with its launch linked to the work it started, and memory in use by kind";
  return state;
}

StoreyState probeGpuRuntime(std::string name, std::string version, const std::string& observation) {
  StoreyState state;
  state.storey = Storey::Runtime;
  state.available = true;
  state.name = std::move(name);
  state.version = std::move(version);
  state.reason = observation.empty() ? "linked into this agent; it waits for a driver and a device" : observation;
  return state;
}

}  // namespace strata::inline runtime
