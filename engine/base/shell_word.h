#pragma once

#include <string>
#include <string_view>

namespace strata::inline base {

/// One word of a command for /bin/sh, whatever is in it.
std::string shellQuoted(std::string_view text);

}  // namespace strata::inline base
