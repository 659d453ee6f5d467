#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace strata::inline modelfile {

/// A whole file, mapped for reading. Whoever shortens the file meanwhile ends the process (SIGBUS), as with any
/// mapping.
class MappedFile {
 public:
  static Result<std::shared_ptr<const MappedFile>> open(const std::filesystem::path& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::span<const std::byte> bytes() const { return m_bytes; }
  std::string_view text() const;
  const std::filesystem::path& path() const { return m_path; }
  /// For messages.
  std::string name() const { return m_path.filename().string(); }

 private:
  MappedFile(std::filesystem::path path, std::span<const std::byte> bytes);

  std::filesystem::path m_path;
  std::span<const std::byte> m_bytes;
};

}  // namespace strata::inline modelfile
