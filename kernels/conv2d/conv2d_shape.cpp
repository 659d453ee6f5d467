#include "kernels/conv2d/conv2d_shape.h"

namespace strata::inline kernels {
namespace {

std::int64_t positions(std::int64_t picture, std::int64_t filter, const Conv2dShape& shape) {
  const std::int64_t room = picture + 2 * shape.pad - shape.dilation * (filter - 1) - 1;
  return room < 0 ? 0 : room / shape.stride + 1;
}

}  // namespace

Conv2dShape::Conv2dShape(const Problem& problem)
    : n(problem["n"]),
      c(problem["c"]),
      h(problem["h"]),
      w(problem["w"]),
      k(problem["filters"]),
      r(problem["r"]),
      s(problem["s"]),
      stride(problem["stride"]),
      pad(problem["pad"]),
      dilation(problem["dilation"]),
      groups(problem["groups"]),
      bias(problem["bias"] != 0),
      p(positions(h, r, *this)),
      q(positions(w, s, *this)) {}

}  // namespace strata::inline kernels
