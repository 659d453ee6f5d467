#pragma once

#include <string>
#include <vector>

#include "app/cli/json_out.h"
#include "app/facts/comparison.h"
#include "app/session/exit_code.h"

namespace strata::inline cli {

/// A row of a comparison that is slower on the second side than is allowed.
struct SlowerRow {
  std::string label;
  double ratio = 0;  ///< of the medians; of several launches the worst; WeighedLaunch::kFromNothing: A's is no time
};

struct SlowerRows {
  double percent = 0;               ///< more than which is not allowed
  std::size_t all = 0;              ///< rows that both sides have
  std::size_t weighed = 0;          ///< of these it is known whether they differ by chance
  std::vector<SlowerRow> rows;      ///< hardly by chance; the slowest first
  std::vector<SlowerRow> unjudged;  ///< not weighed, though they are slower by more than that; the slowest first
};

/// Of calls and device work; where neither side has any, of all events.
SlowerRows slowerBy(double percent, const Comparison& comparison);

/// What it ends with, what is worse before what is less: a variant that failed in B alone, a row that is slower, what
/// A measured and B did not, a session that is cut short, nothing that is weighed. Says each of them to standard error.
ExitCode verdictOn(const SlowerRows& slower, const Comparison& comparison);
OrderedJson slowerJson(const SlowerRows& slower, const Comparison& comparison);

}  // namespace strata::inline cli
