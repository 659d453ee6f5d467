#pragma once

#include <string>

namespace strata::inline session {

/// Of a command line that a program does not take: `what` is wrong with it.
inline std::string wrongWords(const std::string& program, std::string what) {
  if (what.ends_with('.')) what.pop_back();
  return program + ": " + what + "; see " + program + " --help.\n";
}

}  // namespace strata::inline session
