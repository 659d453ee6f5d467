#include "kernels/operation/code_words.h"

#include <cctype>

namespace strata::inline operation {

bool isWordLetter(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}

bool isSpace(char letter) {
  return std::isspace(static_cast<unsigned char>(letter)) != 0;
}

bool isWordAt(std::string_view code, std::size_t at, std::string_view word) {
  return (at == 0 || !isWordLetter(code[at - 1])) &&
         (at + word.size() >= code.size() || !isWordLetter(code[at + word.size()]));
}

std::string_view wordAt(std::string_view code, std::size_t at) {
  std::size_t end = at;
  while (end < code.size() && isWordLetter(code[end])) ++end;
  return code.substr(at, end - at);
}

std::string tidied(std::string_view text) {
  std::string tidy;
  for (const char letter : text) {
    if (!isSpace(letter)) {
      tidy += letter;
    } else if (!tidy.empty() && tidy.back() != ' ') {
      tidy += ' ';
    }
  }
  while (!tidy.empty() && tidy.back() == ' ') tidy.pop_back();
  return tidy;
}

}  // namespace strata::inline operation
