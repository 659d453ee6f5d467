#pragma once

#include "app/facts/what_is.h"
#include "app/views/view.h"

namespace strata::inline views {

/// What a person who points at a place of a view sees: what its words say, else the event that it belongs to, else
/// what the view shows.
WhatIs whatIsHere(const View& view, Rect area, const ViewState& state, Point at);

}  // namespace strata::inline views
