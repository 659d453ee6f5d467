#include "app/graphics/vulkan_functions.h"

namespace strata::inline graphics {

Result<VulkanFunctions> VulkanFunctions::open() {
  static const bool there = volkInitialize() == VK_SUCCESS && volkGetInstanceVersion() >= VK_API_VERSION_1_1;
  if (there) return VulkanFunctions{.GetInstanceProcAddr = vkGetInstanceProcAddr};
  return Error{
      ErrorCode::Unavailable,
      "Device memory is shared through Vulkan 1.1, and libvulkan.so.1 is not there. Install libvulkan1 and the "
      "graphics driver's part for it.",
      Storey::Driver};
}

#define STRATA_VULKAN_LOAD(name)                                  \
  name = reinterpret_cast<PFN_vk##name>(find(owner, "vk" #name)); \
  all = all && name;

bool VulkanFunctions::load(VkInstance owner) {
  bool all = true;
  const PFN_vkGetInstanceProcAddr find = GetInstanceProcAddr;
  STRATA_VULKAN_OF_INSTANCE(STRATA_VULKAN_LOAD)
  return all;
}

bool VulkanFunctions::load(VkDevice owner) {
  bool all = true;
  const PFN_vkGetDeviceProcAddr find = GetDeviceProcAddr;
  STRATA_VULKAN_OF_DEVICE(STRATA_VULKAN_LOAD)
  return all;
}

bool VulkanFunctions::loadTimelines(VkDevice owner) {
  bool all = true;
  const PFN_vkGetDeviceProcAddr find = GetDeviceProcAddr;
  STRATA_VULKAN_OF_TIMELINES(STRATA_VULKAN_LOAD)
  return all;
}

#undef STRATA_VULKAN_LOAD

}  // namespace strata::inline graphics
