#pragma once

#include <string_view>

#include "engine/trace/trace_snapshot.h"

namespace strata::inline trace {

/// How the names of calls begin by which Strata measures what a device can do, or how long a run will take: no run's.
inline constexpr std::string_view kRoofCall = "roof: ", kForecastCall = "forecast: ";

/// Whether it is such a call.
bool isCalibration(const TraceSnapshot& snapshot, CallId call);

/// The track's first call is such a one, as on the streams that were made for it.
bool isCalibration(const TraceSnapshot& snapshot, std::uint32_t track);

}  // namespace strata::inline trace
