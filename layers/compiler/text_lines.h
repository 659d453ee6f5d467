#pragma once

#include <string>
#include <string_view>

namespace strata::inline compiler {

/// The text of a file of the device code, as it was built into this program; empty if there is none.
std::string_view textOfFile(std::string_view file);

/// "kernels/matmul/tiled.cuh" of a path to a kernel's text; empty for any other file.
std::string kernelFile(std::string_view path);

/// The statement of a C++ text that a line belongs to, from its first line to its last.
struct Statement {
  int first = 0, last = 0;
};
Statement statementAt(std::string_view text, int line);

}  // namespace strata::inline compiler
