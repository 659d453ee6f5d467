#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>

namespace strata::inline microscope {

/// A line of a kernel's text.
struct SourceLine {
  std::string file;  ///< "kernels/matmul/tiled.cuh"; empty where the program does not know
  int line = 0;
  int column = 0;  ///< of what is done there, from 1; 0: not known. Places of one line are one line.
  std::optional<std::uint64_t> into{};  ///< of a line that calls what is inlined there: bytes since that began

  friend bool operator==(const SourceLine& a, const SourceLine& b) { return a.line == b.line && a.file == b.file; }
  friend auto operator<=>(const SourceLine& a, const SourceLine& b) {
    return std::tie(a.file, a.line) <=> std::tie(b.file, b.line);
  }
};

}  // namespace strata::inline microscope
