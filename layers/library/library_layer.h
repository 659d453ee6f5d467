#pragma once

#include <memory>

#include "engine/protocol/agent_facts.h"
#include "layers/hardware/stack_layer.h"
#include "layers/library/one_dnn.h"
#include "layers/library/open_blas.h"

namespace strata {

const StackLayer& libraryLayer();

/// OpenBLAS and oneDNN on this machine; tests pass failed loads. Available where one of them is.
StoreyState probeCpuLibrary(const Result<std::shared_ptr<const OpenBlas>>& blas = openBlas(),
                            const Result<std::shared_ptr<const OneDnn>>& dnn = oneDnn());

}  // namespace strata
