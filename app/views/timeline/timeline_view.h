#pragma once

#include "app/views/view.h"

namespace strata::inline views {

/// The view that everything else leads to: tracks over time.
const View& timelineView();

}  // namespace strata::inline views
