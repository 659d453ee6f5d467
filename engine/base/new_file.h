#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/base/temporary_file.h"

namespace strata::inline base {

/// A file that is written whole or not at all: its bytes gather beside its place and take it in finish(). Until then,
/// and if anything fails, what stood there stays. A pipe or a device takes the bytes as they come; so does standard
/// output, whose path is "-".
class NewFile {
 public:
  /// Nothing is said yet if it cannot be made: finish() does.
  explicit NewFile(const std::string& path, OnSignal onSignal = OnSignal::Remove);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  int descriptor() const { return m_fd; }
  bool failed() const { return m_error != 0; }
  /// The first failure is kept, and nothing is written after it.
  void write(std::string_view bytes);
  void fail(int number);
  /// Error Io if anything could not be written; the file is gone then.
  Result<void> finish();

 private:
  void openBeside(mode_t mode, OnSignal onSignal);

  std::string m_path;      ///< as it was given
  std::string m_place;     ///< where it goes, links followed
  TemporaryFile m_beside;  ///< where it gathers; empty for what is written as it comes
  int m_fd = -1;
  int m_error = 0;  ///< an errno
};

/// `bytes` to `path`, whole or not at all.
Result<void> writeWholeFile(const std::string& path, std::string_view bytes);

/// Whether `path` is the one that means standard output.
bool isStandardOutput(const std::string& path);

/// Whether the two name one file that exists, through links too.
bool isSameFile(const std::string& a, const std::string& b);

}  // namespace strata::inline base
