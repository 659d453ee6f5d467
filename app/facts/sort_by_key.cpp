#include "app/facts/sort_by_key.h"

#include <array>
#include <utility>

namespace strata::inline facts {

// By digits from the last to the first, those alone in which keys differ: a million rows in a few passes over memory.
void sortByKey(std::vector<std::uint32_t>& numbers, std::vector<std::uint64_t> keys) {
  constexpr unsigned kBits = 11;
  constexpr std::uint64_t kMask = (1u << kBits) - 1;
  std::uint64_t differ = 0;
  for (const std::uint64_t key : keys) differ |= key ^ keys.front();
  std::vector<std::uint32_t> otherNumbers(numbers.size());
  std::vector<std::uint64_t> otherKeys(keys.size());
  for (unsigned shift = 0; shift < 64; shift += kBits) {
    if ((differ >> shift & kMask) == 0) continue;
    std::array<std::size_t, kMask + 1> place{};
    for (const std::uint64_t key : keys) ++place[key >> shift & kMask];
    std::size_t before = 0;
    for (std::size_t& count : place) before += std::exchange(count, before);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const std::size_t to = place[keys[i] >> shift & kMask]++;
      otherKeys[to] = keys[i];
      otherNumbers[to] = numbers[i];
    }
    keys.swap(otherKeys);
    numbers.swap(otherNumbers);
  }
}

}  // namespace strata::inline facts
