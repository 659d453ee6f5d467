#pragma once

#include <string_view>

namespace strata::inline trace {

/// "token" of "token 28 ' the'" and of "token 28", as the transformer calls the steps of a text: by what each reads.
/// Any other name as it is.
std::string_view withoutToken(std::string_view name);

}  // namespace strata::inline trace
