#pragma once

#include <string>

#include "app/session/session.h"
#include "engine/interchange/stack_report.h"

namespace strata::inline still {

/// A session as one HTML document that needs no other file and no network: what it is, every view that has something to
/// show as a picture, and the tables of `strata report`.
std::string reportPage(const Session& session, const StackReport& report);

}  // namespace strata::inline still
