#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/interchange/import_message.h"
#include "engine/trace/trace_snapshot.h"

namespace strata::inline interchange {

/// The trace of one of the processes that ran together.
struct Rank {
  std::string file, label;  ///< the label of one that states no rank is its file's name without endings
  std::shared_ptr<const TraceSnapshot> trace;
  ImportFacts facts;
};

/// Error Usage, with the files' names, unless the ranks can be of one job: each states another rank of as many, or none
/// does and their files are named alike but for numbers.
Result<void> checkOneJob(std::span<const Rank> ranks);

/// That they are sessions to be compared rather than ranks, in a sentence, where each is a whole session of Strata with
/// results of its own; else empty.
std::string sessionsNotRanks(std::span<const Rank> ranks);

/// "2 ranks"; "ranks 0, 1, 3 of 4" where some are missing.
std::string ranksText(std::span<const Rank> ranks);

/// How the times of ranks come onto one axis.
struct RankClocks {
  std::vector<std::int64_t> shiftNs;  ///< to be added to the times of each
  bool stated = false;                ///< the traces say it all: each its wall clock, or that all are of one clock
  std::string how;                    ///< a sentence
};

/// By the wall clock where all state it; those of one machine's clock stay as they are to each other. Times that state
/// neither, and that share no moment with the others, begin with them.
RankClocks joinClocks(std::span<const Rank> ranks);

}  // namespace strata::inline interchange
