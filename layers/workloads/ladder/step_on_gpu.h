#pragma once

#include <functional>

#include "engine/protocol/modelled_run.h"
#include "layers/hardware/gpu_figures.h"
#include "layers/workloads/common/workload_parts.h"
#include "layers/workloads/ladder/ladder_plan.h"

namespace strata::inline workloads {

/// Runs a step once for a problem no larger than the plan's, with the plan's tensors and the kernels that a finder
/// finds.
using RunStepOnce = std::function<Result<void>(const Problem& problem, const KernelFinder& kernels)>;

/// How long a step of a plan would take on a GPU that is not here: its launches are counted by the instrumented build,
/// on as many blocks and turns of its loops as a second or so allows, its memory accesses replayed through the GPU's
/// caches, and both given to the model (layers/hardware/gpu_model). What the output holds afterwards is no result.
/// Unsupported, with the reason, where it cannot be told.
Result<ModelledRun> modelOnGpu(const GpuFigures& gpu, const LadderPlan& plan, const Step& step,
                               const MemoryWatch& watch, const RunStepOnce& runOnce);

}  // namespace strata::inline workloads
