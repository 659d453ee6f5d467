#pragma once

#include <string>
#include <string_view>

namespace strata::inline base {

/// One word of a command for /bin/sh, whatever is in it.
std::string shellQuoted(std::string_view text);
/// For a person to copy: quoted only where a shell would take it for something else.
std::string shellWord(std::string_view text);

}  // namespace strata::inline base
