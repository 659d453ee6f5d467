#pragma once

namespace strata {

/// True where a window system can be reached.
bool hasDisplay();

/// Starts this program again under xvfb-run, a display without a screen. Comes back only if that fails, having said on
/// standard error what is missing and how to install it; the value is the exit status to end with.
int runWithoutScreen(char** argv);

}  // namespace strata
