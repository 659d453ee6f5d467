#include "app/facts/range_said.h"

namespace strata::inline facts {

TimeRange rangeWanted(const ViewState& state) {
  return state.sight.measured.value_or(state.sight.range);
}

RangeSaid rangeSaid(const ViewState& state) {
  return rangeSaid(state, rangeWanted(state));
}

RangeSaid rangeSaid(const ViewState& state, TimeRange counted) {
  const auto bounds = state.session.snapshot ? state.session.snapshot->lastingBounds() : std::nullopt;
  if (!bounds || counted.covers(*bounds)) return RangeSaid::AllRecorded;
  const bool movesOn = state.sight.running && !state.sight.measured;  // each picture, and its sums a moment later
  if (counted != rangeWanted(state) && !movesOn) return RangeSaid::Before;
  return state.sight.measured ? RangeSaid::Measured : RangeSaid::InSight;
}

Msg saidOfRange(const ViewState& state, TimeRange counted, const RangeWords& words) {
  switch (rangeSaid(state, counted)) {
    case RangeSaid::AllRecorded: return words.allRecorded;
    case RangeSaid::Measured: return words.measured;
    case RangeSaid::InSight: return words.inSight;
    case RangeSaid::Before: return words.before;
  }
  return words.before;
}

}  // namespace strata::inline facts
