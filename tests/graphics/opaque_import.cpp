#include "tests/graphics/opaque_import.h"

#if __has_include(<volk.h>)
#include <algorithm>
#include <vector>

#include "app/graphics/vulkan_functions.h"
#endif

namespace strata {

#if __has_include(<volk.h>)
namespace {

Error cannot(const char* what) {
  return {ErrorCode::Unavailable, std::string("Vulkan: ") + what, Storey::Driver};
}

class VulkanImport final : public OpaqueImport {
 public:
  Result<void> start();
  ~VulkanImport() override {
    forgetAll();
    if (m_device) m_vulkan.DestroyDevice(m_device, nullptr);
    if (m_instance) m_vulkan.DestroyInstance(m_instance, nullptr);
  }
  GraphicsIdentity identity() const override { return m_identity; }
  Result<std::byte*> map(UniqueFd descriptor, std::uint64_t allocationBytes) override;
  void forgetAll() override {
    for (VkDeviceMemory memory : m_memories) m_vulkan.FreeMemory(m_device, memory, nullptr);
    m_memories.clear();
  }

 private:
  VulkanFunctions m_vulkan;
  VkInstance m_instance = VK_NULL_HANDLE;
  VkDevice m_device = VK_NULL_HANDLE;
  GraphicsIdentity m_identity;
  std::vector<VkDeviceMemory> m_memories;
};

Result<void> VulkanImport::start() {
  STRATA_ASSIGN(m_vulkan, VulkanFunctions::open());
  VkApplicationInfo application{};
  application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
  application.apiVersion = VK_API_VERSION_1_1;
  VkInstanceCreateInfo instance{};
  instance.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
  instance.pApplicationInfo = &application;
  if (vkCreateInstance(&instance, nullptr, &m_instance) != VK_SUCCESS) return cannot("no instance");
  if (!m_vulkan.load(m_instance)) return cannot("no 1.1");
  std::uint32_t one = 1;
  VkPhysicalDevice physical = VK_NULL_HANDLE;
  m_vulkan.EnumeratePhysicalDevices(m_instance, &one, &physical);
  if (!physical) return cannot("no device");
  VkPhysicalDeviceIDProperties id{};
  id.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES;
  VkPhysicalDeviceProperties2 properties{};
  properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
  properties.pNext = &id;
  m_vulkan.GetPhysicalDeviceProperties2(physical, &properties);
  std::ranges::copy(id.deviceUUID, m_identity.device.begin());
  std::ranges::copy(id.driverUUID, m_identity.driver.begin());
  constexpr float kPriority = 1;
  VkDeviceQueueCreateInfo queue{};
  queue.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
  queue.queueCount = 1;
  queue.pQueuePriorities = &kPriority;
  constexpr const char* kDescriptors = VK_KHR_EXTERNAL_MEMORY_FD_EXTENSION_NAME;
  VkDeviceCreateInfo device{};
  device.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
  device.queueCreateInfoCount = 1;
  device.pQueueCreateInfos = &queue;
  device.enabledExtensionCount = 1;
  device.ppEnabledExtensionNames = &kDescriptors;
  if (m_vulkan.CreateDevice(physical, &device, nullptr, &m_device) != VK_SUCCESS) return cannot("no device opens");
  return m_vulkan.load(m_device) ? Result<void>() : cannot("functions are missing");
}

Result<std::byte*> VulkanImport::map(UniqueFd descriptor, std::uint64_t allocationBytes) {
  VkImportMemoryFdInfoKHR imported{};
  imported.sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_FD_INFO_KHR;
  imported.handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT;
  imported.fd = descriptor.get();
  VkMemoryAllocateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
  info.pNext = &imported;
  info.allocationSize = allocationBytes;
  VkDeviceMemory memory = VK_NULL_HANDLE;
  if (m_vulkan.AllocateMemory(m_device, &info, nullptr, &memory) != VK_SUCCESS) return cannot("import refused");
  descriptor.release();
  m_memories.push_back(memory);
  const auto mapMemory = reinterpret_cast<PFN_vkMapMemory>(m_vulkan.GetDeviceProcAddr(m_device, "vkMapMemory"));
  void* data = nullptr;
  if (mapMemory(m_device, memory, 0, VK_WHOLE_SIZE, 0, &data) != VK_SUCCESS) return cannot("memory does not map");
  return static_cast<std::byte*>(data);
}

}  // namespace

Result<std::unique_ptr<OpaqueImport>> OpaqueImport::create() {
  auto import = std::make_unique<VulkanImport>();
  STRATA_TRY(import->start());
  return std::unique_ptr<OpaqueImport>(std::move(import));
}

#else

Result<std::unique_ptr<OpaqueImport>> OpaqueImport::create() {
  return Error{ErrorCode::Unavailable, "built without Vulkan", Storey::Driver};
}

#endif

}  // namespace strata
