#pragma once

#include <cstddef>

namespace strata::test {

/// Bytes of heap in use at most since it was made, beyond those in use then. One at a time, one thread.
class AllocationPeak {
 public:
  AllocationPeak();
  std::size_t bytes() const;

 private:
  std::size_t m_before;
};

}  // namespace strata::test
