#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/facts/tensor_picture.h"

namespace strata::inline facts {

/// Row and column of a picture's cell.
using TensorCell = std::array<std::int64_t, 2>;

/// The products that made one cell, in the order of the definition, and what they add up to in fp64.
struct CellSum {
  std::vector<double> left, right;  ///< of each product
  double bias = 0;
  double sum = 0;       ///< of all products and the bias
  double shown = 0;     ///< what the device computed
  double rounding = 0;  ///< most that adding so many fp32 products may differ

  double product(std::size_t i) const { return left[i] * right[i]; }
};

/// No value if the picture does not carry what made its cells.
std::optional<CellSum> cellSum(const TensorPicture& picture, TensorCell cell);

/// For a convolution: where in the whole picture the filter lies that makes this cell, upper left; may be outside.
std::array<std::int64_t, 2> windowOf(const TensorPicture& picture, TensorCell cell);

/// "0.31 · 0.52 + −0.2 · 0.7 + … + 0.11 · 0.8 = 3.2".
std::string formulaText(const CellSum& sum);
/// How the sum and the shown value agree, in a sentence.
std::string verdictText(const CellSum& sum);
/// The cell and its value in words.
std::string cellText(const TensorPicture& picture, TensorCell cell);

}  // namespace strata::inline facts
