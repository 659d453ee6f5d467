#pragma once

#include <ctime>

#include <algorithm>
#include <cstdint>

namespace strata::test {

/// How many times as much processor time of this program `work` takes for `kTimes` as many; what takes time in
/// proportion comes to about kTimes, and what compares each with each to its square.
inline constexpr std::uint32_t kTimes = 8;

template <class Work>
double costGrowth(std::uint32_t few, Work work) {
  const auto least = [&](std::uint32_t count) {
    constexpr int kTries = 3;
    double best = 1e9;
    for (int i = 0; i < kTries; ++i) {
      const std::clock_t begun = std::clock();
      work(count);
      best = std::min(best, static_cast<double>(std::clock() - begun));
    }
    return std::max(best, 1.0);
  };
  const double one = least(few);
  return least(few * kTimes) / one;
}

/// Between the two, with room for what caches do.
inline constexpr double kProportional = 3.0 * kTimes;

}  // namespace strata::test
