#pragma once

#include <string>

#include "app/facts/view_state.h"

namespace strata::inline facts {

/// A view as it stands, as a page of a lesson: to be pasted into its file.
std::string pageOfView(std::string_view view, const ViewState& state);

}  // namespace strata::inline facts
