#pragma once

#include <cstdint>
#include <optional>
#include <set>

#include "engine/base/time.h"

namespace strata::inline facts {

/// In what steps the times of one clock come, as far as they tell.
class ClockStep {
 public:
  void add(HostTime begin, Duration length);
  /// Counted: the greatest number of nanoseconds that all lengths are multiples of; where fewer than ten differ, all
  /// lengths and the distances between all begins. Nothing: these are too few, too, to be so by more than chance.
  std::optional<Duration> step() const;
  bool isOne() const { return m_lengths.divisor == 1; }  ///< whatever comes

 private:
  struct Common {
    std::int64_t divisor = 0;
    std::set<std::int64_t> different;  ///< no more than tell

    void add(std::int64_t ns);
    bool tells() const;
  };

  std::optional<HostTime> m_first;
  Common m_lengths, m_all;
};

/// Of what the host did, and the device.
struct ClockSteps {
  std::optional<Duration> host, device;
};

}  // namespace strata::inline facts
