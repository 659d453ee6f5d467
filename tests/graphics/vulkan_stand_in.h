#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "app/graphics/vulkan_functions.h"

namespace strata {

/// A Vulkan that hands out timelines, for tests: each is a memory whose first eight bytes are its value, which is also
/// what its descriptors stand for. One of a process.
struct VulkanStandIn {
  std::vector<std::string> calls;  ///< of timelines, in order, with what they were asked
  std::string fails;               ///< the call that fails
  std::string lacks;               ///< an extension or a function that is not there
  bool exportable = true;
  bool enabled = false;                 ///< the newest device was opened for them
  std::atomic<bool> lost{false};        ///< the device
  std::atomic<int> timelines{0};        ///< that live
  std::atomic<std::uint64_t> looks{0};  ///< how often a value was read

  static VulkanStandIn& instance();
  static void reset();
  /// The functions of timelines; no other is there.
  static VulkanFunctions functions();
  /// The loader of this machine's Vulkan, with timelines in it.
  static Result<VulkanFunctions> loader();
  /// Sets the timeline that was made last: what a device does that has imported it.
  static void signal(std::uint64_t value);
};

}  // namespace strata
