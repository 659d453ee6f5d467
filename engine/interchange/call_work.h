#pragma once

#include <cstdint>
#include <vector>

#include "engine/trace/trace_snapshot.h"

namespace strata {

/// The device work of one call.
struct CallWork {
  std::uint64_t kernels = 0, copies = 0;
  Duration kernelTime, copyTime;  ///< summed; work that overlaps counts for each
  double bytesCopied = 0;
};

/// Of every call; index: id - 1.
std::vector<CallWork> workOfCalls(const TraceSnapshot& snapshot);

}  // namespace strata
