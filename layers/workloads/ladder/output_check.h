#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "kernels/operation/operation.h"

namespace strata::inline workloads {

/// Judges outputs of one problem on the same inputs, by their relative Frobenius error against fp64.
class OutputCheck {
 public:
  virtual ~OutputCheck() = default;
  virtual std::string metric() const = 0;  ///< "relative Frobenius"
  /// Not finite where the output holds anything that is not.
  virtual double error(std::span<const float> output) const = 0;
};

/// Called between pieces of the work with the part done (0 … 1); says whether to go on.
using CheckStep = std::function<bool(double part)>;

/// `full`: against all of the reference. Otherwise against 64 of its pieces (Operation::units), and every element must
/// be finite; for matrix products of fp32 Freivalds' check (freivalds_check.h). The inputs must outlive the check.
/// nullptr where `step` said to stop.
std::unique_ptr<OutputCheck> makeOutputCheck(const Operation& operation, const Problem& problem,
                                             std::vector<TensorValues> inputs, bool full, const CheckStep& step);

}  // namespace strata::inline workloads
