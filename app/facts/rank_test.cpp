#include "app/facts/rank_test.h"

#include <algorithm>
#include <cmath>

namespace strata::inline facts {

double ranksAbove(std::span<const std::int64_t> a, std::span<const std::int64_t> b, std::int64_t shift) {
  const auto ofA = static_cast<double>(a.size()), ofB = static_cast<double>(b.size()), all = ofA + ofB;
  double above = 0, tied = 0;  // pairs in which b's is longer; what times that are the same take from the variance
  for (std::size_t i = 0, j = 0; j < b.size() || i < a.size();) {
    const bool isOfA = j == b.size() || (i < a.size() && a[i] <= b[j] + shift);
    const std::int64_t time = isOfA ? a[i] : b[j] + shift;
    const std::size_t shorter = i, before = j;
    while (i < a.size() && a[i] == time) ++i;
    while (j < b.size() && b[j] + shift == time) ++j;
    const auto sameA = static_cast<double>(i - shorter), sameB = static_cast<double>(j - before);
    above += sameB * (static_cast<double>(shorter) + sameA / 2);
    tied += std::pow(sameA + sameB, 3) - (sameA + sameB);
  }
  const double variance = ofA * ofB / 12 * (all + 1 - tied / (all * (all - 1)));
  if (!(variance > 0)) return 0;
  const double apart = above - ofA * ofB / 2;
  return std::copysign(std::max(0., std::abs(apart) - 0.5) / std::sqrt(variance), apart);
}

double chanceOfAllAbove(std::uint64_t a, std::uint64_t b) {
  constexpr double kEnough = 1e12;  // ways: more are as good as no chance
  const auto [fewer, more] = std::minmax(a, b);
  double ways = 1;
  for (std::uint64_t i = 1; i <= fewer && ways < kEnough; ++i)
    ways *= static_cast<double>(more + i) / static_cast<double>(i);
  return std::min(1., 2 / ways);
}

}  // namespace strata::inline facts
