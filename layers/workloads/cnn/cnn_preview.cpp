#include "layers/workloads/cnn/cnn_preview.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "engine/protocol/json_fields.h"
#include "layers/workloads/common/tensor_preview.h"

namespace strata::inline workloads {
namespace {

constexpr std::int64_t kWidest = 128;  ///< what a preview shows without leaving columns out

/// How many channels lie side by side: a divisor, so that the sheet has no empty place, that makes it no taller than
/// wide where it can.
std::int64_t channelsPerRow(std::int64_t channels, std::int64_t height, std::int64_t width) {
  for (std::int64_t perRow = 1; perRow < channels; ++perRow)
    if (channels % perRow == 0 && perRow * width >= channels / perRow * height && perRow * width <= kWidest)
      return perRow;
  return channels * width <= kWidest ? channels : 1;
}

}  // namespace

SessionMessage cnnPreview(std::string_view name, const std::vector<std::int64_t>& shape,
                          std::span<const float> values) {
  if (shape.size() != 4) return tensorPreview(name, shape.empty() ? std::vector<std::int64_t>{1} : shape, values);
  const std::int64_t channels = shape[0] * shape[1], height = shape[2], width = shape[3];
  const std::int64_t perRow = channelsPerRow(channels, height, width), sheetWidth = perRow * width;
  std::vector<float> sheet(values.size());
  for (std::int64_t i = 0; i < std::ssize(values); ++i) {
    const std::int64_t channel = i / (height * width), row = i / width % height, col = i % width;
    sheet[static_cast<std::size_t>((channel / perRow * height + row) * sheetWidth + channel % perRow * width + col)] =
        values[static_cast<std::size_t>(i)];
  }
  SessionMessage message = tensorPreview(name, std::vector{channels / perRow * height, sheetWidth}, sheet);
  auto json = nlohmann::json::parse(message.json);
  json["shape"] = shape;
  json["sheet"] = {{"channels", channels}, {"height", height}, {"width", width}, {"per_row", perRow}};
  message.json = jsonLine(json);
  return message;
}

}  // namespace strata::inline workloads
