#pragma once

#include <optional>

#include "engine/protocol/request.h"
#include "engine/trace/trace_snapshot.h"

namespace strata::inline session {

/// The request whose results came last into the session, as its Result messages tell it: experiment, parameters, the
/// variants that have a result, and how often each was repeated (0: no result says). Nothing if there is no result that
/// names its experiment.
std::optional<Request> newestRequest(const TraceSnapshot& snapshot);

}  // namespace strata::inline session
