#pragma once

#include <memory>

#include "app/facts/view_state.h"

namespace strata::inline facts {

/// Makes of a session's state what it was at a time; `seen` is its snapshot until then. Results and tokens that came
/// later are not there; a result without a call (a step that cannot run here) comes with the next that has one, or with
/// the session's end. Of frames only what the session holds is left, and kept numbers where they are of the frame that
/// was seen then.
void setBack(ViewState& state, std::shared_ptr<const TraceSnapshot> seen, HostTime time);

/// How much of a session each second of slow motion shows: a round number, with which `length` takes 10 to 20 seconds.
Duration fittingSpeed(Duration length);

}  // namespace strata::inline facts
