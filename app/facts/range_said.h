#pragma once

#include <cstdint>

#include "app/facts/view_state.h"
#include "app/words/messages.h"

namespace strata::inline facts {

/// Of what time the sums in views are, as they say it.
enum class RangeSaid : std::uint8_t {
  AllRecorded,  ///< also where a measured range leaves out nothing that takes time, or nothing does
  Measured,
  InSight,
};

RangeSaid rangeSaid(const ViewState& state);
/// The one of these that says it.
Msg saidOfRange(const ViewState& state, Msg allRecorded, Msg measured, Msg inSight);

}  // namespace strata::inline facts
