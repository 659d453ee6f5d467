#include "layers/hardware/hardware_layer.h"

#include <fmt/format.h>

#include "engine/base/host_facts.h"

namespace strata::inline hardware {
namespace {

constexpr StackLayer kLayer{
    .storey = Storey::Hardware,
    .teaching =
        "The ground floor: arithmetic units that multiply and add, and memories that feed them. The units compute far "
        "faster than memory can bring numbers, so each value fetched must be used many times while it is near. Whether "
        "a kernel is fast is decided here: by how often it goes to memory, how well the accesses of neighbouring "
        "threads coalesce, and how much work is in flight while it waits.",
    .cuda = "Streaming multiprocessors (SMs) with shared memory and tensor cores, HBM, and the link to the host.",
    .rocm = "Compute units (CUs) with local data share and matrix cores, HBM, and the link to the host.",
    .cpu = "Cores with vector units, their caches, and main memory.",
};

/// "8 cores, 16 threads"
std::string describeCores(const HostFacts& facts) {
  std::string text = fmt::format("{} core{}", facts.cores, facts.cores == 1 ? "" : "s");
  if (facts.processors > facts.cores) text += fmt::format(", {} threads", facts.processors);
  if (facts.timeLimit) text += fmt::format(", time of {:g}", *facts.timeLimit);
  return text;
}

std::string describeCaches(const HostFacts& facts) {
  std::string text;
  for (const HostCache& cache : facts.caches)
    text += fmt::format(", L{}{} {} KiB", cache.level, cache.dataOnly ? "d" : "", cache.bytes / 1024);
  return text;
}

}  // namespace

const StackLayer& hardwareLayer() {
  return kLayer;
}

StoreyState probeCpuHardware(const DeviceInfo* device) {
  const HostFacts& facts = thisHost();
  StoreyState state;
  state.storey = Storey::Hardware;
  state.available = true;
  state.name = device != nullptr && !device->name.empty() ? device->name : facts.model;
  if (state.name.empty()) state.name = "unknown processor";
  state.version = describeCores(facts) + describeCaches(facts);
  state.reason =
      "observed: kernels and copies with their times. Not observed: cycles, cache misses and instructions inside a "
      "kernel (hardware counters are not read)";
  return state;
}

StoreyState probeGpuHardware(const DeviceInfo& device, std::span<const DeviceFact> facts,
                             std::string_view withoutTelemetry) {
  StoreyState state;
  state.storey = Storey::Hardware;
  state.available = true;
  state.name = device.name;
  state.version = fmt::format("{} · {} {}s", device.architecture, device.computeUnits, device.computeUnitName);
  state.reason = "observed: kernels and copies with their times";
  for (const DeviceFact& fact : facts)
    state.reason += fmt::format("; {} {:g} {} ({})", fact.key, fact.value, fact.unit, provenanceKey(fact.provenance));
  if (!withoutTelemetry.empty()) state.reason += fmt::format(". {}", withoutTelemetry);
  return state;
}

StoreyState missingGpu(std::string reason, std::string remedy) {
  StoreyState state;
  state.storey = Storey::Hardware;
  state.name = "GPU";
  state.reason = std::move(reason);
  state.remedy = std::move(remedy);
  return state;
}

}  // namespace strata::inline hardware
