#pragma once

#include <cstdint>
#include <memory>

#include "engine/trace/trace_snapshot.h"

namespace strata::inline interchange {

/// What a generated session holds, for benches and tests of exporters and importers.
struct SyntheticOptions {
  std::uint64_t events = 1'000'000;  ///< at least; less than one call's more
  bool arguments = true;
  bool oddNames = false;  ///< quotes, line breaks, control characters, scripts other than Latin
  bool foreign = false;  ///< also what only other tools' traces have: overlaps on one track, arrows between host slices
};

/// Calls through all storeys on two threads, with kernels on four streams, copies, arrows from launches to work,
/// counters and instants. The same options give the same session.
std::shared_ptr<const TraceSnapshot> syntheticSession(const SyntheticOptions& options);

}  // namespace strata::inline interchange
