#pragma once

#include <string>

#include "app/facts/view_state.h"
#include "app/views/view.h"

namespace strata::inline still {

/// What a view shows of a session, as an image in a page of HTML that needs no other file; empty: it has nothing to
/// show. The state becomes what the view draws best from.
std::string viewImage(const View& view, ViewState& state, float width, float height);

}  // namespace strata::inline still
