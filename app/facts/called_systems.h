#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "app/facts/view_state.h"
#include "app/lessons/stack_map.h"
#include "app/lessons/systems_here.h"

// The map of the stack, as a session lights it.

namespace strata::inline facts {

/// What of a vendor's a session is about: the device that wrote it, and the GPU that its times were modelled for. Empty
/// where that is another vendor's, or not told.
struct VendorInSession {
  std::string device, modelled;
};
VendorInSession inSession(const ViewState& state, std::string_view vendor);  ///< as the map has it: "nvidia"

/// What events of a system came to, within the range that the state's statistics are of: calls into it, or its kernels
/// where nothing tells of calls.
struct CalledSystem {
  std::uint64_t count = 0;
  Duration total;
};
/// Those that the session's events name, and the family of its device where kernels of nobody else ran.
std::map<const System*, CalledSystem> calledSystems(const ViewState& state);

/// The system that an event of this name tells of, on its storey; nullptr: none that is known.
const System* systemOfEvent(const ViewState& state, std::string_view name, Storey storey);

/// How a system is known to be on this machine: found there, or its device wrote the session; nullopt: it is not, or
/// nobody has looked yet.
std::optional<SystemsHere::Found> systemHere(const ViewState& state, const System& system);

/// Whether that is said for the device of a recording alone, which may be another machine's.
bool onlyOfRecording(const ViewState& state, const System& system);

}  // namespace strata::inline facts
