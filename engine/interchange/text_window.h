#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/interchange/byte_source.h"

namespace strata::inline interchange {

/// The part of a text that is looked at: it slides forwards over a ByteSource, and grows where one piece needs it. A 0
/// stands behind the last byte.
class TextWindow {
 public:
  explicit TextWindow(ByteSource& source, std::size_t bytes = std::size_t{1} << 20);

  const char* begin() const { return m_bytes.data(); }
  const char* end() const { return m_bytes.data() + m_size; }
  std::size_t size() const { return m_size; }
  /// Where in the text the byte at `place` stands.
  std::uint64_t offset(const char* place) const { return m_offset + static_cast<std::uint64_t>(place - begin()); }

  /// Forgets what is before `from` and reads more behind the end; begin() is then that place. False when there is no
  /// more, or the piece is longer than any that is read.
  bool advance(const char* from);

 private:
  ByteSource& m_source;
  std::vector<char> m_bytes;
  std::size_t m_size = 0;
  std::uint64_t m_offset = 0;
};

}  // namespace strata::inline interchange
