#include "app/graphics/vulkan_functions.h"

namespace strata::inline graphics {

Result<void> VulkanFunctions::open() {
  static const bool there = volkInitialize() == VK_SUCCESS && volkGetInstanceVersion() >= VK_API_VERSION_1_1;
  if (there) return {};
  return Error{
      ErrorCode::Unavailable,
      "Device memory is shared through Vulkan 1.1, and libvulkan.so.1 is not there. Install libvulkan1 and the "
      "graphics driver's part for it.",
      Storey::Driver};
}

bool VulkanFunctions::load(VkInstance instance) {
  bool all = true;
#define STRATA_VULKAN_LOAD(name)                                                      \
  name = reinterpret_cast<PFN_vk##name>(vkGetInstanceProcAddr(instance, "vk" #name)); \
  all = all && name;
  STRATA_VULKAN_OF_INSTANCE(STRATA_VULKAN_LOAD)
#undef STRATA_VULKAN_LOAD
  return all;
}

bool VulkanFunctions::load(VkDevice device) {
  bool all = true;
#define STRATA_VULKAN_LOAD(name)                                                \
  name = reinterpret_cast<PFN_vk##name>(GetDeviceProcAddr(device, "vk" #name)); \
  all = all && name;
  STRATA_VULKAN_OF_DEVICE(STRATA_VULKAN_LOAD)
#undef STRATA_VULKAN_LOAD
  return all;
}

}  // namespace strata::inline graphics
