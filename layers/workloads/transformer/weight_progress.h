#pragma once

#include <fmt/format.h>

#include <algorithm>

#include "engine/base/time.h"
#include "layers/workloads/common/bytes_apart.h"
#include "layers/workloads/common/run_progress.h"

namespace strata::inline workloads {

/// How far the loading of weights is: a part of the run's step, and where it takes more than a second, each tenth in
/// words as well, for who has but the lines.
class WeightProgress {
 public:
  WeightProgress(const RunProgress& progress, double allBytes) : m_progress(progress), m_all(allBytes) {}

  bool stopRequested() const { return m_progress.stopRequested(); }
  void add(double bytes) {
    m_there += bytes;
    tell();
  }
  /// Something was read.
  void tell() const {
    constexpr Duration kShort{1'000'000'000};
    const double part = std::min(1.0, m_there / m_all);
    if (hostNow() - m_begin < kShort) return m_progress.within(part);
    m_progress.within(part, fmt::format(", {} % of {} of weights", static_cast<int>(part * 10) * 10, bytesText(m_all)));
  }

 private:
  const RunProgress& m_progress;
  const double m_all;
  const HostTime m_begin = hostNow();
  double m_there = 0;
};

}  // namespace strata::inline workloads
