#pragma once

#include <string_view>

namespace strata::inline base {

/// The figure of a result that counts frames drawn with pixels of several frames.
inline constexpr std::string_view kFramesTorn = "frames_torn";

/// What JSON calls the status of a result whose figures say so.
inline constexpr std::string_view kTornStatus = "torn";

/// Whether this figure says that frames tore: its result is called torn then, nowhere ok.
constexpr bool tellsOfTorn(std::string_view figure, double value) {
  return figure == kFramesTorn && value > 0;
}

}  // namespace strata::inline base
