#pragma once

#include <span>
#include <string>
#include <string_view>

namespace strata::inline protocol {

/// The candidate that differs from `given` by the fewest letters, if few enough to be a slip of the fingers; else
/// empty.
std::string nearestName(std::string_view given, std::span<const std::string> candidates);

/// "did you mean 'matmul'?" where a name is near, else "known are: conv2d, matmul." (the first of them, and
/// how many more; or that there are none).
std::string suggestion(std::string_view given, std::span<const std::string> candidates);

}  // namespace strata::inline protocol
