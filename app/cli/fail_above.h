#pragma once

#include <string>
#include <vector>

#include "app/cli/json_out.h"
#include "app/facts/comparison.h"

namespace strata::inline cli {

/// A row of a comparison that is slower on the second side than is allowed, and that hardly by chance.
struct SlowerRow {
  std::string label;
  double ratio = 0;  ///< of the medians; of several launches the worst
};

struct SlowerRows {
  double percent = 0;           ///< more than which is not allowed
  std::size_t weighed = 0;      ///< rows of which it is known whether they differ by chance
  std::vector<SlowerRow> rows;  ///< the slowest first
};

/// Of calls and device work; where neither side has any, of all events.
SlowerRows slowerBy(double percent, const Comparison& comparison);

/// "slower by more than 5 %, and hardly by chance: gemm 1.12×, …".
std::string slowerText(const SlowerRows& slower);
OrderedJson slowerJson(const SlowerRows& slower);

}  // namespace strata::inline cli
