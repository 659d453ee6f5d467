#pragma once

#include <memory>
#include <string>

#include "engine/base/new_file.h"

namespace strata::inline interchange {

/// A file that is written piece by piece, compressed if its name ends in .gz, and is there whole or not at all.
class TextFile {
 public:
  explicit TextFile(const std::string& path);
  ~TextFile();
  TextFile(const TextFile&) = delete;
  TextFile& operator=(const TextFile&) = delete;

  /// Append to this; what stands here is written when it is enough.
  std::string& text() { return m_text; }
  /// Call now and then: writes what has gathered.
  void pass() {
    if (m_text.size() >= kEnough) flush();
  }
  bool failed() const { return m_file.failed(); }
  /// Writes the rest. An Error if anything could not be written.
  Result<void> finish();

 private:
  static constexpr std::size_t kEnough = std::size_t{1} << 20;

  class Packer;

  void flush();

  std::string m_text;
  NewFile m_file;
  std::unique_ptr<Packer> m_packer;  ///< only of what is compressed
};

}  // namespace strata::inline interchange
