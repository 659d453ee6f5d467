#pragma once

#include <array>
#include <memory>
#include <string_view>

#include "app/graphics/shared_allocator.h"
#include "app/graphics/vulkan_functions.h"

namespace strata::inline graphics {

/// What a device must be opened with, beside the feature of timelines.
inline constexpr std::array kTimelineExtensions{VK_KHR_TIMELINE_SEMAPHORE_EXTENSION_NAME,
                                                VK_KHR_EXTERNAL_SEMAPHORE_FD_EXTENSION_NAME};

/// Unsupported: "… no timelines: WHY, …".
Error noTimelines(std::string_view why);

/// On a device that is so opened, with timelines' functions loaded. Both must outlive it.
Result<std::unique_ptr<SharedTimeline>> makeVulkanTimeline(const VulkanFunctions& vulkan, VkPhysicalDevice physical,
                                                           VkDevice device);

}  // namespace strata::inline graphics
