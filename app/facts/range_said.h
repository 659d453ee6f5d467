#pragma once

#include <cstdint>

#include "app/facts/view_state.h"
#include "app/words/messages.h"

namespace strata::inline facts {

/// Of what time the sums in views are to be: of the measured range, else of what is in sight.
TimeRange rangeWanted(const ViewState& state);

/// Of what time the sums in views are, as they say it.
enum class RangeSaid : std::uint8_t {
  AllRecorded,  ///< also where a measured range leaves out nothing that takes time, or nothing does
  Measured,
  InSight,
  Before,  ///< of neither, as those of the range that is wanted are being made
};

/// Of sums of the range that is wanted.
RangeSaid rangeSaid(const ViewState& state);
/// Of sums that were made of `counted`.
RangeSaid rangeSaid(const ViewState& state, TimeRange counted);

/// What says it, by RangeSaid.
struct RangeWords {
  Msg allRecorded, measured, inSight, before;
};

/// The one of these that says of what time sums of `counted` are.
Msg saidOfRange(const ViewState& state, TimeRange counted, const RangeWords& words);

}  // namespace strata::inline facts
