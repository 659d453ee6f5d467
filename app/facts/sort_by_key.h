#pragma once

#include <cstdint>
#include <vector>

namespace strata::inline facts {

/// Puts numbers in order of their keys, the least first, those of equal keys as they stand. As many keys as numbers.
void sortByKey(std::vector<std::uint32_t>& numbers, std::vector<std::uint64_t> keys);

}  // namespace strata::inline facts
