#pragma once

#include <string>
#include <string_view>

namespace strata::inline facts {

/// A name of C++ without what makes it long: "elementwise_kernel<…>(…)" for the template's arguments, the parameters
/// behind them and the result before them. Any other name as it is.
std::string shortName(std::string_view name);

}  // namespace strata::inline facts
