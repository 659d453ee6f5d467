#pragma once

#include "engine/protocol/agent_facts.h"
#include "layers/common/stack_layer.h"

namespace strata::inline model {

const StackLayer& modelLayer();

/// Strata's own experiments; part of this program, so always there.
StoreyState probeModel();

}  // namespace strata::inline model
