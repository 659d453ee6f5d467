#pragma once

#include <string_view>
#include <vector>

namespace strata::inline modelfile {

/// Cuts a text where GPT-2 does, so that no token crosses from one word into the next:
/// 's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
/// `digitsAlone` cuts before and after each digit first. The pieces, one after the other, are the text.
std::vector<std::string_view> splitWords(std::string_view text, bool digitsAlone);

}  // namespace strata::inline modelfile
