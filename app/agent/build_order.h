#pragma once

#include <functional>

#include "engine/protocol/agent_loop.h"
#include "layers/compiler/step_build.h"

namespace strata::inline agent {

/// AgentParts::compile with a compiler: buildStep(), and for a kernel of one's own the places it takes.
decltype(AgentParts::compile) compileWith(KernelBuilder builder);

}  // namespace strata::inline agent
