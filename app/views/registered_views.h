#pragma once

#include <span>

#include "app/views/view.h"

namespace strata::inline views {

/// Of all files NAME_view.cpp, in order of their names; the build makes the list.
std::span<const View> registeredViews();

}  // namespace strata::inline views
