#include "app/facts/tensor_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/canvas/color_math.h"
#include "engine/protocol/json_fields.h"

namespace strata::inline facts {
namespace {

constexpr Color kNotFinite{0xFF, 0xFF, 0xFF};
constexpr std::int64_t kMostSide = 1 << 24;

std::int64_t count(const nlohmann::json& json, const char* key, std::int64_t fallback) {
  return std::clamp(integerField<std::int64_t>(json, key, fallback), std::int64_t{0}, kMostSide);
}

void readShape(TensorPicture& picture, const nlohmann::json& json) {
  picture.allRows = picture.rows, picture.allCols = picture.cols;
  const nlohmann::json* sides = field(json, "shape");
  if (sides && sides->is_array()) {
    std::int64_t elements = 1, last = 0;
    for (const nlohmann::json& side : *sides) {
      last = std::clamp(integerValue<std::int64_t>(side).value_or(0), std::int64_t{0}, kMostSide);
      elements = std::min(elements * last, kMostSide * kMostSide / 2);
      picture.shape += (picture.shape.empty() ? "" : "×") + std::to_string(last);
    }
    if (last > 0 && elements / last > 0) picture.allRows = elements / last, picture.allCols = last;
  }
  if (picture.shape.empty()) picture.shape = fmt::format("{}×{}", picture.rows, picture.cols);
}

void readStatistics(TensorPicture& picture, const nlohmann::json& json) {
  if (const nlohmann::json* statistics = field(json, "statistics")) {
    picture.mean = numberField(*statistics, "mean");
    picture.min = numberField(*statistics, "min");
    picture.max = numberField(*statistics, "max");
  }
  for (const float value : picture.values) {
    if (!std::isfinite(value)) ++picture.notFinite;
    if (value == 0) ++picture.zeros;
  }
  const auto [low, high] = finiteRange(picture.values);
  picture.low = low, picture.high = high;
}

void readSheet(TensorPicture& picture, const nlohmann::json& json) {
  const nlohmann::json* found = field(json, "sheet");
  if (!found) return;
  const TensorSheet sheet{count(*found, "channels", 0), count(*found, "height", 0), count(*found, "width", 0),
                          count(*found, "per_row", 0),  count(*found, "row", 0),    count(*found, "col", 0)};
  if (sheet.channels < 1 || sheet.height < 1 || sheet.width < 1 || sheet.perRow < 1) return;
  // A sheet whose tiles were left out in part tells nothing about single cells.
  const std::int64_t tiles = (sheet.channels + sheet.perRow - 1) / sheet.perRow;
  if (sheet.perRow * sheet.width == picture.cols && tiles * sheet.height == picture.rows) picture.sheet = sheet;
}

/// False if it does not lie in the blob.
bool readOperand(TensorOperand& operand, const nlohmann::json& json, std::span<const float> blob) {
  operand.name = textField(json, "name");
  const std::int64_t filters = count(json, "filters", 1);
  operand.channels = count(json, "channels", 1) * filters;
  operand.height = count(json, "height", count(json, "rows", 1));
  operand.width = count(json, "width", count(json, "cols", 1));
  operand.row = count(json, "row", 0);
  operand.col = count(json, "col", 0);
  const auto limit = static_cast<std::int64_t>(blob.size());
  const std::int64_t offset = count(json, "offset", 0);
  if (operand.channels > limit || operand.height > limit || operand.width > limit) return false;
  const std::int64_t plane = operand.height * operand.width;
  if (plane < 1 || plane > limit || operand.channels < 1 || operand.channels > limit / plane) return false;
  if (offset > limit - operand.channels * plane) return false;
  operand.values = blob.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(operand.channels * plane));
  return true;
}

void readWorkings(TensorPicture& picture, const nlohmann::json& json, std::span<const float> blob) {
  const nlohmann::json* found = field(json, "workings");
  if (!found) return;
  TensorWorkings workings;
  workings.missing = textField(*found, "missing");
  workings.stride = std::max<std::int64_t>(1, count(*found, "stride", 1));
  workings.pad = count(*found, "pad", 0);
  workings.dilation = std::max<std::int64_t>(1, count(*found, "dilation", 1));
  const nlohmann::json* operands = field(*found, "operands");
  if (operands && operands->is_array())
    for (const nlohmann::json& one : *operands)
      if (!readOperand(workings.operands.emplace_back(), one, blob)) return;
  const std::string operation = textField(*found, "operation");
  const auto& o = workings.operands;
  if (operation == "matmul" && o.size() >= 2 && o[0].height == picture.rows && o[1].width == picture.cols &&
      o[0].width == o[1].height)
    workings.operation = TensorWorkings::Operation::Matmul;
  if (operation == "conv2d" && o.size() >= 2 && picture.sheet &&
      o[1].channels == picture.sheet->channels * o[0].channels &&
      (o.size() < 3 || o[2].channels >= picture.sheet->channels))
    workings.operation = TensorWorkings::Operation::Conv2d;
  picture.workings = std::move(workings);
}

}  // namespace

std::array<std::int64_t, 2> TensorPicture::place(std::int64_t row, std::int64_t col) const {
  if (sheet) return {sheet->row + row % sheet->height, sheet->col + col % sheet->width};
  return {row * allRows / rows, col * allCols / cols};
}

std::int64_t TensorPicture::channel(std::int64_t row, std::int64_t col) const {
  return sheet ? row / sheet->height * sheet->perRow + col / sheet->width : 0;
}

std::optional<TensorPicture> readTensor(const SessionMessage& message) {
  const nlohmann::json json = nlohmann::json::parse(message.json, nullptr, /*allow_exceptions=*/false);
  TensorPicture picture;
  picture.name = textField(json, "name");
  picture.rows = integerField<std::uint32_t>(json, "rows");
  picture.cols = integerField<std::uint32_t>(json, "cols");
  picture.frame = integerField<std::uint64_t>(json, "frame");
  if (const auto token = numberField(json, "token"); token && *token >= 0) picture.token = count(json, "token", 0);
  const std::uint64_t cells = std::uint64_t{picture.rows} * picture.cols;
  if (cells == 0 || cells > message.blob.size()) return std::nullopt;
  picture.values = std::span(message.blob).first(cells);
  readShape(picture, json);
  readStatistics(picture, json);
  readSheet(picture, json);
  readWorkings(picture, json, message.blob);
  return picture;
}

std::array<float, 2> finiteRange(std::span<const float> values) {
  std::array<float, 2> range{0, 0};
  bool first = true;
  for (const float value : values) {
    if (!std::isfinite(value)) continue;
    range = first ? std::array{value, value} : std::array{std::min(range[0], value), std::max(range[1], value)};
    first = false;
  }
  return range;
}

std::vector<Color> heatPixels(std::span<const float> values, float low, float high) {
  std::vector<Color> pixels;
  pixels.reserve(values.size());
  const double span = std::max(1e-300, static_cast<double>(high) - static_cast<double>(low));
  for (const float value : values)
    pixels.push_back(std::isfinite(value) ? heatColor((static_cast<double>(value) - static_cast<double>(low)) / span)
                                          : kNotFinite);
  return pixels;
}

}  // namespace strata::inline facts
