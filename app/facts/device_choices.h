#pragma once

#include <cstddef>
#include <optional>

#include "engine/base/time.h"

namespace strata::inline facts {

/// What a person looks at of the device's use.
struct DeviceChoices {
  bool ops = false;                          ///< keys act on the list of ops; else on that of gaps
  std::optional<std::size_t> gap = {};       ///< the row the hand is on
  std::optional<std::size_t> op = {};        ///< the same
  std::optional<std::size_t> unfolded = {};  ///< the op whose kernels are listed
  std::size_t firstGap = 0, firstOp = 0;     ///< the rows on top
  /// The measured range whose gaps are gone through: while one of them is measured, they stay listed. None: the run's.
  std::optional<TimeRange> walked = {};
  /// What was measured when keys moved the hand: while it is, the hand need not be on a gap that is measured.
  std::optional<TimeRange> movedBeside = {};
  friend bool operator==(const DeviceChoices&, const DeviceChoices&) = default;
};

}  // namespace strata::inline facts
