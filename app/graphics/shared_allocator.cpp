#include "app/graphics/vulkan_allocator.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "app/graphics/vulkan_timeline.h"
#include "engine/base/shared_memory.h"

namespace strata::inline graphics {
namespace {

constexpr VkExternalMemoryHandleTypeFlagBits kHandle = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT;
constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
                                      VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
constexpr const char* kLayer = "VK_LAYER_KHRONOS_validation";

Error notShared(const char* why) {
  return {ErrorCode::Unsupported,
          fmt::format("The graphics device does not share its memory: {}. Choose the way host.", why), Storey::Driver};
}

Error noMemory() {
  return {ErrorCode::OutOfMemory,
          "The graphics device has no memory left to share, or this process may open no more files. Choose a smaller "
          "frame.",
          Storey::Driver};
}

VKAPI_ATTR VkBool32 VKAPI_CALL hear(VkDebugUtilsMessageSeverityFlagBitsEXT, VkDebugUtilsMessageTypeFlagsEXT,
                                    const VkDebugUtilsMessengerCallbackDataEXT* said, void* complain) {
  (*static_cast<SharedAllocator::Complain*>(complain))(said->pMessage);
  return VK_FALSE;
}

VkDebugUtilsMessengerCreateInfoEXT messengerTo(SharedAllocator::Complain& complain) {
  VkDebugUtilsMessengerCreateInfoEXT info{};
  info.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT;
  info.messageSeverity =
      VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
  info.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT;
  info.pfnUserCallback = hear;
  info.pUserData = &complain;
  return info;
}

/// An instance and a device, destroyed with the object.
class VulkanAllocator final : public SharedAllocator {
 public:
  VulkanAllocator(const VulkanFunctions& loader, Complain complain)
      : m_complain(std::move(complain)), m_vulkan(loader) {}
  ~VulkanAllocator() override;
  VulkanAllocator(const VulkanAllocator&) = delete;
  VulkanAllocator& operator=(const VulkanAllocator&) = delete;

  Result<void> start(const GraphicsIdentity& identity);
  Result<std::unique_ptr<SharedBuffer>> buffer(std::uint64_t bytes) override;
  Result<std::unique_ptr<SharedTimeline>> timeline() override {
    if (!m_noTimelines.empty()) return noTimelines(m_noTimelines);
    return makeVulkanTimeline(m_vulkan, m_physical, m_device);
  }

  Result<void> mayExport() const;
  std::optional<std::uint32_t> memoryType(std::uint32_t allowed) const;
  const VulkanFunctions& vulkan() const { return m_vulkan; }
  VkDevice device() const { return m_device; }

 private:
  Result<void> startInstance();
  Result<void> startDevice();
  Result<void> choose(const GraphicsIdentity& identity);

  Complain m_complain;
  VulkanFunctions m_vulkan;
  VkInstance m_instance = VK_NULL_HANDLE;
  VkDebugUtilsMessengerEXT m_messenger = VK_NULL_HANDLE;
  VkPhysicalDevice m_physical = VK_NULL_HANDLE;
  VkDevice m_device = VK_NULL_HANDLE;
  std::string m_noTimelines;  ///< why; empty: it has them
};

class VulkanBuffer final : public SharedBuffer {
 public:
  explicit VulkanBuffer(const VulkanAllocator& allocator)
      : m_vulkan(allocator.vulkan()), m_device(allocator.device()) {}
  ~VulkanBuffer() override {
    m_vulkan.DestroyBuffer(m_device, m_buffer, nullptr);
    m_vulkan.FreeMemory(m_device, m_memory, nullptr);
  }
  VulkanBuffer(const VulkanBuffer&) = delete;
  VulkanBuffer& operator=(const VulkanBuffer&) = delete;

  Result<void> make(std::uint64_t size, const VulkanAllocator& allocator);
  Result<UniqueFd> descriptor() const override;

 private:
  Result<void> allocate(const VulkanAllocator& allocator, const VkMemoryRequirements& needs);

