#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string_view>

#include "kernels/conv2d/conv2d_shape.h"

namespace strata::inline kernels {

/// What images show and what filters do; random numbers by default. The parameters `image` and `weights` choose by
/// place in these lists.
inline constexpr std::array<std::string_view, 2> kConv2dImages{"random", "house"};
inline constexpr std::array<std::string_view, 6> kConv2dWeights{"random",  "identity", "blur",
                                                                "sharpen", "edges",    "mixed"};

/// The value of an element of X or W, by its index, that a formula gives; none: it is random. Images: a house under the
/// sun, from 0 to 1, the same in each channel. Filters weigh all channels alike; `edges` are found across columns and
/// across rows in turn, `mixed` is one filter of each kind in turn.
using Conv2dFormula = std::function<float(std::int64_t)>;
Conv2dFormula conv2dImage(const Conv2dShape& shape, std::int64_t image);
Conv2dFormula conv2dWeights(const Conv2dShape& shape, std::int64_t weights);

/// Why filters of this size cannot be of that kind; empty: they can.
std::string_view conv2dWeightsMisfit(const Conv2dShape& shape, std::int64_t weights);

}  // namespace strata::inline kernels
