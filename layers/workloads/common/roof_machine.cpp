#include "layers/workloads/common/roof_machine.h"

#include <ctime>

#include "engine/base/host_facts.h"
#include "engine/base/read_file.h"
#include "engine/base/text_parts.h"

namespace strata::inline workloads {

Duration ownProcessorTime() {
  constexpr std::int64_t kSecond = 1'000'000'000;
  timespec time{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return {time.tv_sec * kSecond + time.tv_nsec};
}

std::string machineId() {
  const std::string machine(trimmed(readIfThere("/etc/machine-id"))), allowed = readHostFacts().allowed;
  const std::string all(trimmed(readIfThere("/sys/devices/system/cpu/online")));
  return allowed.empty() || allowed == all ? machine : machine + " processors " + allowed;
}

}  // namespace strata::inline workloads
