#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "engine/base/folder_sweeper.h"
#include "engine/base/result.h"

namespace strata::inline base {

/// A folder in the temporary folder, gone with the object, and with this process however it ends.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  /// Empty where it could not be made: refusal().
  std::string path() const { return m_path.string(); }
  std::string path(std::string_view file) const { return (m_path / file).string(); }
  /// Also makes the folders on the way; false where it could not: refusal().
  bool write(std::string_view file, std::span<const char> content) const;
  /// Whether what is written here can be neither run nor loaded: it is mounted so.
  bool forbidsPrograms() const;
  /// What to say of a folder that could not be made, or of a write that failed; it happened on `storey`.
  Error refusal(Storey storey = Storey::Other) const;
  /// The same as a reason within a sentence.
  std::string whyRefused() const;

 private:
  void makeFoldersOf(const std::filesystem::path& file) const;

  std::filesystem::path m_path;
  mutable int m_refusal = 0;  ///< an errno: of the folder itself, or of the last write that failed
  FolderSweeper m_sweeper;
};

}  // namespace strata::inline base
