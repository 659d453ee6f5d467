#pragma once

#include <cstdio>
#include <memory>
#include <string>

#include "engine/base/result.h"

namespace strata {

/// A text file that is written piece by piece; remembers the first failure.
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
  bool failed() const { return m_error != 0; }
  /// Writes the rest. An Error if anything could not be written.
  Result<void> finish();

 private:
  static constexpr std::size_t kEnough = std::size_t{1} << 20;

  void flush();

  std::string m_path, m_text;
  int m_error = 0;
  std::FILE* m_file = nullptr;
};

}  // namespace strata
