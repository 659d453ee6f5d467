#pragma once

#include <ctime>
#include <string>

#include "engine/trace/trace_snapshot.h"

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

/// When a session was recorded, "2026-05-31 02:10"; empty: nothing says it.
std::string recordedOf(const TraceSnapshot& session);

/// The same for programs, with the zone of who asks: "2026-05-31T02:10:45+02:00" (ISO 8601).
std::string recordedIsoOf(const TraceSnapshot& session);

}  // namespace strata::inline facts
