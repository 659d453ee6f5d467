#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace strata::inline modelfile {

/// "model.bin: layers (byte 12) is 0, …": what every complaint about a file looks like. `offset`: none of what stands
/// at no one place of the file.
Error fieldError(ErrorCode code, std::string_view file, std::string_view field, std::optional<std::uint64_t> offset,
                 std::string_view what);

/// Reads little-endian values one after the other; what lies beyond the end is an error naming the field.
class ByteCursor {
 public:
  ByteCursor(std::string file, std::span<const std::byte> bytes) : m_file(std::move(file)), m_bytes(bytes) {}

  template <class T>
  Result<T> read(std::string_view field) {
    STRATA_ASSIGN(const auto bytes, take(sizeof(T), field));
    T value;
    std::memcpy(&value, bytes.data(), sizeof(T));
    return value;
  }
  Result<std::span<const std::byte>> take(std::uint64_t count, std::string_view field);
  Result<std::string_view> takeText(std::uint64_t count, std::string_view field);
  /// Goes to an absolute offset, at most the end of the file.
  Result<void> seek(std::uint64_t offset, std::string_view field);

  std::uint64_t offset() const { return m_offset; }
  std::uint64_t left() const { return m_bytes.size() - m_offset; }
  const std::string& file() const { return m_file; }
  /// A complaint about what was just read, `size` bytes before here.
  Error damaged(std::string_view field, std::uint64_t size, std::string_view what) const;
  Error unsupported(std::string_view field, std::uint64_t size, std::string_view what) const;

 private:
  std::string m_file;
  std::span<const std::byte> m_bytes;
  std::uint64_t m_offset = 0;
};

}  // namespace strata::inline modelfile
