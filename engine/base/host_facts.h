#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace strata::inline base {

/// A cache that the first of this process's processors sees.
struct HostCache {
  int level = 1;
  bool dataOnly = false;  ///< beside one for instructions
  std::uint64_t bytes = 0;
  std::uint64_t bytesOfAll = 0;  ///< of all caches of its kind that processors of this process have
};

/// What Linux says of this machine's processor.
struct HostFacts {
  std::string model;  ///< "AMD EPYC 9654"; empty if unknown
  std::uint32_t processors =
      1;                    ///< that this process may use at once: threads of cores, no more than its time suffices for
  std::uint32_t cores = 1;  ///< of those that it may run on
  std::string allowed;      ///< on which it may run, of those that are switched on, "0-3,8"; empty if unknown
  std::optional<double> timeLimit;  ///< how many processors' time its control groups leave it, 1.5; empty: that of all
  std::vector<std::string> narrowProducts;  ///< flags of instructions that multiply narrower floats: "amx_bf16"
  double megahertz = 0;                     ///< 0 if unknown
  bool clockIsNow = true;  ///< they were read of the clock; false: a virtual machine tells those of the data sheet
  bool avx512 = false;     ///< foundation, doubleword, byte/word and vector-length parts together
  std::vector<HostCache> caches;
};

/// What a device's fact of `timeLimit` is called.
inline constexpr std::string_view kTimeLimitFact = "limit of processor time";

/// Reads /proc and /sys under `root`; what is not there is left empty. `processors`: the numbers of those that the
/// calling thread may run on and that are switched on; empty: those that /proc lists, which may be switched off.
HostFacts readHostFacts(const std::string& root, std::vector<std::uint32_t> processors = {});

/// Of this machine, as the calling thread may use it now. Opens some twenty files a processor.
HostFacts readHostFacts();

/// These as they were when somebody first asked. Any thread.
const HostFacts& thisHost();

/// Bytes of memory this process could have in all: the machine's, or what its control group or its limit of addresses
/// (`ulimit -v`) allows; 0 if unknown.
std::uint64_t totalMemory(std::string_view root = "");

/// Bytes that can be allocated without swapping, at most what these have left; totalMemory() where the system does not
/// say.
std::uint64_t availableMemory(std::string_view root = "");

}  // namespace strata::inline base
