#include "tests/backends/vulkan_exporter.h"

#if __has_include(<vulkan/vulkan.h>)

#define VK_NO_PROTOTYPES
#include <dlfcn.h>
#include <vulkan/vulkan.h>

#include <algorithm>
#include <vector>

namespace strata::test {
namespace {

class Exporter final : public VulkanExporter {
 public:
  ~Exporter() override {
    if (m_memory) call<PFN_vkFreeMemory>("vkFreeMemory")(m_device, m_memory, nullptr);
    if (m_device) call<PFN_vkDestroyDevice>("vkDestroyDevice")(m_device, nullptr);
    if (m_instance) call<PFN_vkDestroyInstance>("vkDestroyInstance")(m_instance, nullptr);
  }

  bool allocate(std::size_t bytes) {
    if (!findDevice() || !createDevice()) return false;
    VkExportMemoryAllocateInfo shared{};
    shared.sType = VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO;
    shared.handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT;
    VkMemoryAllocateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
    info.pNext = &shared;
    info.allocationSize = bytes;
    void* data = nullptr;
    if (call<PFN_vkAllocateMemory>("vkAllocateMemory")(m_device, &info, nullptr, &m_memory) != VK_SUCCESS ||
        call<PFN_vkMapMemory>("vkMapMemory")(m_device, m_memory, 0, VK_WHOLE_SIZE, 0, &data) != VK_SUCCESS)
      return false;
    m_bytes = {static_cast<std::byte*>(data), bytes};
    return true;
  }

  std::span<std::byte> memory() override { return m_bytes; }
  UniqueFd descriptor() override {
    VkMemoryGetFdInfoKHR info{};
    info.sType = VK_STRUCTURE_TYPE_MEMORY_GET_FD_INFO_KHR;
    info.memory = m_memory;
    info.handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT;
    int fd = -1;
    const auto get = reinterpret_cast<PFN_vkGetMemoryFdKHR>(
        call<PFN_vkGetDeviceProcAddr>("vkGetDeviceProcAddr")(m_device, "vkGetMemoryFdKHR"));
    get(m_device, &info, &fd);
    return UniqueFd(fd);
  }
  InteropIdentity identity() const override { return m_identity; }

 private:
  template <class Function>
  Function call(const char* name) const {
    return reinterpret_cast<Function>(m_find(m_instance, name));
  }

  bool findDevice() {
    void* const loader = dlopen("libvulkan.so.1", RTLD_NOW);
    if (!loader) return false;
    m_find = reinterpret_cast<PFN_vkGetInstanceProcAddr>(dlsym(loader, "vkGetInstanceProcAddr"));
    VkApplicationInfo application{};
    application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
    application.apiVersion = VK_API_VERSION_1_1;
    VkInstanceCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
    info.pApplicationInfo = &application;
    if (call<PFN_vkCreateInstance>("vkCreateInstance")(&info, nullptr, &m_instance) != VK_SUCCESS) return false;
    std::vector<VkPhysicalDevice> devices(16);
    auto count = static_cast<std::uint32_t>(devices.size());
    call<PFN_vkEnumeratePhysicalDevices>("vkEnumeratePhysicalDevices")(m_instance, &count, devices.data());
    devices.resize(count);
    return std::ranges::any_of(devices, [this](VkPhysicalDevice device) { return take(device); });
  }

  bool take(VkPhysicalDevice device) {
    VkPhysicalDeviceIDProperties id{};
    id.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES;
    VkPhysicalDeviceProperties2 properties{};
    properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
    properties.pNext = &id;
    call<PFN_vkGetPhysicalDeviceProperties2>("vkGetPhysicalDeviceProperties2")(device, &properties);
    if (properties.properties.deviceType != VK_PHYSICAL_DEVICE_TYPE_CPU) return false;
    std::ranges::copy(id.deviceUUID, m_identity.device.begin());
    std::ranges::copy(id.driverUUID, m_identity.driver.begin());
    m_physical = device;
    return true;
  }

  bool createDevice() {
    const float priority = 1;
    VkDeviceQueueCreateInfo queue{};
    queue.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
    queue.queueCount = 1;
    queue.pQueuePriorities = &priority;
    const char* const extension = VK_KHR_EXTERNAL_MEMORY_FD_EXTENSION_NAME;
    VkDeviceCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
    info.queueCreateInfoCount = 1;
    info.pQueueCreateInfos = &queue;
    info.enabledExtensionCount = 1;
    info.ppEnabledExtensionNames = &extension;
    return call<PFN_vkCreateDevice>("vkCreateDevice")(m_physical, &info, nullptr, &m_device) == VK_SUCCESS;
  }

  PFN_vkGetInstanceProcAddr m_find = nullptr;
  VkInstance m_instance = nullptr;
  VkPhysicalDevice m_physical = nullptr;
  VkDevice m_device = nullptr;
  VkDeviceMemory m_memory = VK_NULL_HANDLE;
  std::span<std::byte> m_bytes;
  InteropIdentity m_identity;
};

}  // namespace

std::unique_ptr<VulkanExporter> VulkanExporter::open(std::size_t bytes) {
  auto exporter = std::make_unique<Exporter>();
  if (!exporter->allocate(bytes)) return nullptr;
  return exporter;
}

}  // namespace strata::test

#else

namespace strata::test {

std::unique_ptr<VulkanExporter> VulkanExporter::open(std::size_t) {
  return nullptr;
}

}  // namespace strata::test

#endif
