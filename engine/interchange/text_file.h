#pragma once

#include <memory>
#include <string>

#include "engine/base/result.h"

namespace strata {

/// A file that is written piece by piece, compressed if its name ends in .gz; remembers the first failure.
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

  class Sink;

  void flush();

  std::string m_path, m_text;
  int m_error = 0;  ///< an errno
  std::unique_ptr<Sink> m_sink;
};

}  // namespace strata
