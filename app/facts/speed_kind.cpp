#include "app/facts/speed_kind.h"

#include <algorithm>

namespace strata::inline facts {

const ModelledRun* anyModelled(const ViewState& state) {
  const auto& results = state.session.results;
  const auto found = std::ranges::find_if(results, [](const RunResult& r) { return r.modelled.has_value(); });
  return found == results.end() ? nullptr : &*found->modelled;
}

bool anyMeasured(const ViewState& state) {
  return std::ranges::any_of(state.session.results, [](const RunResult& r) { return r.seconds.repeats > 0; });
}

SpeedKind shownSpeeds(const ViewState& state) {
  if (!anyModelled(state)) return SpeedKind::Measured;
  const SpeedKind chosen = state.sight.choices.speeds;
  return chosen == SpeedKind::Measured && !anyMeasured(state) ? SpeedKind::Modelled : chosen;
}

}  // namespace strata::inline facts
