#pragma once

#include "engine/protocol/agent_facts.h"
#include "layers/common/stack_layer.h"

namespace strata {

const StackLayer& frameworkLayer();

/// Strata's own ops; part of this program, so always there.
StoreyState probeFramework();

}  // namespace strata
