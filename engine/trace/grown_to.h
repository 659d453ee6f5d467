#pragma once

#include <cstddef>
#include <vector>

namespace strata::inline trace {

/// The element at an index of a list that is made long enough to have it.
template <class T>
T& grownTo(std::vector<T>& items, std::size_t index) {
  if (index >= items.size()) items.resize(index + 1);
  return items[index];
}

}  // namespace strata::inline trace
