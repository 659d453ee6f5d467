#include "app/graphics/vulkan_timeline.h"

#include <fmt/format.h>

#include <cstdint>
#include <limits>

#include "engine/base/shared_memory.h"

namespace strata::inline graphics {
namespace {

constexpr VkExternalSemaphoreHandleTypeFlagBits kSemaphoreHandle = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT;

class VulkanTimeline final : public SharedTimeline {
 public:
  VulkanTimeline(const VulkanFunctions& vulkan, VkDevice device, VkSemaphore semaphore)
      : m_vulkan(vulkan), m_device(device), m_semaphore(semaphore) {}
  ~VulkanTimeline() override { m_vulkan.DestroySemaphore(m_device, m_semaphore, nullptr); }
  VulkanTimeline(const VulkanTimeline&) = delete;
  VulkanTimeline& operator=(const VulkanTimeline&) = delete;

  Result<UniqueFd> descriptor() const override {
    VkSemaphoreGetFdInfoKHR info{};
    info.sType = VK_STRUCTURE_TYPE_SEMAPHORE_GET_FD_INFO_KHR;
    info.semaphore = m_semaphore;
    info.handleType = kSemaphoreHandle;
    int fd = -1;
    if (m_vulkan.GetSemaphoreFdKHR(m_device, &info, &fd) != VK_SUCCESS || fd < 0)
      return noTimelines("no descriptor is left for one");
    return closedOnExec(fd);
  }

  Result<std::uint64_t> value() const override {
    constexpr std::uint64_t kOfALostDevice = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t value = 0;
    if (m_vulkan.GetSemaphoreCounterValueKHR(m_device, m_semaphore, &value) == VK_SUCCESS && value != kOfALostDevice)
      return value;
    return Error{ErrorCode::Unavailable,
                 "The graphics device was lost, and with it which frames are there. Run the frames again.",
                 Storey::Hardware};
  }

 private:
  const VulkanFunctions& m_vulkan;
  VkDevice m_device;
  VkSemaphore m_semaphore;
};

}  // namespace

Error noTimelines(std::string_view why) {
  return {ErrorCode::Unsupported, fmt::format("The graphics device's Vulkan hands out no timelines: {}.", why),
          Storey::Driver};
}

Result<std::unique_ptr<SharedTimeline>> makeVulkanTimeline(const VulkanFunctions& vulkan, VkPhysicalDevice physical,
                                                           VkDevice device) {
  VkSemaphoreTypeCreateInfo timeline{};
  timeline.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO;
  timeline.semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE;
  VkPhysicalDeviceExternalSemaphoreInfo asked{};
  asked.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_SEMAPHORE_INFO;
  asked.pNext = &timeline;
  asked.handleType = kSemaphoreHandle;
  VkExternalSemaphoreProperties can{};
  can.sType = VK_STRUCTURE_TYPE_EXTERNAL_SEMAPHORE_PROPERTIES;
  vulkan.GetPhysicalDeviceExternalSemaphoreProperties(physical, &asked, &can);
  if ((can.externalSemaphoreFeatures & VK_EXTERNAL_SEMAPHORE_FEATURE_EXPORTABLE_BIT) == 0)
    return noTimelines("its own are not for others");
  VkExportSemaphoreCreateInfo exported{};
  exported.sType = VK_STRUCTURE_TYPE_EXPORT_SEMAPHORE_CREATE_INFO;
  exported.pNext = &timeline;
  exported.handleTypes = kSemaphoreHandle;
  VkSemaphoreCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO;
  info.pNext = &exported;
  VkSemaphore semaphore = VK_NULL_HANDLE;
  if (vulkan.CreateSemaphore(device, &info, nullptr, &semaphore) != VK_SUCCESS)
    return noTimelines("it has no memory left for one");
  return std::unique_ptr<SharedTimeline>(std::make_unique<VulkanTimeline>(vulkan, device, semaphore));
}

}  // namespace strata::inline graphics
