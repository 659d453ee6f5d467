#include "app/facts/tensor_cell.h"

#include <algorithm>
#include <cmath>

#include "app/canvas/format.h"
#include "app/words/messages.h"

namespace strata::inline facts {
namespace {

void addProducts(CellSum& sum, const TensorPicture& picture, TensorCell cell) {
  const TensorOperand &a = picture.workings.operands[0], &b = picture.workings.operands[1];
  for (std::int64_t l = 0; l < a.width; ++l) {
    sum.left.push_back(static_cast<double>(a.values[static_cast<std::size_t>(cell[0] * a.width + l)]));
    sum.right.push_back(static_cast<double>(b.values[static_cast<std::size_t>(l * b.width + cell[1])]));
  }
}

void addTaps(CellSum& sum, const TensorPicture& picture, TensorCell cell) {
  const TensorWorkings& w = picture.workings;
  const TensorOperand &x = w.operands[0], &filter = w.operands[1];
  const std::int64_t channel = picture.channel(cell[0], cell[1]), taps = filter.height * filter.width;
  const auto [top, left] = windowOf(picture, cell);
  for (std::int64_t c = 0; c < x.channels; ++c)
    for (std::int64_t tap = 0; tap < taps; ++tap) {
      const std::int64_t row = top + tap / filter.width * w.dilation - x.row,
                         col = left + tap % filter.width * w.dilation - x.col;
      const bool inside = row >= 0 && col >= 0 && row < x.height && col < x.width;
      const std::int64_t place = (c * x.height + row) * x.width + col;
      sum.left.push_back(inside ? static_cast<double>(x.values[static_cast<std::size_t>(place)]) : 0);
      sum.right.push_back(
          static_cast<double>(filter.values[static_cast<std::size_t>((channel * x.channels + c) * taps + tap)]));
    }
  if (w.operands.size() > 2) sum.bias = static_cast<double>(w.operands[2].values[static_cast<std::size_t>(channel)]);
}

}  // namespace

std::array<std::int64_t, 2> windowOf(const TensorPicture& picture, TensorCell cell) {
  const auto [row, col] = picture.place(cell[0], cell[1]);
  const TensorWorkings& w = picture.workings;
  return {row * w.stride - w.pad, col * w.stride - w.pad};
}

std::optional<CellSum> cellSum(const TensorPicture& picture, TensorCell cell) {
  CellSum sum;
  switch (picture.workings.operation) {
    case TensorWorkings::Operation::None: return std::nullopt;
    case TensorWorkings::Operation::Matmul: addProducts(sum, picture, cell); break;
    case TensorWorkings::Operation::Conv2d: addTaps(sum, picture, cell); break;
  }
  double sizes = std::fabs(sum.bias);
  sum.sum = sum.bias;
  for (std::size_t i = 0; i < sum.left.size(); ++i) {
    sum.sum += sum.product(i);
    sizes += std::fabs(sum.product(i));
  }
  sum.shown = static_cast<double>(picture.at(cell[0], cell[1]));
  sum.rounding = static_cast<double>(sum.left.size() + 1) * std::ldexp(1.0, -24) * sizes;
  return sum;
}

std::string formulaText(const CellSum& sum) {
  constexpr std::size_t kFirst = 3;
  const auto signedNumber = [](double value) {
    return value < 0 ? "(" + formatNumber(value) + ")" : formatNumber(value);
  };
  const auto product = [&](std::size_t i) { return signedNumber(sum.left[i]) + "·" + signedNumber(sum.right[i]); };
  std::string words;
  const std::size_t count = sum.left.size(), first = count <= kFirst + 2 ? count : kFirst;
  for (std::size_t i = 0; i < first; ++i) words.append(i == 0 ? "" : " + ").append(product(i));
  if (first < count) words.append(" + … + ").append(product(count - 1));
  if (sum.bias != 0) words.append(" + ").append(signedNumber(sum.bias));
  return words + " = " + formatNumber(sum.sum, 6);
}

std::string verdictText(const CellSum& sum) {
  const double difference = std::fabs(sum.sum - sum.shown);
  if (static_cast<float>(sum.sum) == static_cast<float>(sum.shown)) return std::string(text(Msg::TensorAgrees));
  const std::string much = formatNumber(difference, 2);
  if (difference <= sum.rounding) return fillText(Msg::TensorDiffers, {much, formatCount(sum.left.size())});
  return fillText(Msg::TensorDiffersMuch, {much});
}

std::string cellText(const TensorPicture& picture, TensorCell cell) {
  const auto [row, col] = picture.place(cell[0], cell[1]);
  const std::string value = formatNumber(static_cast<double>(picture.at(cell[0], cell[1])), 6);
  if (!picture.sheet) return fillText(Msg::TensorCellValue, {std::to_string(row), std::to_string(col), value});
  return fillText(Msg::TensorPlaneCell,
                  {std::to_string(picture.channel(cell[0], cell[1])), std::to_string(row), std::to_string(col), value});
}

}  // namespace strata::inline facts
