#pragma once

#include <string>
#include <string_view>

namespace strata::inline base {

std::string_view version();

/// What a program answers to --version.
std::string versionOf(std::string_view program);

}  // namespace strata::inline base
