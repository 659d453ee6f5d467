#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace strata::inline base {

/// Without the spaces, tabs and ends of lines around it.
std::string_view trimmed(std::string_view text);

/// With small letters for A to Z.
std::string lowered(std::string_view text);
/// As a sentence begins: with a capital for a first letter of a to z.
std::string withCapital(std::string_view text);

/// Of a message with several, without a colon at its end: "mine.cu does not compile".
std::string firstLineOf(const std::string& message);

/// What stands between separators, trimmed; empty parts are left out.
std::vector<std::string> partsOf(std::string_view text, char separator);

}  // namespace strata::inline base
