#pragma once

#include <zlib.h>

#include <filesystem>
#include <string>

namespace strata {

/// The text of a gzip file.
inline std::string unzipped(const std::filesystem::path& path) {
  std::string text;
  gzFile file = gzopen(path.c_str(), "rb");
  char piece[1 << 16];
  for (int n = 0; (n = gzread(file, piece, sizeof piece)) > 0;) text.append(piece, static_cast<std::size_t>(n));
  gzclose(file);
  return text;
}

}  // namespace strata
