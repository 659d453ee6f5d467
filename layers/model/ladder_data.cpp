#include "layers/model/ladder_data.h"

#include "kernels/ladder/tensor_values.h"
#include "layers/model/model_scope.h"
#include "layers/model/random_values.h"

namespace strata {
namespace {

std::vector<float> makeValues(const TensorInfo& tensor, std::uint64_t seed) {
  std::vector<float> values(static_cast<std::size_t>(tensor.elements()));
  if (tensor.fill == TensorInfo::Fill::Indices) {
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = static_cast<float>(randomBits(seed, i) % static_cast<std::uint64_t>(tensor.range));
    return values;
  }
  fillUniform(values, seed);
  for (float& value : values) {
    if (tensor.fill == TensorInfo::Fill::Positive) value = 0.5f * (value + 1);
    value = roundTo(tensor.type, value * static_cast<float>(tensor.range));
  }
  return values;
}

}  // namespace

std::vector<float> LadderData::outputValues() const {
  return decodeValues(hostOutput.info.type, hostOutput.buffer->data(),
                      static_cast<std::size_t>(hostOutput.info.elements()));
}

Result<LadderData> prepareLadder(const LadderPlan& plan, WorkContext& context, Ops& ops, Stream& stream) {
  const ModelScope scope(context.recorder, "inputs " + plan.shapeText());
  std::vector<TensorInfo> tensors = plan.ladder->tensors(plan.problem);
  LadderData data;
  STRATA_ASSIGN(data.hostOutput, makeTensor(context.device, std::move(tensors.back()), plan.hostMemory));
  tensors.pop_back();
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    if (context.stop.stop_requested())
      return Error{ErrorCode::Stopped, "Stopped while the inputs were made", Storey::Model};
    data.values.push_back(makeValues(tensors[i], tensors.size() * plan.seed + i));
    STRATA_ASSIGN(const Tensor host, makeTensor(context.device, tensors[i], plan.hostMemory));
    encodeValues(tensors[i].type, data.values.back(), host.buffer->data());
    STRATA_ASSIGN(Tensor onDevice, makeTensor(context.device, tensors[i], MemoryKind::Device));
    STRATA_TRY(ops.upload(stream, host, onDevice));
    STRATA_TRY(stream.synchronize());
    data.inputs.push_back(std::move(onDevice));
  }
  return data;
}

}  // namespace strata
