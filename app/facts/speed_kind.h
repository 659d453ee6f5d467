#pragma once

#include "app/facts/view_state.h"

namespace strata::inline facts {

/// Whose speeds the speed and roofline views show: those chosen, but modelled ones where nothing was measured, and
/// measured ones where nothing is modelled.
SpeedKind shownSpeeds(const ViewState& state);
/// The first result's that has a modelled time: which GPU; nullptr: none has.
const ModelledRun* anyModelled(const ViewState& state);
bool anyMeasured(const ViewState& state);

}  // namespace strata::inline facts
