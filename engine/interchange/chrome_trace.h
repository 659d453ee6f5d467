#pragma once

#include <string>

#include "engine/interchange/exporter.h"

namespace strata::inline interchange {

/// Writes Chrome trace JSON in the conventions of Kineto (PyTorch's profiler). All storeys of one host thread nest on
/// that thread; device work is on a process per device, by its number, one thread per stream and copy direction;
/// launches and their work are joined by ac2g arrows. What would not nest goes to a thread of its own. A slice that
/// never ended lasts to the end of the session and says "unfinished". Times are microseconds with three decimals from
/// baseTimeNanoseconds on. The outermost slice of a call is a step, "ProfilerStep#N", its name an argument. Compressed
/// if the path ends in .gz.
Result<ExportSummary> writeChromeTrace(const TraceSnapshot& snapshot, const std::string& path);

}  // namespace strata::inline interchange
