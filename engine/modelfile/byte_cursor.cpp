#include "engine/modelfile/byte_cursor.h"

#include <fmt/format.h>

namespace strata::inline modelfile {

Error fieldError(ErrorCode code, std::string_view file, std::string_view field, std::optional<std::uint64_t> offset,
                 std::string_view what) {
  return {code, fmt::format("{}: {}{} {}", file, field, offset ? fmt::format(" (byte {})", *offset) : "", what)};
}

Result<std::span<const std::byte>> ByteCursor::take(std::uint64_t count, std::string_view field) {
  if (count > left())
    return fieldError(ErrorCode::Usage, m_file, field, m_offset,
                      fmt::format("needs {} bytes, but the file has only {} more", count, left()));
  const auto taken = m_bytes.subspan(m_offset, count);
  m_offset += count;
  return taken;
}

Result<std::string_view> ByteCursor::takeText(std::uint64_t count, std::string_view field) {
  STRATA_ASSIGN(const auto bytes, take(count, field));
  return std::string_view{reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Result<void> ByteCursor::seek(std::uint64_t offset, std::string_view field) {
  if (offset > m_bytes.size())
    return fieldError(ErrorCode::Usage, m_file, field, offset,
                      fmt::format("lies beyond the end of the file, which has {} bytes", m_bytes.size()));
  m_offset = offset;
  return {};
}

Error ByteCursor::damaged(std::string_view field, std::uint64_t size, std::string_view what) const {
  return fieldError(ErrorCode::Usage, m_file, field, m_offset - size, what);
}

Error ByteCursor::unsupported(std::string_view field, std::uint64_t size, std::string_view what) const {
  return fieldError(ErrorCode::Unsupported, m_file, field, m_offset - size, what);
}

}  // namespace strata::inline modelfile
