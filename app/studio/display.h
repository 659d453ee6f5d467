#pragma once

namespace strata::inline studio {

/// True where a window system can be reached.
bool hasDisplay();

/// Starts this program again under xvfb-run, a display without a screen, if it will end by itself. Comes back only if
/// that fails, having said on standard error what is missing and what to do; the value is the exit status to end with.
int runWithoutScreen(char** argv, bool endsByItself);

}  // namespace strata::inline studio
