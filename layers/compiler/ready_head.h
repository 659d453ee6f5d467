#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "engine/base/temporary_folder.h"

namespace strata::inline compiler {

/// unitHead() as a compiler leaves it with certain flags: a small kernel's text that comes after it takes half of the
/// time. It is kept for all programs of this user, some 26 MB for each set of flags, until nobody has asked for it
/// for a month.
class ReadyHead {
 public:
  static constexpr std::string_view kText = "head.h", kCompiled = "head.h.gch";  ///< in an object's folder

  ReadyHead(const std::string& compiler, std::string_view flags);
  /// False: this user has no folder that takes such.
  bool canBeKept() const { return !m_file.empty(); }
  /// Beside its text in the folder; false where it has not been kept yet. If it goes meanwhile, or is of another
  /// compiler, the text counts.
  bool putInto(const TemporaryFolder& folder) const;
  /// What was compiled in the folder, for the next.
  void keep(const TemporaryFolder& folder) const;
  /// Whether a compiler's words are of what was kept, and not of the text: it was damaged. Then it should go.
  static bool isBlamed(std::string_view words);
  void discard() const;

 private:
  std::filesystem::path m_file;
};

}  // namespace strata::inline compiler
