#include "engine/base/time.h"

#include <chrono>

namespace strata::inline base {

HostTime hostNow() {
  const auto since = std::chrono::steady_clock::now().time_since_epoch();
  return {std::chrono::duration_cast<std::chrono::nanoseconds>(since).count()};
}

}  // namespace strata::inline base
