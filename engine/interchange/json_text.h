#pragma once

#include <string>
#include <string_view>

namespace strata::inline interchange {

/// Appends `text` as a JSON string, with its quotes. Bytes that are not UTF-8 become U+FFFD, so the result always
/// parses.
void appendJsonText(std::string& out, std::string_view text);

/// The length of the UTF-8 sequence at the start of `text`, 0 if there is none.
std::size_t utf8Length(std::string_view text);

/// What stands in a text for each byte that is not UTF-8.
inline constexpr std::string_view kNotUtf8 = "\xEF\xBF\xBD";

}  // namespace strata::inline interchange
