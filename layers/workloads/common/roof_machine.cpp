#include "layers/workloads/common/roof_machine.h"

#include <fmt/format.h>

#include <ctime>

#include "engine/base/read_file.h"
#include "engine/base/text_parts.h"

namespace strata::inline workloads {

Duration ownProcessorTime() {
  constexpr std::int64_t kSecond = 1'000'000'000;
  timespec time{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return {time.tv_sec * kSecond + time.tv_nsec};
}

std::string machineId(const HostFacts& host) {
  std::string id(trimmed(readIfThere("/etc/machine-id")));
  const std::string all(trimmed(readIfThere("/sys/devices/system/cpu/online")));
  if (!host.allowed.empty() && host.allowed != all) id += " processors " + host.allowed;
  if (host.timeLimit) id += fmt::format(" time of {:g}", *host.timeLimit);
  return id;
}

}  // namespace strata::inline workloads
