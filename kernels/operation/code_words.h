#pragma once

#include <string>
#include <string_view>

namespace strata::inline operation {

bool isWordLetter(char letter);
bool isSpace(char letter);
/// Whether what stands at a place is a word of its own.
bool isWordAt(std::string_view code, std::size_t at, std::string_view word);
/// The word that begins at a place; empty if none does.
std::string_view wordAt(std::string_view code, std::size_t at);
/// In one line, without blanks around.
std::string tidied(std::string_view text);

}  // namespace strata::inline operation
