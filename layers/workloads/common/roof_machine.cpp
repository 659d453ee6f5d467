#include "layers/workloads/common/roof_machine.h"

#include <ctime>

namespace strata::inline workloads {

Duration ownProcessorTime() {
  constexpr std::int64_t kSecond = 1'000'000'000;
  timespec time{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return {time.tv_sec * kSecond + time.tv_nsec};
}

}  // namespace strata::inline workloads
