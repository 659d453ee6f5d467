#include "app/facts/called_systems.h"

#include <algorithm>

#include "app/facts/event_statistics.h"
#include "engine/base/text_parts.h"
#include "layers/hardware/gpu_figures.h"

namespace strata::inline facts {
namespace {

/// Empty where the session does not tell, as that of another tool.
std::string_view vendorOf(const ViewState& state) {
  const std::string_view backend = state.session.hello ? std::string_view(state.session.hello->device.backend) : "";
  return backend == "cuda" ? "nvidia" : backend == "hip" ? "amd" : backend;
}

const System* familyOfDevice(const ViewState& state) {
  return state.session.hello ? familyOf(stackMap(), state.session.hello->device.architecture) : nullptr;
}

bool isOfDevice(const ViewState& state, const System& system) {
  return state.session.hello && !system.architectures.empty() && &system == familyOfDevice(state);
}

bool isFound(const ViewState& state, const System& system) {
  return state.sight.systems && state.sight.systems->found.contains(system.name);
}

}  // namespace

VendorInSession inSession(const ViewState& state, std::string_view vendor) {
  VendorInSession of;
  if (state.session.hello && vendorOf(state) == vendor) of.device = state.session.hello->device.name;
  if (const GpuFigures* gpu = state.session.gpu.get(); gpu && lowered(gpu->vendor) == vendor) of.modelled = gpu->title;
  return of;
}

const System* systemOfEvent(const ViewState& state, std::string_view name, Storey storey) {
  const System* system = systemOfCall(stackMap(), name, storey, vendorOf(state));
  return system || storey != Storey::Hardware ? system : familyOfDevice(state);
}

std::map<const System*, CalledSystem> calledSystems(const ViewState& state) {
  std::map<const System*, CalledSystem> called, kernels;
  if (!state.sight.statistics || !state.session.snapshot) return called;
  for (const NameStatistics& name : state.sight.statistics->names) {
    const System* system = systemOfEvent(state, state.session.snapshot->name(name.name), name.storey);
    if (!system) continue;
    CalledSystem& of = (name.storey == Storey::Hardware ? kernels : called)[system];
    of.count += name.count;
    of.total += name.total;
  }
  called.merge(kernels);
  return called;
}

std::optional<SystemsHere::Found> systemHere(const ViewState& state, const System& system) {
  if (isOfDevice(state, system)) return SystemsHere::Found{{}, state.session.hello->device.name};
  return isFound(state, system) ? std::optional(state.sight.systems->found.at(system.name)) : std::nullopt;
}

bool onlyOfRecording(const ViewState& state, const System& system) {
  return !state.sight.live && isOfDevice(state, system) && !isFound(state, system);
}

}  // namespace strata::inline facts
