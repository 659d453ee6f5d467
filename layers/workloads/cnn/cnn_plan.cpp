#include "layers/workloads/cnn/cnn_plan.h"

#include "layers/workloads/cnn/cnn_builder.h"

namespace strata::inline workloads {

std::int64_t CnnValue::elements() const {
  return elementsOf(shape);
}

Result<CnnPlan> planCnn(const OnnxGraph& graph) {
  return CnnBuilder(graph).build();
}

}  // namespace strata::inline workloads
