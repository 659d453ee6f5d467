#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace strata::inline modelfile {

/// Bytes of the first character; a byte that begins no UTF-8 character stands alone. 0 for an empty text.
std::size_t characterLength(std::string_view text);

/// Bytes for a person to read: what is no UTF-8, and control characters, become <0x0A>. Never empty.
std::string readable(std::string_view bytes);

/// A piece of text, or a token that was found in it.
struct Fragment {
  std::string_view text;
  int token = -1;  ///< -1: plain text
};

/// Tokens that are found in the text before anything else looks at it, such as runs of spaces.
class AddedTokens {
 public:
  /// Empty contents are ignored.
  void add(std::string content, int token);
  /// The first one, the longest of those that begin at the same place, and so on. No fragment is empty.
  std::vector<Fragment> split(std::string_view text) const;

 private:
  struct Entry {
    std::string content;
    int token;
  };
  const Entry* at(std::string_view text) const;

  std::array<std::vector<Entry>, 256> m_byFirstByte;  // longest first
};

}  // namespace strata::inline modelfile
