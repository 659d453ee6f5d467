#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace strata {

/// A protobuf message of two small fields, put together before its length is known: most of a trace is such.
class ShortMessage {
 public:
  void addVarint(std::uint32_t field, std::uint64_t value) {
    put(field << 3);
    put(value);
  }
  void addDouble(std::uint32_t field, double value) {
    put(field << 3 | 1);
    const auto bits = std::bit_cast<std::uint64_t>(value);
    static_assert(std::endian::native == std::endian::little);
    std::memcpy(m_end, &bits, sizeof(bits));
    m_end += sizeof(bits);
  }

  const char* data() const { return m_bytes.data(); }
  std::size_t size() const { return static_cast<std::size_t>(m_end - m_bytes.data()); }

 private:
  void put(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) *m_end++ = static_cast<char>(value | 0x80);
    *m_end++ = static_cast<char>(value);
  }

  static constexpr std::size_t kLongestField = 15;  ///< a tag of up to five bytes, a varint of up to ten
  std::array<char, 2 * kLongestField> m_bytes;
  char* m_end = m_bytes.data();
};

}  // namespace strata
