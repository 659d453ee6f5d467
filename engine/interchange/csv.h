#pragma once

#include <string>

#include "engine/interchange/exporter.h"

namespace strata::inline interchange {

/// Writes one row per event (RFC 4180), track by track: storey, kind, track, thread, name, begin_ns, duration_ns,
/// value, call, correlation, provenance, and all arguments as "key=value" separated by "; ". The duration of a slice
/// that never ended is empty.
Result<ExportSummary> writeCsv(const TraceSnapshot& snapshot, const std::string& path);

}  // namespace strata::inline interchange
