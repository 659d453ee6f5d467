#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace strata::inline facts {

/// What a compiler says of a line.
struct CompilerNote {
  int line = 0;  ///< from 1
  bool error = false;
  std::string text;
  friend bool operator==(const CompilerNote&, const CompilerNote&) = default;
};

/// The lines "mine.cu:21:3: error: …" of a compiler's words that are of `file`: errors and warnings, in its order.
std::vector<CompilerNote> compilerNotes(std::string_view words, std::string_view file);

}  // namespace strata::inline facts
