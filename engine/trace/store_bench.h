#pragma once

#include <cstddef>
#include <cstdint>

namespace strata::inline trace {

/// What reading a session costs here and now; all measured.
struct StoreBench {
  std::uint64_t events = 0;
  std::size_t streamBytes = 0;
  double eventsPerSecond = 0;  ///< from bytes in memory to a snapshot, parsing included; the best of the repeats
  double bytesPerEvent = 0;    ///< heap of the store, arguments and names included
  std::uint64_t contentHash = 0;
};

/// Writes a made-up session of about `events` events (calls of five storeys with launches, kernels and counters) into
/// memory and reads it `repeats` times.
StoreBench benchStore(std::uint64_t events, int repeats);

}  // namespace strata::inline trace
