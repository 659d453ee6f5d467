#pragma once

#include "app/facts/view_state.h"

namespace strata {

/// A ladder of a naive and a tiled kernel, a library and one that a device cannot run, with results as an agent would
/// have written them: calls 1 … 3 of a SampleSession's addRun.
std::shared_ptr<const ExperimentInfo> sampleLadder();
std::vector<RunResult> sampleLadderResults();

/// A session of addRun(3) with that ladder and its results.
ViewState sampleLadderState();

/// A place of sampleLadder's naive kernel: 32 lanes of 4 bytes, `stride` bytes apart.
ObservedPlace samplePlace(int line, std::int64_t stride);

/// Adds roofs: bytes/s and FLOP/s.
void addRoofs(std::vector<RunResult>& results, double bandwidth, double flops);

}  // namespace strata
