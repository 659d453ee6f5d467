#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/temporary_file.h"
#include "engine/interchange/trace_files.h"

namespace strata::inline session {

/// Another tool's trace, made into a session file.
struct ForeignSession {
  TemporaryFile file;                 ///< empty: the trace is a Perfetto trace
  std::vector<std::string> problems;  ///< what of the trace could not be read
};

/// Reads traces of any format and writes them as one session; a single Perfetto trace is one already. `importing`, if
/// it is there, is told now and then how many of the files' bytes are read, of how many; once it says false, that ends
/// with openingStopped.
Result<ForeignSession> sessionOfForeign(TraceFiles& traces,
                                        const std::function<bool(std::uint64_t bytes, std::uint64_t of)>& importing);

Error openingStopped(const std::string& file);

}  // namespace strata::inline session
