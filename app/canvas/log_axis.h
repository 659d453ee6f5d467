#pragma once

#include <string>
#include <vector>

namespace strata::inline canvas {

/// A logarithmic axis: values `low` … `high` (both > 0) lie between the pixels `from` and `to`.
struct LogAxis {
  double low = 1, high = 10;
  float from = 0, to = 1;

  /// Where a value lies, in pixels; beyond the ends for values outside.
  float at(double value) const;
};

struct AxisTick {
  double value = 0;
  float at = 0;
  std::string label;  ///< empty for a line between labelled ones
};

/// Powers of ten where labels `room` pixels apart fit, also those of 3, or of 2 and 5, where there is space, fewer
/// where there is not.
std::vector<AxisTick> logTicks(const LogAxis& axis, float room);

}  // namespace strata::inline canvas
