#pragma once

#include "engine/protocol/workload.h"
#include "layers/framework/ops.h"
#include "layers/framework/tensor.h"
#include "layers/model/matmul_plan.h"

namespace strata {

/// The operands of a run: on the host, and A and B also on the device.
struct MatmulData {
  Tensor hostA, hostB, hostC;
  Tensor a, b;
};

/// Allocates everything, fills A and B from the seed and uploads them; a call of its own in the trace.
Result<MatmulData> prepareMatmul(const MatmulPlan& plan, WorkContext& context, Ops& ops, Stream& stream);

}  // namespace strata
