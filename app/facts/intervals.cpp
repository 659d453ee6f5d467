#include "app/facts/intervals.h"

#include <algorithm>

namespace strata::inline facts {

Intervals merged(std::vector<TimeRange> ranges) {
  std::ranges::sort(ranges, {}, &TimeRange::begin);
  Intervals out;
  for (const TimeRange& range : ranges) {
    if (range.end <= range.begin) continue;
    if (!out.empty() && range.begin <= out.back().end)
      out.back().end = std::max(out.back().end, range.end);
    else
      out.push_back(range);
  }
  return out;
}

Intervals unite(const Intervals& a, const Intervals& b) {
  Intervals both = a;
  both.insert(both.end(), b.begin(), b.end());
  return merged(std::move(both));
}

Intervals subtract(const Intervals& a, const Intervals& b) {
  Intervals out;
  auto hole = b.begin();
  for (TimeRange range : a) {
    while (hole != b.end() && hole->end <= range.begin) ++hole;
    for (auto next = hole; next != b.end() && next->begin < range.end; ++next) {
      if (range.begin < next->begin) out.push_back({range.begin, next->begin});
      range.begin = std::max(range.begin, next->end);
    }
    if (range.begin < range.end) out.push_back(range);
  }
  return out;
}

Intervals intersect(const Intervals& a, TimeRange window) {
  Intervals out;
  for (const TimeRange& range : a) {
    const TimeRange cut{std::max(range.begin, window.begin), std::min(range.end, window.end)};
    if (cut.begin < cut.end) out.push_back(cut);
  }
  return out;
}

Duration lengthOf(const Intervals& intervals) {
  Duration sum;
  for (const TimeRange& range : intervals) sum += range.length();
  return sum;
}

}  // namespace strata::inline facts
