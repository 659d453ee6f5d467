#pragma once

#include <memory>

#include "engine/protocol/agent_facts.h"
#include "layers/hardware/stack_layer.h"
#include "layers/library/open_blas.h"

namespace strata {

const StackLayer& libraryLayer();

/// OpenBLAS on this machine; tests pass a failed load.
StoreyState probeCpuLibrary(const Result<std::shared_ptr<const OpenBlas>>& blas = openBlas());

}  // namespace strata
