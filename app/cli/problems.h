#pragma once

#include "engine/trace/trace_snapshot.h"

namespace strata::inline cli {

/// Says what of a session could not be read, a line each, beside what a command prints.
void remarkProblems(const TraceSnapshot& snapshot);

}  // namespace strata::inline cli
