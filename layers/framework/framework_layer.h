#pragma once

#include "engine/protocol/agent_facts.h"
#include "layers/common/stack_layer.h"

namespace strata::inline framework {

const StackLayer& frameworkLayer();

/// Strata's own ops; part of this program, so always there.
StoreyState probeFramework();

}  // namespace strata::inline framework
