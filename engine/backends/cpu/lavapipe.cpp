#include "engine/backends/cpu/lavapipe.h"

#define VK_NO_PROTOTYPES
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <vulkan/vulkan.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/shared_memory.h"
#include "engine/base/unique_fd.h"

namespace strata::cpu {
namespace {

Error noVulkan(std::string message) {
  return {ErrorCode::Unsupported, std::move(message), Storey::Runtime};
}

/// What Vulkan's loader hands out by name: no function is linked.
#define STRATA_VULKAN_FUNCTIONS(each)                                                                     \
  each(DestroyInstance) each(EnumeratePhysicalDevices) each(GetPhysicalDeviceProperties2)                 \
      each(GetPhysicalDeviceMemoryProperties) each(CreateDevice) each(DestroyDevice) each(AllocateMemory) \
          each(FreeMemory) each(MapMemory)

struct VulkanFunctions {
#define STRATA_VULKAN_DECLARE(name) PFN_vk##name name = nullptr;
  STRATA_VULKAN_FUNCTIONS(STRATA_VULKAN_DECLARE)
#undef STRATA_VULKAN_DECLARE

  bool load(PFN_vkGetInstanceProcAddr find, VkInstance instance) {
    bool all = true;
    const auto get = [&](auto& function, const char* name) {
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(find(instance, name));
      all &= function != nullptr;
    };
#define STRATA_VULKAN_LOAD(name) get(name, "vk" #name);
    STRATA_VULKAN_FUNCTIONS(STRATA_VULKAN_LOAD)
#undef STRATA_VULKAN_LOAD
    return all;
  }
};
#undef STRATA_VULKAN_FUNCTIONS

/// Whether both numbers stand for one file.
bool isSameFile(int a, int b) {
  struct stat first {};
  struct stat second {};
  return ::fstat(a, &first) == 0 && ::fstat(b, &second) == 0 && first.st_dev == second.st_dev &&
         first.st_ino == second.st_ino;
}

class VulkanLavapipe final : public Lavapipe, public std::enable_shared_from_this<VulkanLavapipe> {
 public:
  VulkanLavapipe() = default;
  ~VulkanLavapipe() override {
    if (m_device) m_vulkan.DestroyDevice(m_device, nullptr);
    if (m_instance && m_vulkan.DestroyInstance) m_vulkan.DestroyInstance(m_instance, nullptr);
  }
  VulkanLavapipe(const VulkanLavapipe&) = delete;
  VulkanLavapipe& operator=(const VulkanLavapipe&) = delete;

  Result<void> find();
  InteropIdentity identity() const override { return m_identity; }
  Result<std::shared_ptr<std::byte>> import(int fd, std::size_t allocationBytes) override;

 private:
  Result<void> createInstance();
  bool isLavapipe(VkPhysicalDevice device);
  Result<void> createDevice();
  std::uint32_t hostVisibleType() const;
  Result<VkDeviceMemory> allocate(int fd, std::size_t allocationBytes) const;

