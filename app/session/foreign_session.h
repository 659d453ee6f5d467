#pragma once

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

/// Reads traces of any format and writes them as one session; a single Perfetto trace is one already.
Result<ForeignSession> sessionOfForeign(const TraceFiles& traces);

}  // namespace strata::inline session
