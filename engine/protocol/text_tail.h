#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace strata::inline protocol {

/// Keeps the end of a text.
class TextTail {
 public:
  static constexpr std::size_t kLength = 4096;

  void add(std::string_view bytes) {
    m_text.append(bytes.substr(bytes.size() > kLength ? bytes.size() - kLength : 0));
    if (m_text.size() > kLength) m_text.erase(0, m_text.size() - kLength);
  }
  const std::string& text() const { return m_text; }

 private:
  std::string m_text;
};

}  // namespace strata::inline protocol
