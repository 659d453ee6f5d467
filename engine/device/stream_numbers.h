#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "engine/base/mutex.h"

namespace strata::inline device {

/// The numbers of a device's living streams: each gets the smallest from 1 that no other has. Any thread.
class StreamNumbers {
 public:
  std::uint32_t take() {
    const Lock lock(m_mutex);
    std::uint32_t number = 1;
    while (std::ranges::binary_search(m_taken, number)) ++number;
    m_taken.insert(std::ranges::lower_bound(m_taken, number), number);
    return number;
  }

  void give(std::uint32_t number) {
    const Lock lock(m_mutex);
    std::erase(m_taken, number);
  }

 private:
  Mutex m_mutex;
  std::vector<std::uint32_t> m_taken STRATA_GUARDED_BY(m_mutex);  ///< in order
};

}  // namespace strata::inline device
