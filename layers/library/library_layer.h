#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "engine/protocol/agent_facts.h"
#include "layers/common/stack_layer.h"
#include "layers/library/gpu_blas.h"
#include "layers/library/gpu_dnn.h"
#include "layers/library/one_dnn.h"
#include "layers/library/open_blas.h"

namespace strata::inline library {

const StackLayer& libraryLayer();

/// A vendor's libraries: matrix products by the first of `blas` that opens.
struct GpuLibraries {
  std::vector<GpuBlasDialect> blas;
  std::function<Result<std::unique_ptr<GpuDnn>>()> dnn;
};

/// OpenBLAS and oneDNN on this machine; tests pass failed loads. Available where one of them is.
StoreyState probeCpuLibrary(const Result<std::shared_ptr<const OpenBlas>>& blas = openBlas(),
                            const Result<std::shared_ptr<const OneDnn>>& dnn = oneDnn());

/// With an open device only: a library's handle needs one.
StoreyState probeGpuLibrary(const GpuLibraries& libraries);
/// No device, so nothing was asked.
StoreyState unaskedGpuLibrary(const GpuLibraries& libraries);

}  // namespace strata::inline library
