#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace strata {

struct CpuCache {
  std::string name;  ///< "L1d", "L2", "L3"
  std::uint64_t bytes = 0;
};

/// What the operating system says about the processor.
struct CpuFacts {
  std::string model;        ///< "AMD EPYC", or "unknown processor"
  std::uint32_t cores = 1;  ///< those this process may run on
  bool avx512 = false;      ///< foundation, doubleword, byte/word and vector-length parts together
  std::vector<CpuCache> caches;
};

/// Reads /proc/cpuinfo and /sys/devices/system/cpu under `root`; what is not there is left empty.
CpuFacts readCpuFacts(std::string_view root = "");

/// Bytes that can be allocated without swapping (MemAvailable); 0 if unknown.
std::uint64_t availableMemory(std::string_view root = "");

}  // namespace strata
