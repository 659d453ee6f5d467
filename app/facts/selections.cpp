#include "app/facts/selections.h"

#include <algorithm>

#include "app/facts/event_text.h"
#include "engine/trace/device_work.h"
#include "engine/trace/trace_query.h"

namespace strata::inline facts {
namespace {

/// A model's run has no variants: there the source of any selected kernel is.
bool sourceIsShown(const ExperimentInfo& info, const RunResult& result) {
  if (info.variants.empty()) return true;
  const auto variant = std::ranges::find(info.variants, result.variant, &VariantInfo::name);
  return variant != info.variants.end() && !variant->source.empty();
}

std::optional<EventRef> longestKernel(const TraceSnapshot& snapshot, CallId call) {
  std::optional<EventRef> longest;
  Duration most{-1};
  for (const EventRef event : eventsOfCall(snapshot, call)) {
    const TraceEvent& e = snapshot.event(event);
    if (!isKernel(snapshot, e) || e.open() || e.end() - e.begin <= most) continue;
    most = e.end() - e.begin;
    longest = event;
  }
  return longest;
}

}  // namespace

Selection selectionOf(const TraceSnapshot& snapshot, EventRef event) {
  return {event, snapshot.event(event).call};
}

Selection selectionOf(const TraceSnapshot& snapshot, CallId call) {
  const auto info = snapshot.call(call);
  if (!info) return {};
  return {findEvent(snapshot, info->top) ? std::optional(info->top) : std::nullopt, call};
}

std::optional<EventRef> typicalKernel(const TraceSnapshot& snapshot, const std::vector<RunResult>& results,
                                      const ExperimentInfo& info) {
  std::optional<EventRef> kernel;
  for (const RunResult& result : results) {
    const bool ran = result.status == RunResult::Status::Ok;
    if (!result.text.empty()) return ran ? longestKernel(snapshot, CallId{result.medianCall}) : std::nullopt;
    if (ran && sourceIsShown(info, result))
      if (const auto longest = longestKernel(snapshot, CallId{result.medianCall})) kernel = longest;
  }
  return kernel;
}

std::optional<EventRef> lastKernel(const TraceSnapshot& snapshot, const std::vector<RunResult>& results) {
  for (auto result = results.rbegin(); result != results.rend(); ++result)
    if (result->status == RunResult::Status::Ok)
      if (const auto longest = longestKernel(snapshot, CallId{result->medianCall})) return longest;
  return std::nullopt;
}

TimeRange rangeOf(const TraceSnapshot& snapshot, EventRef event, HostTime now) {
  const TraceEvent& e = snapshot.event(event);
  return {e.begin, e.seenEnd(now)};
}

}  // namespace strata::inline facts
