#pragma once

#include "engine/base/result.h"
#include "engine/interchange/trace_files.h"
#include "engine/trace/trace_store.h"

namespace strata::inline interchange {

/// Reads the traces of processes that ran together into one session: each with its own tracks, calls and arrows, called
/// by the rank that its trace says, or by its file. What one of them cannot give is said, and so is how their clocks
/// were joined. An Error if none gives anything; of chosen files also if one gives nothing, or they are not of one job.
Result<void> readRanks(const TraceFiles& traces, TraceStore& store);

}  // namespace strata::inline interchange
