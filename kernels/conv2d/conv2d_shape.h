#pragma once

#include <cstdint>
#include <span>

#include "kernels/operation/operation.h"

namespace strata::inline kernels {

/// The sizes of a convolution, by the letters of its formula: X is n×c×h×w, W is k × c/groups × r×s, Y is n×k×p×q.
struct Conv2dShape {
  std::int64_t n, c, h, w, k, r, s, stride, pad, dilation, groups;
  bool bias;
  std::int64_t p, q;  ///< below 1 where the filter is larger than the padded picture

  explicit Conv2dShape(const Problem& problem);

  std::int64_t channels() const { return c / groups; }                              ///< that a filter sees
  std::int64_t filters() const { return k / groups; }                               ///< of a group
  std::int64_t depth() const { return channels() * r * s; }                         ///< products of an output
  std::int64_t outputs() const { return n * p * q; }                                ///< of one filter
  std::int64_t winogradTiles() const { return n * ((p + 1) / 2) * ((q + 1) / 2); }  ///< of 2 × 2 outputs
};

/// Our own steps in teaching order; Operation::steps.
std::span<const Step> conv2dSteps();

// What each step does to memory and arithmetic; Step::cost.
Cost conv2dDirectCost(const Problem& problem);
Cost conv2dTiledCost(const Problem& problem);
Cost conv2dIm2colCost(const Problem& problem);
Cost conv2dImplicitCost(const Problem& problem);
Cost conv2dWinogradCost(const Problem& problem);

/// Operation::reference.
void conv2dReference(const Problem& problem, std::span<const TensorValues> inputs, std::int64_t begin, std::int64_t end,
                     std::span<double> out);

}  // namespace strata::inline kernels
