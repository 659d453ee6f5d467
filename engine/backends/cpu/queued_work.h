#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "engine/backends/cpu/cpu_launch.h"

namespace strata::cpu {

class CapturedWork;

/// What a stream does in order: a launch, all that a graph holds, or anything else as a function.
struct QueuedWork {
  PreparedLaunch launch;
  std::uint64_t token = 0;                           ///< of the call that asked for it
  std::function<void(std::uint64_t token)> other{};  ///< instead of the launch where it is not empty
  std::shared_ptr<CapturedWork> graph{};             ///< the same
};

}  // namespace strata::cpu
