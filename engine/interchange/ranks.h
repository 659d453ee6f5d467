#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/interchange/rank_job.h"
#include "engine/interchange/trace_files.h"
#include "engine/trace/trace_store.h"

namespace strata::inline interchange {

/// Reads the traces of processes that ran together into one session: each with its own tracks, calls and arrows, called
/// by the rank that its trace says, or by its file. What one of them cannot give is said, and so is how their clocks
/// were joined. An Error if none gives anything; of chosen files also if one gives nothing, or they are not of one job.
Result<void> readRanks(const TraceFiles& traces, TraceStore& store);

/// One of them: called by the rank that its facts say, else by `label`.
Rank rankOf(std::string file, std::string label, std::shared_ptr<const TraceSnapshot> trace);
/// Makes one session of the traces of processes that ran together, as readRanks does; at least one.
void joinRanks(std::vector<Rank> ranks, TraceStore& store);

}  // namespace strata::inline interchange
