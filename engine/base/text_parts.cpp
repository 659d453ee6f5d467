#include "engine/base/text_parts.h"

#include <algorithm>

namespace strata::inline base {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpaces = " \t\r\n";
  const auto first = text.find_first_not_of(kSpaces);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpaces) - first + 1);
}

std::string lowered(std::string_view text) {
  std::string low(text);
  for (char& letter : low)
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  return low;
}

std::string withCapital(std::string_view text) {
  std::string made(text);
  if (!made.empty() && made[0] >= 'a' && made[0] <= 'z') made[0] = static_cast<char>(made[0] - 'a' + 'A');
  return made;
}

std::string firstLineOf(const std::string& message) {
  const std::size_t end = message.find('\n');
  if (end == std::string::npos) return message;
  return message.substr(0, end > 0 && message[end - 1] == ':' ? end - 1 : end);
}

std::vector<std::string> partsOf(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const auto end = std::min(text.find(separator), text.size());
    if (const auto part = trimmed(text.substr(0, end)); !part.empty()) parts.emplace_back(part);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

}  // namespace strata::inline base
