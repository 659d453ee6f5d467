#pragma once

#include <volk.h>

#include "engine/base/result.h"

namespace strata::inline graphics {

// clang-format off
#define STRATA_VULKAN_OF_INSTANCE(X)                                                                         \
  X(DestroyInstance) X(EnumeratePhysicalDevices) X(GetPhysicalDeviceProperties2)                             \
  X(GetPhysicalDeviceMemoryProperties) X(GetPhysicalDeviceExternalBufferProperties) X(CreateDevice)          \
  X(EnumerateDeviceExtensionProperties) X(GetPhysicalDeviceExternalSemaphoreProperties) X(GetDeviceProcAddr)

#define STRATA_VULKAN_OF_DEVICE(X)                                                                           \
  X(DestroyDevice) X(CreateBuffer) X(DestroyBuffer) X(GetBufferMemoryRequirements) X(AllocateMemory)         \
  X(FreeMemory) X(BindBufferMemory) X(GetMemoryFdKHR)

#define STRATA_VULKAN_OF_TIMELINES(X)                                                                        \
  X(CreateSemaphore) X(DestroySemaphore) X(GetSemaphoreFdKHR) X(GetSemaphoreCounterValueKHR)
// clang-format on

/// The functions of one instance and one device, each under its name in Vulkan without "vk"; not volk's own, of which a
/// process has but one set.
struct VulkanFunctions {
  PFN_vkGetInstanceProcAddr GetInstanceProcAddr = nullptr;
#define STRATA_VULKAN_MEMBER(name) PFN_vk##name name = nullptr;
  STRATA_VULKAN_OF_INSTANCE(STRATA_VULKAN_MEMBER)
  STRATA_VULKAN_OF_DEVICE(STRATA_VULKAN_MEMBER)
  STRATA_VULKAN_OF_TIMELINES(STRATA_VULKAN_MEMBER)
#undef STRATA_VULKAN_MEMBER

  /// The loader's, which finds all others. Unavailable where it or 1.1 is not there.
  static Result<VulkanFunctions> open();
  bool load(VkInstance instance);
  bool load(VkDevice device);
  bool loadTimelines(VkDevice device);
};

}  // namespace strata::inline graphics
