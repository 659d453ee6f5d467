#include "app/lessons/lesson_encoding.h"

#include "app/canvas/utf8.h"

namespace strata::inline lessons {

std::string_view withoutMark(std::string_view text) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  return text.starts_with(kMark) ? text.substr(kMark.size()) : text;
}

namespace {

/// UTF-16 has zeros, too, and editors begin it with a mark.
bool isBinary(std::string_view text) {
  return text.find('\0') != text.npos && !text.starts_with("\xFF\xFE") && !text.starts_with("\xFE\xFF");
}

}  // namespace

std::optional<UnreadableLine> unreadableLine(std::string_view text) {
  constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // also what stands for bytes that are no UTF-8
  int line = 1;
  for (std::size_t at = 0; at < text.size();) {
    const bool written = text.substr(at).starts_with(kReplacement);
    const char32_t letter = nextCodePoint(text, at);
    if (letter == 0xFFFD && !written)
      return UnreadableLine{line, isBinary(text) ? "this is no text. Name a file of text in UTF-8"
                                                 : "this line is not UTF-8. Save the file as UTF-8"};
    if (letter == '\n') ++line;
  }
  return std::nullopt;
}

}  // namespace strata::inline lessons
