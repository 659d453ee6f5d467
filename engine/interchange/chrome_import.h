#pragma once

#include "engine/base/result.h"
#include "engine/interchange/byte_source.h"
#include "engine/trace/trace_store.h"

namespace strata::inline interchange {

/// Reads a Chrome trace (JSON, see docs/interchange.md). False if the text is none.
bool importChrome(ByteSource& source, TraceStore& store);

}  // namespace strata::inline interchange
