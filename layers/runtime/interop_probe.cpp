#include "layers/runtime/interop_probe.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <utility>

namespace strata::inline runtime {
namespace {

constexpr std::pair<SharedKind, const char*> kKinds[] = {{SharedKind::HostMemory, "host memory"},
                                                         {SharedKind::OpaqueMemory, "Vulkan memory"},
                                                         {SharedKind::HostTimeline, "counters in host memory"},
                                                         {SharedKind::OpaqueTimeline, "Vulkan timelines"}};

std::string uuidText(const char* of, const Uuid& uuid) {
  if (uuid == Uuid{}) return {};
  return fmt::format(", {} UUID {:02x}", of, fmt::join(uuid, ""));
}

std::string describe(Interop& interop) {
  std::string shared, refused;
  for (const auto& [kind, name] : kKinds) {
    const Result<void> can = interop.canImport(kind);
    if (can.ok())
      shared += (shared.empty() ? "" : ", ") + std::string(name);
    else
      refused += fmt::format("; no {}: {}", name, can.error().message);
  }
  const InteropIdentity identity = interop.identity();
  return fmt::format("imports {}{}{}{}", shared.empty() ? "nothing" : shared, uuidText("device", identity.device),
                     uuidText("driver", identity.driver), refused);
}

}  // namespace

StoreyState withInterop(StoreyState runtime, Device* device, ProbeDepth depth) {
  if (device == nullptr || depth == ProbeDepth::Quick) return runtime;
  Interop* const interop = device->interop();
  runtime.reason += "; " + (interop ? describe(*interop) : "shares no memory with other programs");
  return runtime;
}

}  // namespace strata::inline runtime
