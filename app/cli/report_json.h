#pragma once

#include "app/cli/json_out.h"
#include "engine/interchange/stack_report.h"

namespace strata::inline cli {

/// When the session was recorded (ISO 8601); null: nothing says it.
OrderedJson recordedJson(const TraceSnapshot& snapshot);

/// What `strata report --json` prints: the report, to each run what of the device's work lies within its timed calls,
/// and how far devices were busy in all. Keys are documented in docs/json.md and stay.
OrderedJson wholeReportJson(const StackReport& report, const TraceSnapshot& snapshot);

}  // namespace strata::inline cli
