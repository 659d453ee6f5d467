#pragma once

#include <vector>

#include "engine/protocol/workload.h"
#include "layers/framework/ops.h"
#include "layers/framework/tensor.h"
#include "layers/workloads/ladder/ladder_plan.h"

namespace strata::inline workloads {

/// The inputs of a run: their values, and on the device. And where an output comes back to.
struct LadderData {
  std::vector<Tensor> inputs;              ///< on the device
  std::vector<std::vector<float>> values;  ///< of each input, as the type holds them
  Tensor hostOutput;

  std::vector<TensorValues> inputValues() const { return {values.begin(), values.end()}; }
  std::vector<float> outputValues() const;
};

/// Values of input `index` of `inputs`, from the run's seed. Stopped where the token says so.
Result<std::vector<float>> inputValues(const TensorInfo& tensor, std::uint64_t seed, std::size_t index,
                                       std::size_t inputs, const std::stop_token& stop);

/// Allocates everything, fills the inputs from the seed and uploads them; a call of its own in the trace.
Result<LadderData> prepareLadder(const LadderPlan& plan, WorkContext& context, Ops& ops, Stream& stream);

}  // namespace strata::inline workloads
