#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace strata {

/// A place that names a mutex, lock or condition of the standard library.
struct StandardLock {
  std::string name;  ///< "std::mutex"
  int line = 0;
};

std::vector<StandardLock> standardLocksOf(std::string_view text);

}  // namespace strata
