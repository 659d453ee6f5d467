#pragma once

#include <string>

#include "app/session/session.h"
#include "engine/interchange/stack_report.h"

namespace strata::inline still {

/// A session as one HTML document that needs no other file and no network: what was run, every view that has something
/// to show as a picture, the tables of `strata report`, and what `strata info` says.
std::string reportPage(const Session& session, const StackReport& report);

}  // namespace strata::inline still
