#pragma once

#include <string>
#include <string_view>

namespace strata::inline base {

/// By which one knows that a text is another: FNV-1a of 64 bits.
std::string fingerprint(std::string_view text);

}  // namespace strata::inline base
