#pragma once

#include <cmath>

namespace strata::inline workloads {

/// Sums squares of differences and of truths; their ratio is the relative Frobenius error.
struct RelativeError {
  double difference = 0, truth = 0;

  void add(double value, double truthValue) {
    const double d = value - truthValue;
    difference += d * d;
    truth += truthValue * truthValue;
  }
  double value() const {
    if (truth == 0) return std::sqrt(difference);
    return std::sqrt(difference / truth);
  }
};

}  // namespace strata::inline workloads
