#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"

namespace strata::inline protocol {

/// What a show or a lesson runs: "matmul n=512 variants=naive,tiled".
struct RunLine {
  std::string experiment;             ///< empty: nothing
  std::vector<std::string> set;       ///< "n=512"
  std::vector<std::string> variants;  ///< empty: all
  friend bool operator==(const RunLine&, const RunLine&) = default;
};

/// Usage, without place, for what is no such line. That the names exist is not asked.
Result<RunLine> parseRunLine(std::string_view text);
std::string toText(const RunLine& line);
/// A parameter that is a list of numbers, "n=64,128", is so many runs; the others are as they are.
std::vector<RunLine> singleRuns(const RunLine& line);

}  // namespace strata::inline protocol
