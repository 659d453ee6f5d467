#pragma once

#include <optional>
#include <string_view>

namespace strata::inline lessons {

/// Without the mark that some editors put before UTF-8 (EF BB BF).
std::string_view withoutMark(std::string_view text);

/// The first line, from 1, that is no UTF-8, and what to do: the file is of another encoding, or no text at all.
struct UnreadableLine {
  int line = 0;
  std::string_view what;
};
std::optional<UnreadableLine> unreadableLine(std::string_view text);

}  // namespace strata::inline lessons
