#pragma once

#include <string>

#include "app/session/session.h"
#include "app/session/session_messages.h"

namespace strata::inline still {

/// What was run, with the times of its variants; empty: nothing was.
std::string runsText(const SessionMessages& messages);
/// What `strata info` says of a session.
std::string infoText(const Session& session);

}  // namespace strata::inline still
