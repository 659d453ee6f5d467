#pragma once

#include <string>

namespace strata::inline studio {

/// True where a window system can be reached.
bool hasDisplay();

/// What the environment says of the window system: "DISPLAY=:77, QT_QPA_PLATFORM=xcb".
std::string displayAsked();

/// What to install where Qt cannot open it, as a sentence with a space before it; empty: unknown.
std::string displayRemedy();

/// Starts this program again under xvfb-run, a display without a screen, if it will end by itself. Comes back only if
/// that fails, having said on standard error what is missing and what to do; the value is the exit status to end with.
int runWithoutScreen(char** argv, bool endsByItself);

}  // namespace strata::inline studio
