#pragma once

#include <string>

namespace strata::inline workloads {

/// What a run does while every step of a kernel is watched at a problem, "67×65×66": what that takes nobody knows.
inline std::string watchedText(const std::string& kernel, const std::string& problem) {
  return kernel + " at " + problem + ", every step watched; a thread that comes to no end is stopped";
}

}  // namespace strata::inline workloads
