#pragma once

#include <string_view>

// What a file begins with that is not the one meant, whatever was meant.

namespace strata::inline base {

/// What Git LFS keeps in a file's place until it is fetched.
bool isGitLfsPointer(std::string_view head);
/// A page about the file, or one that asks for a login.
bool isWebPage(std::string_view head);

}  // namespace strata::inline base
