#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace strata {

/// A protobuf message of a few small fields, put together before its length is known: most of a trace is such.
template <std::size_t kFields>
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
  /// Says that `bytes` of a message follow, behind all of this one.
  void addLength(std::uint32_t field, std::size_t bytes) {
    put(field << 3 | 2);
    put(bytes);
  }

  /// Whole fields, no more than there is room for.
  void append(std::string_view fields) {
    std::memcpy(m_end, fields.data(), fields.size());
    m_end += fields.size();
  }

  const char* data() const { return m_bytes.data(); }
  std::size_t size() const { return static_cast<std::size_t>(m_end - m_bytes.data()); }
  std::string_view bytes() const { return {data(), size()}; }

 private:
  void put(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) *m_end++ = static_cast<char>(value | 0x80);
    *m_end++ = static_cast<char>(value);
  }

  static constexpr std::size_t kLongestField = 15;  ///< a tag of up to five bytes, a varint of up to ten
  std::array<char, kFields * kLongestField> m_bytes;
  char* m_end = m_bytes.data();
};

}  // namespace strata
