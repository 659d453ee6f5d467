#include "layers/workloads/ladder/event_time.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/device/stream_gate.h"
#include "layers/workloads/common/model_scope.h"
#include "layers/workloads/common/patient_wait.h"
#include "layers/workloads/ladder/ladder_figures.h"

namespace strata::inline workloads {

Result<void> EventTime::addTo(RunResult& result, Stream& stream, std::span<Event* const> events) {
  constexpr double kLong = 20e-6;  // s from one event to the next, of which they are a small part on every device
  if (result.seconds.median >= kLong * static_cast<double>(events.size() - 1)) return {};
  if (!m_alone) {
    STRATA_ASSIGN(m_alone, measure(stream, events));
  }
  if (result.seconds.median >= 2 * m_alone->seconds() || m_alone->seconds() >= result.seconds.min) return {};
  result.figures.push_back({std::string(kEventsAlone), m_alone->seconds(), "s", Provenance::Measured});
  say(result, fmt::format("half of its time or more is its events': the first and last of its {}, with nothing between "
                          "them, are {} ns apart here (measured)",
                          events.size(), m_alone->ns));
  return {};
}

/// The least of some tries, each queued before the device begins: no shorter time can be told from none.
Result<Duration> EventTime::measure(Stream& stream, std::span<Event* const> events) {
  constexpr int kTries = 9;
  constexpr ExpectedTime kNoTime{Duration{1'000'000}, false};
  const ModelScope scope(m_recorder, "events with nothing between them");
  std::optional<Duration> least;
  for (int i = 0; i < kTries; ++i) {
    const auto gate = std::make_shared<StreamGate>();
    STRATA_TRY(stream.hold(gate));
    for (Event* event : events) STRATA_TRY(stream.record(*event));
    gate->open();
    STRATA_TRY(waitPatiently(stream, kNoTime, m_progress));
    STRATA_ASSIGN(const Duration time, events.back()->since(*events.front()));
    least = std::min(least.value_or(time), time);
  }
  return *least;
}

}  // namespace strata::inline workloads
