#pragma once

#include <string>
#include <string_view>

#include "app/facts/view_state.h"

namespace strata::inline facts {

/// The view as it stands, as a slide of a show (app/present/show_file.h): text that begins with "slide:". `file`: of
/// the session, as the show is to name it.
std::string slideOfView(std::string_view view, std::string_view title, const ViewState& state, std::string_view file);

}  // namespace strata::inline facts
