#pragma once

#include <string>
#include <string_view>

#include "engine/interchange/exporter.h"

namespace strata::inline interchange {

/// How device work is written.
enum class PerfettoWork {
  Typed,   ///< as GPU events, each kernel once
  Slices,  ///< as plain slices, for readers that know no GPU events
};

/// Writes a session as docs/trace-format.md has it, which Strata and Perfetto read: events in order of time, all
/// messages kept. Slices that overlap on a track without nesting, and work that overlaps on a queue, go to subtracks of
/// their own beside it. Arrows between host slices that point back in time are left out.
/// `ending`: packets that follow.
Result<ExportSummary> writePerfettoTrace(const TraceSnapshot& snapshot, const std::string& path,
                                         PerfettoWork work = PerfettoWork::Typed, std::string_view ending = {});

}  // namespace strata::inline interchange
