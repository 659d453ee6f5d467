#pragma once

#include "kernels/operation/operation.h"

namespace strata::inline kernels {

/// The values of the parameter "way".
enum class HeadsWay : std::int64_t {
  Split,  ///< x [rows, heads · dim] → out [heads, capacity, dim]. Tensors: x, with sources = two a second one, whose
          ///< heads come behind; with positions = given positions (rows, int32: the row of out each row goes to); out.
          ///< With capacity > rows a part of a model: the other rows stay
  Join,   ///< x [heads, rows, dim] → out [rows, heads · dim]. Tensors: x, out
};

/// Changes whether the heads of a row lie side by side or apart, and puts rows into a cache.
const Operation& headsOperation();

}  // namespace strata::inline kernels
