#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace strata::test {

/// What a process holds, as the system counts it.
struct Footprint {
  int descriptors = 0, threads = 0;
  std::uint64_t residentBytes = 0;
};
Footprint footprintOf(pid_t process);

/// Other processes in whose environment `words` stand: "TMPDIR=/tmp/strata-x" finds all that were started with it. Each
/// with its number and name.
std::vector<std::string> processesWith(const std::string& words);

/// Names in a folder.
std::vector<std::string> namesIn(const std::string& folder);

}  // namespace strata::test
