#include "layers/workloads/common/tensor_preview.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/protocol/json_fields.h"

namespace strata::inline workloads {
namespace {

constexpr std::int64_t kMaxSide = 128;

struct Statistics {
  float min = 0, max = 0;
  double mean = 0;
};

Statistics statisticsOf(std::span<const float> values) {
  if (values.empty()) return {};
  Statistics s{values[0], values[0], 0};
  for (float value : values) {
    s.min = std::min(s.min, value);
    s.max = std::max(s.max, value);
    s.mean += value;
  }
  s.mean /= static_cast<double>(values.size());
  return s;
}

}  // namespace

SessionMessage tensorPreview(std::string_view name, std::span<const std::int64_t> shape,
                             std::span<const float> values) {
  const std::int64_t cols = shape.back(), rows = static_cast<std::int64_t>(values.size()) / cols;
  const std::int64_t outRows = std::min(rows, kMaxSide), outCols = std::min(cols, kMaxSide);
  SessionMessage message;
  message.kind = MessageKind::Tensor;
  message.blob.reserve(static_cast<std::size_t>(outRows * outCols));
  for (std::int64_t i = 0; i < outRows; ++i)
    for (std::int64_t j = 0; j < outCols; ++j)
      message.blob.push_back(values[static_cast<std::size_t>(i * rows / outRows * cols + j * cols / outCols)]);
  const Statistics statistics = statisticsOf(values);
  message.json =
      jsonLine({{"name", name},
                {"rows", outRows},
                {"cols", outCols},
                {"shape", shape},
                {"statistics", {{"min", statistics.min}, {"max", statistics.max}, {"mean", statistics.mean}}},
                {"sampling", "evenly spaced elements"}});
  return message;
}

}  // namespace strata::inline workloads
