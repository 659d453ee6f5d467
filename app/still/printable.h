#pragma once

#include <string>
#include <string_view>

namespace strata::inline still {

/// Text from elsewhere, safe to print on a terminal: control characters become \x1b and the like, those that turn the
/// direction of letters about or end a line for some \u202e and the like, a line end a space.
std::string printable(std::string_view text);

/// The same of a text of several lines, which stay lines.
std::string printableLines(std::string_view text);

/// Columns the text takes on a terminal: its number of Unicode code points.
std::size_t displayWidth(std::string_view text);

}  // namespace strata::inline still
