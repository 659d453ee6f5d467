#pragma once

#include <algorithm>
#include <string_view>

namespace strata::inline device {

/// "gfx90a" of "gfx90a:sramecc+:xnack-", as AMD's compilers and runtime name a target with its features.
constexpr std::string_view withoutFeatures(std::string_view architecture) {
  return architecture.substr(0, std::min(architecture.find(':'), architecture.size()));
}

}  // namespace strata::inline device
