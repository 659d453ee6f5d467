#include "app/facts/range_said.h"

namespace strata::inline facts {

RangeSaid rangeSaid(const ViewState& state) {
  const auto bounds = state.session.snapshot ? state.session.snapshot->lastingBounds() : std::nullopt;
  if (!bounds || state.sight.measured.value_or(state.sight.range).covers(*bounds)) return RangeSaid::AllRecorded;
  return state.sight.measured ? RangeSaid::Measured : RangeSaid::InSight;
}

Msg saidOfRange(const ViewState& state, Msg allRecorded, Msg measured, Msg inSight) {
  switch (rangeSaid(state)) {
    case RangeSaid::AllRecorded: return allRecorded;
    case RangeSaid::Measured: return measured;
    case RangeSaid::InSight: return inSight;
  }
  return inSight;
}

}  // namespace strata::inline facts
