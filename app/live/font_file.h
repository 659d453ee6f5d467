#pragma once

#include <memory>
#include <string>
#include <vector>

namespace strata::inline live {

/// A font file in memory.
struct FontFile {
  std::vector<unsigned char> bytes;
  /// Height of ascent to descent of a font one unit in size. Dear ImGui sizes fonts by that height, everybody else by
  /// the em.
  float heightOfEm = 1.2f;
};

/// Reads a TrueType or OpenType file; each file is read once and shared. Empty `bytes` if it cannot be read. Any
/// thread.
std::shared_ptr<const FontFile> loadFontFile(const std::string& path);

}  // namespace strata::inline live
