#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/base/shell_word.h"
#include "layers/compiler/folder_sweeper.h"

namespace strata::inline compiler {

/// Where a program is: a path, or a name to look for on PATH; empty: nowhere.
std::string toolPath(const std::string& program);
inline bool toolIsHere(const std::string& program) {
  return !toolPath(program).empty();
}

/// What a command printed, and whether it ended well.
struct Printed {
  std::string text;
  bool ok = false;
};
Printed outputOf(const std::string& command);

/// A folder in the temporary folder, gone with the object, and with this process however it ends.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string path() const { return m_path.string(); }
  std::string path(std::string_view file) const { return (m_path / file).string(); }
  /// Also makes the folders on the way; false where it could not: refusal().
  bool write(std::string_view file, std::span<const char> content) const;
  /// What to say of a write that failed.
  Error refusal() const;
  /// The same as a reason within a sentence.
  std::string whyRefused() const;

 private:
  std::filesystem::path m_path;
  mutable int m_refusal = 0;  ///< an errno: of the folder itself, or of the last write that failed
  FolderSweeper m_sweeper;
};

}  // namespace strata::inline compiler
