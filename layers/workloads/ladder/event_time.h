#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "engine/device/device.h"
#include "engine/protocol/run_result.h"
#include "engine/trace/trace_recorder.h"
#include "layers/workloads/common/run_progress.h"

namespace strata::inline workloads {

/// The figure of a result whose time is as much its events' as its own: those that a repeat records, with nothing
/// between them; seconds.
inline constexpr std::string_view kEventsAlone = "events_alone";

/// How far apart events are with nothing between them. It is measured once, where a time is short enough to ask for it.
class EventTime {
 public:
  EventTime(TraceRecorder& recorder, const RunProgress& progress) : m_recorder(recorder), m_progress(progress) {}

  /// Says so of a time of which the events make up half or more: `events`, those that each repeat records on that
  /// stream, in their order, always as many. Says nothing where a repeat was no longer than they are: then they tell
  /// nothing of the repeats.
  Result<void> addTo(RunResult& result, Stream& stream, std::span<Event* const> events);

 private:
  Result<Duration> measure(Stream& stream, std::span<Event* const> events);

  TraceRecorder& m_recorder;
  const RunProgress& m_progress;
  std::optional<Duration> m_alone;
};

}  // namespace strata::inline workloads
