#pragma once

namespace strata {

/// Says what kind of OpenGL contexts Qt shall make: those that views are drawn in. Before the application is made.
void askForOpenGl();

}  // namespace strata
