#include "engine/trace/calibration.h"

#include <algorithm>

namespace strata::inline trace {
namespace {

CallId callOf(const TraceSnapshot& snapshot, const TraceEvent& event) {
  if (event.call != CallId::None) return event.call;
  const auto launch = snapshot.launchOf(event.correlation);
  return launch ? snapshot.event(*launch).call : CallId::None;
}

}  // namespace

bool isCalibration(const TraceSnapshot& snapshot, CallId call) {
  const auto info = snapshot.call(call);
  if (!info) return false;
  const std::string_view name = snapshot.name(snapshot.event(info->top).name);
  return name.starts_with(kRoofCall) || name.starts_with(kForecastCall);
}

bool isCalibration(const TraceSnapshot& snapshot, std::uint32_t track) {
  constexpr std::size_t kLookedAt = 64;  // what comes before the first call, as copies of its operands
  if (snapshot.rowCount(track) == 0) return false;
  const RowView& row = snapshot.row(track, 0);
  for (std::size_t i = 0; i < std::min(row.size(), kLookedAt); ++i)
    if (const CallId call = callOf(snapshot, row[i]); snapshot.call(call)) return isCalibration(snapshot, call);
  return false;
}

}  // namespace strata::inline trace
