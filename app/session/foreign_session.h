#pragma once

#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/interchange/input_file.h"

namespace strata {

/// Another tool's trace, made into a session file.
struct ForeignSession {
  std::string path;                   ///< in the temporary folder, to be removed; empty: the file is a Perfetto trace
  std::vector<std::string> problems;  ///< what of the trace could not be read
};

/// Reads a trace of any format that is no Perfetto trace and writes it as one.
Result<ForeignSession> sessionOfForeign(const InputFile& file);

}  // namespace strata
