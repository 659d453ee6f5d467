#include "layers/model/matmul_data.h"

#include "layers/model/model_scope.h"
#include "layers/model/random_values.h"

namespace strata {

Result<MatmulData> prepareMatmul(const MatmulPlan& plan, WorkContext& context, Ops& ops, Stream& stream) {
  const ModelScope scope(context.recorder, "inputs " + shapeText(plan.shape));
  const auto [m, n, k] = plan.shape;
  MatmulData data;
  STRATA_ASSIGN(data.hostA, makeTensor(context.device, "A", m, k, plan.hostMemory));
  STRATA_ASSIGN(data.hostB, makeTensor(context.device, "B", k, n, plan.hostMemory));
  STRATA_ASSIGN(data.hostC, makeTensor(context.device, "C", m, n, plan.hostMemory));
  STRATA_ASSIGN(data.a, makeTensor(context.device, "A", m, k, MemoryKind::Device));
  STRATA_ASSIGN(data.b, makeTensor(context.device, "B", k, n, MemoryKind::Device));
  fillUniform(data.hostA.values(), 2 * plan.seed);
  fillUniform(data.hostB.values(), 2 * plan.seed + 1);
  STRATA_TRY(ops.upload(stream, data.hostA, data.a));
  STRATA_TRY(ops.upload(stream, data.hostB, data.b));
  STRATA_TRY(stream.synchronize());
  return data;
}

}  // namespace strata
