#pragma once

#include <string>
#include <string_view>

namespace strata::inline canvas {

/// Text as XML holds it: markup escaped, what XML forbids (control characters, broken UTF-8) replaced.
std::string escapeXml(std::string_view text);

}  // namespace strata::inline canvas
