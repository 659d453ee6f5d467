#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace strata::inline base {

/// A cache that one core sees.
struct HostCache {
  int level = 1;
  bool dataOnly = false;  ///< beside one for instructions
  std::uint64_t bytes = 0;
};

/// What Linux says of this machine's processor.
struct HostFacts {
  std::string model;        ///< "AMD EPYC 9654"; empty if unknown
  std::uint32_t cores = 1;  ///< those this process may run on
  double megahertz = 0;     ///< 0 if unknown
  bool clockIsNow = true;   ///< they were read of the clock; false: a virtual machine tells those of the data sheet
  bool avx512 = false;      ///< foundation, doubleword, byte/word and vector-length parts together
  std::vector<HostCache> caches;
};

/// Reads /proc and /sys under `root`; what is not there is left empty.
HostFacts readHostFacts(std::string_view root = "");

/// Bytes of memory this process could have in all: the machine's, or what its control group or its limit of addresses
/// (`ulimit -v`) allows; 0 if unknown.
std::uint64_t totalMemory(std::string_view root = "");

/// Bytes that can be allocated without swapping, at most what these have left; totalMemory() where the system does not
/// say.
std::uint64_t availableMemory(std::string_view root = "");

}  // namespace strata::inline base
