#pragma once

#include "app/facts/side_told.h"
#include "app/facts/view_state.h"
#include "app/session/session_messages.h"

namespace strata::inline still {

/// What a session, and of its runs one, say of themselves where they are compared, but for a run's settings. Without
/// one: of no run. The machine and its software are told of the session's newest agent, and of no other's run.
SideTold toldOf(const SessionFacts& session, const RunRecord* run);

}  // namespace strata::inline still