  VulkanFunctions m_vulkan;
  VkInstance m_instance = nullptr;
  VkPhysicalDevice m_physical = nullptr;
  VkDevice m_device = nullptr;  ///< made when memory is first imported, since it starts threads
  InteropIdentity m_identity;
};

Result<void> VulkanLavapipe::createInstance() {
  // It stays loaded, as drivers start threads that cannot be told to leave.
  void* const loader = ::dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!loader) return noVulkan("There is no Vulkan loader: install libvulkan1 and mesa-vulkan-drivers.");
  const auto find = reinterpret_cast<PFN_vkGetInstanceProcAddr>(::dlsym(loader, "vkGetInstanceProcAddr"));
  const auto create = find ? reinterpret_cast<PFN_vkCreateInstance>(find(nullptr, "vkCreateInstance")) : nullptr;
  VkApplicationInfo application{};
  application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
  application.apiVersion = VK_API_VERSION_1_1;
  VkInstanceCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
  info.pApplicationInfo = &application;
  if (!create || create(&info, nullptr, &m_instance) != VK_SUCCESS || !m_vulkan.load(find, m_instance))
    return noVulkan("Vulkan does not start: vulkaninfo says why.");
  return {};
}

bool VulkanLavapipe::isLavapipe(VkPhysicalDevice device) {
  VkPhysicalDeviceIDProperties id{};
  id.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES;
  VkPhysicalDeviceDriverProperties driver{};
  driver.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES;
  driver.pNext = &id;
  VkPhysicalDeviceProperties2 properties{};
  properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
  properties.pNext = &driver;
  m_vulkan.GetPhysicalDeviceProperties2(device, &properties);
  if (driver.driverID != VK_DRIVER_ID_MESA_LLVMPIPE) return false;
  std::ranges::copy(id.deviceUUID, m_identity.device.begin());
  std::ranges::copy(id.driverUUID, m_identity.driver.begin());
  return true;
}

Result<void> VulkanLavapipe::find() {
  STRATA_TRY(createInstance());
  std::uint32_t count = 0;
  m_vulkan.EnumeratePhysicalDevices(m_instance, &count, nullptr);
  std::vector<VkPhysicalDevice> devices(count);
  m_vulkan.EnumeratePhysicalDevices(m_instance, &count, devices.data());
  devices.resize(count);
  const auto own = std::ranges::find_if(devices, [this](VkPhysicalDevice each) { return isLavapipe(each); });
  if (own == devices.end())
    return noVulkan("Vulkan has no device on the processor: install lavapipe (mesa-vulkan-drivers).");
  m_physical = *own;
  return {};
}

Result<void> VulkanLavapipe::createDevice() {
  if (m_device) return {};
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
  if (m_vulkan.CreateDevice(m_physical, &info, nullptr, &m_device) == VK_SUCCESS) return {};
  return noVulkan("This lavapipe imports no memory of other programs: Mesa 22.2 or newer does.");
}

std::uint32_t VulkanLavapipe::hostVisibleType() const {
  VkPhysicalDeviceMemoryProperties memory{};
  m_vulkan.GetPhysicalDeviceMemoryProperties(m_physical, &memory);
  const auto* const types = memory.memoryTypes;
  const auto visible = [](const VkMemoryType& type) {
    return (type.propertyFlags & VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT) != 0;
  };
  return static_cast<std::uint32_t>(std::find_if(types, types + memory.memoryTypeCount, visible) - types);
}

/// A successful import takes a descriptor, so it is given one of its own; a failed one must not, and lavapipe closes it
/// all the same.
Result<VkDeviceMemory> VulkanLavapipe::allocate(int fd, std::size_t allocationBytes) const {
  STRATA_ASSIGN(UniqueFd own, duplicate(fd));
  VkImportMemoryFdInfoKHR import{};
  import.sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_FD_INFO_KHR;
  import.handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT;
  import.fd = own.release();
  VkMemoryAllocateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
  info.pNext = &import;
  info.allocationSize = allocationBytes;
  info.memoryTypeIndex = hostVisibleType();
  VkDeviceMemory memory = VK_NULL_HANDLE;
  if (m_vulkan.AllocateMemory(m_device, &info, nullptr, &memory) == VK_SUCCESS) return memory;
  if (isSameFile(import.fd, fd)) own.reset(import.fd);
  return noVulkan("lavapipe does not take this memory: it is not its own, or not all of it.");
}

Result<std::shared_ptr<std::byte>> VulkanLavapipe::import(int fd, std::size_t allocationBytes) {
  struct stat status {};
  if (::fstat(fd, &status) != 0 || static_cast<std::size_t>(std::max<off_t>(status.st_size, 0)) < allocationBytes)
    return Error{ErrorCode::Io, "The descriptor of Vulkan memory is closed, or has less memory than was promised.",
                 Storey::Driver};
  STRATA_TRY(createDevice());
  STRATA_ASSIGN(const VkDeviceMemory memory, allocate(fd, allocationBytes));
  void* data = nullptr;
  if (m_vulkan.MapMemory(m_device, memory, 0, VK_WHOLE_SIZE, 0, &data) != VK_SUCCESS) {
    m_vulkan.FreeMemory(m_device, memory, nullptr);
    return noVulkan("lavapipe does not map the memory that it has taken.");
  }
  const auto free = [self = shared_from_this(), memory](std::byte*) {
    self->m_vulkan.FreeMemory(self->m_device, memory, nullptr);  // unmaps it as well
  };
  return std::shared_ptr<std::byte>(static_cast<std::byte*>(data), free);
}

}  // namespace

Result<std::shared_ptr<Lavapipe>> Lavapipe::open() {
  auto lavapipe = std::make_shared<VulkanLavapipe>();
  STRATA_TRY(lavapipe->find());
  return std::shared_ptr<Lavapipe>(std::move(lavapipe));
}

}  // namespace strata::cpu
