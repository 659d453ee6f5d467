#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "engine/base/time.h"

namespace strata::inline facts {

/// In what steps the times of one clock come, as far as they tell.
class ClockStep {
 public:
  void add(HostTime begin, Duration length);
  /// Counted: the greatest step that all lengths are multiples of, to the nanosecond that ends are rounded to (32 ns:
  /// 767, 768, 800, 801, …); where fewer than ten differ, all lengths and the distances between all begins. Eight and
  /// more, or one. Nothing: these are too few, too.
  std::optional<Duration> step() const;
  bool isOne() const { return m_lengths.isOne(); }  ///< whatever comes

 private:
  class Common {
   public:
    void add(std::int64_t ns);
    bool isOne() const { return m_steps && m_steps->empty(); }
    std::optional<Duration> step() const;

   private:
    std::set<std::int64_t> m_some;  ///< different ones, until there are enough to find steps that may be
    std::optional<std::vector<std::int64_t>> m_steps;  ///< of all, ascending
  };

  std::optional<HostTime> m_first;
  Common m_lengths, m_all;
};

/// Of what the host did, and the device.
struct ClockSteps {
  std::optional<Duration> host, device;
};

}  // namespace strata::inline facts
