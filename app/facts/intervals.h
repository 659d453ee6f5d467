#pragma once

#include <vector>

#include "engine/base/time.h"

namespace strata::inline facts {

/// Ranges in order of time that neither touch nor overlap.
using Intervals = std::vector<TimeRange>;

Intervals merged(std::vector<TimeRange> ranges);
Intervals unite(const Intervals& a, const Intervals& b);
/// What is in `a` and not in `b`.
Intervals subtract(const Intervals& a, const Intervals& b);
Intervals intersect(const Intervals& a, TimeRange window);
Duration lengthOf(const Intervals& intervals);

}  // namespace strata::inline facts
