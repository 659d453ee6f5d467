#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "app/facts/view_state.h"
#include "app/session/session.h"

namespace strata::inline still {

/// What the session holds now, put into the state; all of it is in sight. What a person chose stays.
void readSession(const Session& session, ViewState& state);

/// The experiment of the newest results; nullptr: none names one that Strata has.
std::shared_ptr<const ExperimentInfo> experimentOf(const TraceSnapshot& snapshot);

/// A session at rest: all of it in sight, and a kernel worth looking at selected, where there is one.
ViewState stillOf(const Session& session);

/// Puts a second session beside the first, aligned at the selected event.
void compareWith(const Session& other, ViewState& state);

}  // namespace strata::inline still
