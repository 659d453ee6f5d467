#pragma once

#include "engine/base/result.h"

namespace strata::inline studio {

/// Says what kind of OpenGL contexts Qt shall make: those that views are drawn in. Before the application is made.
void askForOpenGl();

/// Of the application that is there: an Error of code Unavailable if it got no OpenGL that views can be drawn in.
Result<void> findOpenGl();

}  // namespace strata::inline studio
