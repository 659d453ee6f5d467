#pragma once

#include "engine/device/device.h"
#include "engine/protocol/agent_facts.h"

namespace strata::inline runtime {

/// The runtime's state, and with ProbeDepth::Whole what memory and timelines its device shares with other programs and
/// APIs, as whom they know it, and why it does not share the others. `device` may be nullptr.
StoreyState withInterop(StoreyState runtime, Device* device, ProbeDepth depth);

}  // namespace strata::inline runtime
