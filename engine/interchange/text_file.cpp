#include "engine/interchange/text_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace strata {

TextFile::TextFile(const std::string& path) : m_path(path), m_file(std::fopen(path.c_str(), "wbe")) {
  if (!m_file) m_error = errno;
}

TextFile::~TextFile() {
  if (m_file) std::fclose(m_file);
}

void TextFile::flush() {
  if (m_file && std::fwrite(m_text.data(), 1, m_text.size(), m_file) != m_text.size() && m_error == 0) m_error = errno;
  m_text.clear();
}

Result<void> TextFile::finish() {
  flush();
  if (m_file && std::fclose(std::exchange(m_file, nullptr)) != 0 && m_error == 0) m_error = errno;
  if (m_error == 0) return {};
  return Error{
      ErrorCode::Io,
      fmt::format("Cannot write {}: {}. Choose another place or free some space.", m_path, std::strerror(m_error)),
      Storey::Other};
}

}  // namespace strata
