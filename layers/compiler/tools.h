#pragma once

#include <string>
#include <vector>

#include "engine/base/shell_word.h"
#include "engine/base/temporary_folder.h"

namespace strata::inline compiler {

/// Where a program is: a path, or a name to look for on PATH; empty: nowhere.
std::string toolPath(const std::string& program);
inline bool toolIsHere(const std::string& program) {
  return !toolPath(program).empty();
}

/// The first of these programs that is here; empty: none is.
std::string firstTool(const std::vector<std::string>& programs);

/// What a command printed, and whether it ended well.
struct Printed {
  std::string text;
  bool ok = false;
};
Printed outputOf(const std::string& command);

}  // namespace strata::inline compiler
