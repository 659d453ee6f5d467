#pragma once

#include <cstddef>
#include <cstdint>

namespace strata::inline trace {

/// What recording costs on this machine, measured.
struct RecorderBench {
  double medianNs = 0;  ///< of one begin + end, over batches
  double p99Ns = 0;     ///< the batch that 99 % are not slower than
  std::size_t batches = 0, slicesPerBatch = 0;
  bool tsc = false;               ///< time stamps are the TSC's
  std::int64_t clockErrorNs = 0;  ///< of the mapping to CLOCK_MONOTONIC
  std::uint64_t offered = 0;      ///< slices begun on a buffer that nobody empties
  std::uint64_t kept = 0;         ///< of those, in the buffer
  std::uint64_t dropped = 0;      ///< of those, counted as dropped: offered = kept + dropped
};

/// Measures on the calling thread, a second at most. Nothing here allocates between a begin and its end.
RecorderBench measureRecorder(std::size_t batches = 4000, std::size_t slicesPerBatch = 256);

}  // namespace strata::inline trace
