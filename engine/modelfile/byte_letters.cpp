#include "engine/modelfile/byte_letters.h"

#include <array>
#include <unordered_map>

#include "engine/modelfile/text_pieces.h"

namespace strata::inline modelfile {
namespace {

bool visible(unsigned byte) {
  return (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || byte >= 0xae;
}

/// UTF-8 of a code point below U+0800.
std::string encoded(unsigned codePoint) {
  if (codePoint < 0x80) return std::string(1, static_cast<char>(codePoint));
  return {static_cast<char>(0xc0 | codePoint >> 6), static_cast<char>(0x80 | (codePoint & 0x3f))};
}

struct Alphabet {
  std::array<std::string, 256> letters;
  std::unordered_map<std::string_view, char> bytes;

  Alphabet() {
    unsigned next = 0x100;
    for (unsigned byte = 0; byte < 256; ++byte) letters[byte] = encoded(visible(byte) ? byte : next++);
    for (unsigned byte = 0; byte < 256; ++byte) bytes.emplace(letters[byte], static_cast<char>(byte));
  }
};

const Alphabet& alphabet() {
  static const Alphabet kAlphabet;
  return kAlphabet;
}

}  // namespace

std::string_view letterOf(unsigned char byte) {
  return alphabet().letters[byte];
}

std::optional<std::string> bytesOfLetters(std::string_view letters) {
  std::string bytes;
  while (!letters.empty()) {
    const std::string_view letter = letters.substr(0, characterLength(letters));
    const auto found = alphabet().bytes.find(letter);
    if (found == alphabet().bytes.end()) return std::nullopt;
    bytes += found->second;
    letters.remove_prefix(letter.size());
  }
  return bytes;
}

}  // namespace strata::inline modelfile
