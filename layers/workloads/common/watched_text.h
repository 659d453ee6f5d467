#pragma once

#include <string>

namespace strata::inline workloads {

/// What a run does while a kernel is watched at a problem, "67×65×66": what that takes nobody knows. A loop that does
/// nothing takes no step that is seen.
inline std::string watchedText(const std::string& kernel, const std::string& problem) {
  return kernel + " at " + problem + ", watched; a thread that is seen to take too many steps is stopped";
}

}  // namespace strata::inline workloads
