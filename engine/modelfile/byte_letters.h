#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace strata::inline modelfile {

/// GPT-2 writes each byte of a token as a letter that can be seen: printable Latin-1 as itself, the rest as U+0100 and
/// on, in order (a space is Ġ).
std::string_view letterOf(unsigned char byte);

/// The bytes that letters stand for; nothing if one of them is no such letter.
std::optional<std::string> bytesOfLetters(std::string_view letters);

}  // namespace strata::inline modelfile
