#pragma once

#include "engine/base/result.h"
#include "engine/interchange/trace_files.h"
#include "engine/trace/trace_store.h"

namespace strata::inline interchange {

/// Reads the traces of processes that ran together into one session: each with its own tracks, calls and arrows, called
/// by the rank that its trace says, or by its file. What one of them cannot give is said; an Error if none gives
/// anything.
Result<void> readRanks(const TraceFiles& traces, TraceStore& store);

}  // namespace strata::inline interchange
