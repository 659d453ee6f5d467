#include "layers/workloads/ladder/ladder_data.h"

#include <algorithm>

#include "kernels/operation/tensor_values.h"
#include "layers/workloads/common/model_scope.h"
#include "layers/workloads/ladder/random_values.h"

namespace strata::inline workloads {
namespace {

/// Consecutive values of a tensor, the first of which is its `first`.
void fill(std::span<float> values, const TensorInfo& tensor, std::uint64_t seed, std::size_t first) {
  if (tensor.formula) {
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = roundTo(tensor.type, tensor.formula(static_cast<std::int64_t>(first + i)));
    return;
  }
  if (tensor.fill == TensorInfo::Fill::Indices) {
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = static_cast<float>(randomBits(seed, first + i) % static_cast<std::uint64_t>(tensor.range));
    return;
  }
  fillUniform(values, seed, first);
  for (float& value : values) {
    if (tensor.fill == TensorInfo::Fill::Positive) value = 0.5f * (value + 1);
    value = roundTo(tensor.type, value * static_cast<float>(tensor.range));
  }
}

Result<std::vector<float>> makeValues(const TensorInfo& tensor, std::uint64_t seed, const std::stop_token& stop) {
  constexpr std::size_t kPiece = std::size_t{1} << 20;
  std::vector<float> values(static_cast<std::size_t>(tensor.elements()));
  for (std::size_t first = 0; first < values.size(); first += kPiece) {
    if (stop.stop_requested()) return Error{ErrorCode::Stopped, "Stopped while the inputs were made", Storey::Model};
    fill(std::span(values).subspan(first, std::min(kPiece, values.size() - first)), tensor, seed, first);
  }
  return values;
}

}  // namespace

std::vector<float> LadderData::outputValues() const {
  return decodeValues(hostOutput.info.type, hostOutput.buffer->data(),
                      static_cast<std::size_t>(hostOutput.info.elements()));
}

Result<std::vector<float>> inputValues(const TensorInfo& tensor, std::uint64_t seed, std::size_t index,
                                       std::size_t inputs, const std::stop_token& stop) {
  return makeValues(tensor, inputs * seed + index, stop);
}

Result<LadderData> prepareLadder(const LadderPlan& plan, WorkContext& context, Ops& ops, Stream& stream) {
  const ModelScope scope(context.recorder, "inputs " + plan.shapeText());
  std::vector<TensorInfo> tensors = plan.operation->tensors(plan.problem);
  LadderData data;
  STRATA_ASSIGN(data.hostOutput, makeTensor(context.device, std::move(tensors.back()), plan.hostMemory));
  tensors.pop_back();
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    STRATA_ASSIGN(std::vector<float> values, inputValues(tensors[i], plan.seed, i, tensors.size(), context.stop));
    data.values.push_back(std::move(values));
    STRATA_ASSIGN(const Tensor host, makeTensor(context.device, tensors[i], plan.hostMemory));
    encodeValues(tensors[i].type, data.values.back(), host.buffer->data());
    STRATA_ASSIGN(Tensor onDevice, makeTensor(context.device, tensors[i], MemoryKind::Device));
    STRATA_TRY(ops.upload(stream, host, onDevice));
    STRATA_TRY(stream.synchronize());
    data.inputs.push_back(std::move(onDevice));
  }
  return data;
}

}  // namespace strata::inline workloads