  const VulkanFunctions& m_vulkan;
  VkDevice m_device;
  VkBuffer m_buffer = VK_NULL_HANDLE;
  VkDeviceMemory m_memory = VK_NULL_HANDLE;
};

VulkanAllocator::~VulkanAllocator() {
  if (m_device) m_vulkan.DestroyDevice(m_device, nullptr);
  if (m_messenger) {
    const auto destroy = reinterpret_cast<PFN_vkDestroyDebugUtilsMessengerEXT>(
        m_vulkan.GetInstanceProcAddr(m_instance, "vkDestroyDebugUtilsMessengerEXT"));
    destroy(m_instance, m_messenger, nullptr);
  }
  if (m_instance) m_vulkan.DestroyInstance(m_instance, nullptr);
}

Result<void> VulkanAllocator::startInstance() {
  VkApplicationInfo application{};
  application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
  application.pApplicationName = "Strata";
  application.apiVersion = VK_API_VERSION_1_1;
  VkInstanceCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
  info.pApplicationInfo = &application;
  constexpr const char* kMessenger = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;
  VkDebugUtilsMessengerCreateInfoEXT messenger = messengerTo(m_complain);
  if (m_complain) {
    info.enabledLayerCount = 1;
    info.ppEnabledLayerNames = &kLayer;
    info.enabledExtensionCount = 1;
    info.ppEnabledExtensionNames = &kMessenger;
    info.pNext = &messenger;
  }
  const auto createInstance =
      reinterpret_cast<PFN_vkCreateInstance>(m_vulkan.GetInstanceProcAddr(nullptr, "vkCreateInstance"));
  const VkResult made = createInstance(&info, nullptr, &m_instance);
  if (made == VK_ERROR_LAYER_NOT_PRESENT || made == VK_ERROR_EXTENSION_NOT_PRESENT)
    return Error{ErrorCode::Unavailable, "Vulkan's validation layer is not installed (vulkan-validationlayers).",
                 Storey::Driver};
  if (made != VK_SUCCESS) {
    m_instance = VK_NULL_HANDLE;
    return Error{ErrorCode::Unavailable,
                 "Vulkan has no driver for a graphics device. Install the driver's part for Vulkan.", Storey::Driver};
  }
  if (!m_vulkan.load(m_instance)) return notShared("its Vulkan is older than 1.1");
  if (!m_complain) return {};
  const auto create = reinterpret_cast<PFN_vkCreateDebugUtilsMessengerEXT>(
      m_vulkan.GetInstanceProcAddr(m_instance, "vkCreateDebugUtilsMessengerEXT"));
  create(m_instance, &messenger, nullptr, &m_messenger);
  return {};
}

Result<void> VulkanAllocator::choose(const GraphicsIdentity& identity) {
  std::uint32_t count = 0;
  m_vulkan.EnumeratePhysicalDevices(m_instance, &count, nullptr);
  std::vector<VkPhysicalDevice> devices(count);
  m_vulkan.EnumeratePhysicalDevices(m_instance, &count, devices.data());
  devices.resize(count);
  for (VkPhysicalDevice device : devices) {
    VkPhysicalDeviceIDProperties id{};
    id.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES;
    VkPhysicalDeviceProperties2 properties{};
    properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
    properties.pNext = &id;
    m_vulkan.GetPhysicalDeviceProperties2(device, &properties);
    if (properties.properties.apiVersion < VK_API_VERSION_1_1) continue;
    if (!std::ranges::equal(id.deviceUUID, identity.device)) continue;
    if (!std::ranges::equal(id.driverUUID, identity.driver)) continue;
    m_physical = device;
    return {};
  }
  return Error{ErrorCode::Unavailable,
               "Vulkan does not know the device and driver that OpenGL draws with, so they share no memory. Choose the "
               "way host.",
               Storey::Driver};
}

Result<void> VulkanAllocator::startDevice() {
  std::uint32_t count = 0;
  m_vulkan.EnumerateDeviceExtensionProperties(m_physical, nullptr, &count, nullptr);
  std::vector<VkExtensionProperties> extensions(count);
  m_vulkan.EnumerateDeviceExtensionProperties(m_physical, nullptr, &count, extensions.data());
  const auto missing = [&](const char* name) {
    return std::ranges::none_of(
        extensions, [&](const VkExtensionProperties& e) { return std::strcmp(e.extensionName, name) == 0; });
  };
  std::vector<const char*> enabled{VK_KHR_EXTERNAL_MEMORY_FD_EXTENSION_NAME};
  if (missing(enabled[0])) return notShared("its Vulkan has no VK_KHR_external_memory_fd");
  VkPhysicalDeviceTimelineSemaphoreFeatures timelines{};
  timelines.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_FEATURES;
  timelines.timelineSemaphore = VK_TRUE;
  const auto* const lacking = std::ranges::find_if(kTimelineExtensions, missing);
  const bool hasTimelines = lacking == kTimelineExtensions.end();
  if (hasTimelines) enabled.insert(enabled.end(), kTimelineExtensions.begin(), kTimelineExtensions.end());
  constexpr float kPriority = 1;
  VkDeviceQueueCreateInfo queue{};
  queue.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
  queue.queueCount = 1;
  queue.pQueuePriorities = &kPriority;
  VkDeviceCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
  info.pNext = hasTimelines ? &timelines : nullptr;
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queue;
  info.enabledExtensionCount = static_cast<std::uint32_t>(enabled.size());
  info.ppEnabledExtensionNames = enabled.data();
  if (m_vulkan.CreateDevice(m_physical, &info, nullptr, &m_device) != VK_SUCCESS) {
    m_device = VK_NULL_HANDLE;
    return notShared("Vulkan cannot open it");
  }
  if (!m_vulkan.load(m_device)) return notShared("its Vulkan lacks a function");
  if (!hasTimelines)
    m_noTimelines = fmt::format("{} is missing", *lacking);
  else if (!m_vulkan.loadTimelines(m_device))
    m_noTimelines = "it lacks a function";
  return {};
}

Result<void> VulkanAllocator::start(const GraphicsIdentity& identity) {
  STRATA_TRY(startInstance());
  STRATA_TRY(choose(identity));
  return startDevice();
}

Result<void> VulkanAllocator::mayExport() const {
  VkPhysicalDeviceExternalBufferInfo info{};
  info.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_BUFFER_INFO;
  info.usage = kUsage;
  info.handleType = kHandle;
  VkExternalBufferProperties properties{};
  properties.sType = VK_STRUCTURE_TYPE_EXTERNAL_BUFFER_PROPERTIES;
  m_vulkan.GetPhysicalDeviceExternalBufferProperties(m_physical, &info, &properties);
  const VkExternalMemoryFeatureFlags features = properties.externalMemoryProperties.externalMemoryFeatures;
  if ((features & VK_EXTERNAL_MEMORY_FEATURE_EXPORTABLE_BIT) == 0)
    return notShared("it has no buffers that others can import");
  return {};
}

std::optional<std::uint32_t> VulkanAllocator::memoryType(std::uint32_t allowed) const {
  VkPhysicalDeviceMemoryProperties memory{};
  m_vulkan.GetPhysicalDeviceMemoryProperties(m_physical, &memory);
  std::optional<std::uint32_t> any;
  for (std::uint32_t i = 0; i < memory.memoryTypeCount; ++i) {
    if ((allowed >> i & 1) == 0) continue;
    if ((memory.memoryTypes[i].propertyFlags & VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT) != 0) return i;
    if (!any) any = i;
  }
  return any;
}

Result<std::unique_ptr<SharedBuffer>> VulkanAllocator::buffer(std::uint64_t bytes) {
  STRATA_TRY(mayExport());
  auto buffer = std::make_unique<VulkanBuffer>(*this);
  STRATA_TRY(buffer->make(bytes, *this));
  return std::unique_ptr<SharedBuffer>(std::move(buffer));
}

Result<void> VulkanBuffer::make(std::uint64_t size, const VulkanAllocator& allocator) {
  constexpr std::uint64_t kBeyond = 64;  // llvmpipe refuses memory that ends less than 48 bytes behind a buffer's end
  bytes = size;
  VkExternalMemoryBufferCreateInfo external{};
  external.sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO;
  external.handleTypes = kHandle;
  VkBufferCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
  info.pNext = &external;
  info.size = size + kBeyond;
  info.usage = kUsage;
  if (m_vulkan.CreateBuffer(m_device, &info, nullptr, &m_buffer) != VK_SUCCESS) {
    m_buffer = VK_NULL_HANDLE;
    return noMemory();
  }
  VkMemoryRequirements needs{};
  m_vulkan.GetBufferMemoryRequirements(m_device, m_buffer, &needs);
  return allocate(allocator, needs);
}

Result<void> VulkanBuffer::allocate(const VulkanAllocator& allocator, const VkMemoryRequirements& needs) {
  const auto type = allocator.memoryType(needs.memoryTypeBits);
  if (!type) return notShared("it has no memory for buffers");
  // Of this buffer alone, whether the driver asks for that or not: OpenGL and CUDA are told the same.
  VkMemoryDedicatedAllocateInfo alone{};
  alone.sType = VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO;
  alone.buffer = m_buffer;
  VkExportMemoryAllocateInfo exported{};
  exported.sType = VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO;
  exported.handleTypes = kHandle;
  exported.pNext = &alone;
  VkMemoryAllocateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
  info.pNext = &exported;
  info.allocationSize = needs.size;
  info.memoryTypeIndex = *type;
  allocationBytes = needs.size;
  VkDeviceMemory memory = VK_NULL_HANDLE;
  if (m_vulkan.AllocateMemory(m_device, &info, nullptr, &memory) == VK_SUCCESS) m_memory = memory;
  if (!m_memory || m_vulkan.BindBufferMemory(m_device, m_buffer, m_memory, 0) != VK_SUCCESS) return noMemory();
  return {};
}

Result<UniqueFd> VulkanBuffer::descriptor() const {
  VkMemoryGetFdInfoKHR info{};
  info.sType = VK_STRUCTURE_TYPE_MEMORY_GET_FD_INFO_KHR;
  info.memory = m_memory;
  info.handleType = kHandle;
  int fd = -1;
  if (m_vulkan.GetMemoryFdKHR(m_device, &info, &fd) != VK_SUCCESS || fd < 0)
    return Error{ErrorCode::Io,
                 "No descriptor is left for a frame's memory. Close other windows or files and try again.",
                 Storey::Driver};
  return closedOnExec(fd);
}

}  // namespace

Result<std::unique_ptr<SharedAllocator>> SharedAllocator::create(const GraphicsIdentity& identity, Complain complain) {
  STRATA_ASSIGN(const VulkanFunctions loader, VulkanFunctions::open());
  return makeVulkanAllocator(loader, identity, std::move(complain));
}

Result<std::unique_ptr<SharedAllocator>> makeVulkanAllocator(const VulkanFunctions& loader,
                                                             const GraphicsIdentity& identity,
                                                             SharedAllocator::Complain complain) {
  auto allocator = std::make_unique<VulkanAllocator>(loader, std::move(complain));
  STRATA_TRY(allocator->start(identity));
  return std::unique_ptr<SharedAllocator>(std::move(allocator));
}

}  // namespace strata::inline graphics
