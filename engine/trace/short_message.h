#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace strata::inline trace {

/// A protobuf message of a few small fields, put together before its length is known: most of a trace is such. Up to
/// `kRoom` bytes can stand before them, put there from behind: lengths are known last.
template <std::size_t kFields, std::size_t kRoom = 0>
class ShortMessage {
 public:
  ShortMessage() = default;
  ShortMessage(const ShortMessage&) = delete;
  ShortMessage& operator=(const ShortMessage&) = delete;

  void addVarint(std::uint32_t field, std::uint64_t value) {
    m_end = put(m_end, field << 3);
    m_end = put(m_end, value);
  }
  void addDouble(std::uint32_t field, double value) {
    m_end = put(m_end, field << 3 | 1);
    const auto bits = std::bit_cast<std::uint64_t>(value);
    static_assert(std::endian::native == std::endian::little);
    std::memcpy(m_end, &bits, sizeof(bits));
    m_end += sizeof(bits);
  }
  /// Says that `bytes` of a message follow, behind all of this one.
  void addLength(std::uint32_t field, std::size_t bytes) {
    m_end = put(m_end, field << 3 | 2);
    m_end = put(m_end, bytes);
  }

  void prependVarint(std::uint32_t field, std::uint64_t value) {
    prepend(value);
    prepend(field << 3);
  }
  void prependLength(std::uint32_t field, std::size_t bytes) {
    prepend(bytes);
    prepend(field << 3 | 2);
  }

  std::size_t size() const { return static_cast<std::size_t>(m_end - m_begin); }
  std::string_view bytes() const { return {m_begin, size()}; }

 private:
  static char* put(char* at, std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) *at++ = static_cast<char>(value | 0x80);
    *at++ = static_cast<char>(value);
    return at;
  }
  void prepend(std::uint64_t value) {
    m_begin -= (std::bit_width(value | 1) + 6) / 7;
    put(m_begin, value);
  }

  static constexpr std::size_t kLongestField = 15;  ///< a tag of up to five bytes, a varint of up to ten
  std::array<char, kRoom + kFields * kLongestField> m_bytes;
  char* m_begin = m_bytes.data() + kRoom;
  char* m_end = m_begin;
};

}  // namespace strata::inline trace
