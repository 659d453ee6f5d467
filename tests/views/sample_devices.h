#pragma once

#include "app/facts/view_state.h"

namespace strata {

/// Two devices, of which the first waits for the second.
ViewState sampleOfTwoDevices();

}  // namespace strata
