#pragma once

#include <memory>

#include "app/cli/bench_figures.h"
#include "engine/trace/trace_snapshot.h"

namespace strata::inline cli {

/// How long a person waits for a table of a million events: sorted, filtered at each letter typed, scrolled by pages;
/// and what a row costs in memory. Of the middle of a session that has ten times as many.
BenchFigures tableFigures(const std::shared_ptr<const TraceSnapshot>& snapshot);

}  // namespace strata::inline cli
