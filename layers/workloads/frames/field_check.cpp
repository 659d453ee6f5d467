#include "layers/workloads/frames/field_check.h"

#include "layers/workloads/common/usage_error.h"
#include "layers/workloads/ladder/output_check.h"

namespace strata::inline workloads {

Result<std::vector<float>> fetchField(WorkContext& context, Ops& ops, Stream& stream, const Tensor& field) {
  STRATA_ASSIGN(Tensor host, makeTensor(context.device, field.info, MemoryKind::Pinned));
  STRATA_TRY(ops.download(stream, field, host));
  STRATA_TRY(stream.synchronize());
  const std::span<float> values = host.buffer->span<float>();
  return std::vector<float>(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(field.info.elements()));
}

Result<RunResult::Check> fieldCheck(WorkContext& context, Ops& ops, Stream& stream, const Operation& operation,
                                    const Problem& problem, std::span<const float> input, const Tensor& field) {
  STRATA_ASSIGN(const std::vector<float> values, fetchField(context, ops, stream, field));
  std::vector<TensorValues> inputs;
  if (!input.empty()) inputs.push_back(input);
  constexpr std::size_t kAllOf = std::size_t{512} * 512;
  const bool full = values.size() <= kAllOf;
  const auto goOn = [&](double) { return !context.stop.stop_requested(); };
  const auto check = makeOutputCheck(operation, problem, std::move(inputs), full, goOn);
  if (!check) return Error{ErrorCode::Stopped, "Stopped while the first frame was checked", Storey::Model};
  return RunResult::Check{check->metric(), check->error(values), operation.limit(problem)};
}

}  // namespace strata::inline workloads
