#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace strata::inline base {

/// What one of this process's control groups, or one around it, allows of memory, and holds, in bytes.
struct GroupMemory {
  std::uint64_t allowed = 0;
  std::uint64_t held = 0;  ///< without files that it would let go of
};

/// Of every group that has a limit. Reads /proc and /sys under `root`.
std::vector<GroupMemory> groupMemory(const std::string& root);

/// How many processors' time all groups leave, "1.5"; nothing: none limits it.
std::optional<double> groupProcessors(const std::string& root);

}  // namespace strata::inline base
