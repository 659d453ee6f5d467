#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace strata::inline lessons {

/// What a learner predicted.
struct Bet {
  double number = 0;               ///< of Number and of a line; of Choice the number of the choice, from 0
  std::vector<std::size_t> order;  ///< of Order: numbers of the items, the least first
  std::string word;                ///< of a storey: its name
  friend bool operator==(const Bet&, const Bet&) = default;
};

}  // namespace strata::inline lessons
