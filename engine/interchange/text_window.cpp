#include "engine/interchange/text_window.h"

#include <cstring>

namespace strata::inline interchange {

namespace {
constexpr std::size_t kLongestPiece = std::size_t{64} << 20;
}

TextWindow::TextWindow(ByteSource& source, std::size_t bytes) : m_source(source), m_bytes(bytes + 1) {
  advance(begin());
}

bool TextWindow::advance(const char* from) {
  const auto gone = static_cast<std::size_t>(from - begin());
  m_offset += gone;
  m_size -= gone;
  std::memmove(m_bytes.data(), m_bytes.data() + gone, m_size);
  if (m_size + 1 == m_bytes.size() && m_size < kLongestPiece) m_bytes.resize(m_bytes.size() * 2);
  const std::size_t count = m_source.read(m_bytes.data() + m_size, m_bytes.size() - 1 - m_size);
  m_size += count;
  m_bytes[m_size] = 0;
  return count > 0;
}

}  // namespace strata::inline interchange
