#pragma once

#include <ctime>
#include <string>

namespace strata::inline facts {

// Moments by the clock of who looks at them; empty where there is no such day.

/// "2026-05-31".
std::string dateOf(std::time_t moment);

/// "2026-05-31 02:10".
std::string minuteOf(std::time_t moment);

/// "02:10:45".
std::string timeOfDay(std::time_t moment);

/// "2026-05-31 at 02:10".
std::string dateAndTimeOf(std::time_t moment);

}  // namespace strata::inline facts
