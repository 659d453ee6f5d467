#include "tests/graphics/vulkan_stand_in.h"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <limits>
#include <map>
#include <string_view>

#include "app/graphics/vulkan_timeline.h"
#include "engine/base/shared_memory.h"

namespace strata {
namespace {

VulkanStandIn& here() {
  return VulkanStandIn::instance();
}

struct Semaphore {
  UniqueFd descriptor;
  MappedMemory memory;
  std::atomic_ref<std::uint64_t> value() const {
    return std::atomic_ref(*reinterpret_cast<std::uint64_t*>(memory.data()));
  }
};

std::atomic<Semaphore*> g_newest{nullptr};
VkInstance g_instance = VK_NULL_HANDLE;
PFN_vkGetDeviceProcAddr g_deviceFunctions = nullptr;

template <class Wanted>
const Wanted* chained(const void* next, VkStructureType type) {
  for (const auto* at = static_cast<const VkBaseInStructure*>(next); at; at = at->pNext)
    if (at->sType == type) return reinterpret_cast<const Wanted*>(at);
  return nullptr;
}

/// "timeline 0 opaque"
std::string asked(const void* next, VkExternalSemaphoreHandleTypeFlags handles) {
  const auto* type = chained<VkSemaphoreTypeCreateInfo>(next, VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO);
  return fmt::format("{}{}",
                     type && type->semaphoreType == VK_SEMAPHORE_TYPE_TIMELINE
                         ? fmt::format("timeline {}", type->initialValue)
                         : "binary",
                     handles == VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT ? " opaque" : " other");
}

bool told(const char* call, const std::string& what = {}) {
  here().calls.push_back(what.empty() ? call : fmt::format("{} {}", call, what));
  return here().fails != call;
}

VKAPI_ATTR void VKAPI_CALL properties(VkPhysicalDevice, const VkPhysicalDeviceExternalSemaphoreInfo* info,
                                      VkExternalSemaphoreProperties* can) {
  told("properties", asked(info->pNext, static_cast<VkExternalSemaphoreHandleTypeFlags>(info->handleType)));
  can->externalSemaphoreFeatures = here().exportable ? VK_EXTERNAL_SEMAPHORE_FEATURE_EXPORTABLE_BIT : 0;
}

VKAPI_ATTR VkResult VKAPI_CALL create(VkDevice, const VkSemaphoreCreateInfo* info, const VkAllocationCallbacks*,
                                      VkSemaphore* made) {
  const auto* exported =
      chained<VkExportSemaphoreCreateInfo>(info->pNext, VK_STRUCTURE_TYPE_EXPORT_SEMAPHORE_CREATE_INFO);
  if (!told("create", asked(info->pNext, exported ? exported->handleTypes : 0))) return VK_ERROR_OUT_OF_HOST_MEMORY;
  auto descriptor = makeSharedMemory("timeline", sizeof(std::uint64_t));
  auto memory = MappedMemory::map(descriptor.value().get(), sizeof(std::uint64_t));
  auto* const semaphore = new Semaphore{std::move(descriptor).value(), std::move(memory).value()};
  g_newest = semaphore;
  *made = reinterpret_cast<VkSemaphore>(semaphore);
  ++here().timelines;
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL destroy(VkDevice, VkSemaphore semaphore, const VkAllocationCallbacks*) {
  told("destroy");
  delete reinterpret_cast<Semaphore*>(semaphore);
  --here().timelines;
}

VKAPI_ATTR VkResult VKAPI_CALL descriptor(VkDevice, const VkSemaphoreGetFdInfoKHR* info, int* fd) {
  if (!told("descriptor", info->handleType == VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT ? "opaque" : "other"))
    return VK_ERROR_TOO_MANY_OBJECTS;
  *fd =
      ::dup(reinterpret_cast<Semaphore*>(info->semaphore)->descriptor.get());  // survives exec, as drivers may have it
  return VK_SUCCESS;
}

/// Not among the calls: it is called whenever somebody looks.
VKAPI_ATTR VkResult VKAPI_CALL counterValue(VkDevice, VkSemaphore semaphore, std::uint64_t* value) {
  ++here().looks;
  if (here().fails == "value") return VK_ERROR_DEVICE_LOST;
  *value =
      here().lost ? std::numeric_limits<std::uint64_t>::max() : reinterpret_cast<Semaphore*>(semaphore)->value().load();
  return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL extensions(VkPhysicalDevice physical, const char* layer, std::uint32_t* count,
                                          VkExtensionProperties* all) {
  const auto real = reinterpret_cast<PFN_vkEnumerateDeviceExtensionProperties>(
      vkGetInstanceProcAddr(g_instance, "vkEnumerateDeviceExtensionProperties"));
  std::uint32_t there = 0;
  real(physical, layer, &there, nullptr);
  std::vector<VkExtensionProperties> list(there);
  real(physical, layer, &there, list.data());
  for (const char* const name : kTimelineExtensions) {
    std::erase_if(list, [&](const VkExtensionProperties& one) { return std::string_view(one.extensionName) == name; });
    if (here().lacks == name) continue;
    std::strncpy(list.emplace_back().extensionName, name, VK_MAX_EXTENSION_NAME_SIZE - 1);
  }
  if (all) std::ranges::copy(list, all);
  *count = static_cast<std::uint32_t>(list.size());
  return VK_SUCCESS;
}

/// The real one, without what this machine's may lack.
VKAPI_ATTR VkResult VKAPI_CALL createDevice(VkPhysicalDevice physical, const VkDeviceCreateInfo* info,
                                            const VkAllocationCallbacks* allocator, VkDevice* device) {
  std::vector<const char*> names(info->ppEnabledExtensionNames,
                                 info->ppEnabledExtensionNames + info->enabledExtensionCount);
  const auto* feature = chained<VkPhysicalDeviceTimelineSemaphoreFeatures>(
      info->pNext, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_FEATURES);
  const auto ofTimelines = [](std::string_view name) {
    return std::ranges::find(kTimelineExtensions, name) != kTimelineExtensions.end();
  };
  const auto erased = std::erase_if(names, ofTimelines);
  here().enabled = erased == kTimelineExtensions.size() && feature && feature->timelineSemaphore == VK_TRUE;
  VkDeviceCreateInfo real = *info;
  real.pNext = nullptr;
  real.enabledExtensionCount = static_cast<std::uint32_t>(names.size());
  real.ppEnabledExtensionNames = names.data();
  return reinterpret_cast<PFN_vkCreateDevice>(vkGetInstanceProcAddr(g_instance, "vkCreateDevice"))(physical, &real,
                                                                                                   allocator, device);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL deviceFunction(VkDevice device, const char* name) {
  if (here().lacks == name) return nullptr;
  const std::map<std::string_view, PFN_vkVoidFunction> own{
      {"vkCreateSemaphore", reinterpret_cast<PFN_vkVoidFunction>(create)},
      {"vkDestroySemaphore", reinterpret_cast<PFN_vkVoidFunction>(destroy)},
      {"vkGetSemaphoreFdKHR", reinterpret_cast<PFN_vkVoidFunction>(descriptor)},
      {"vkGetSemaphoreCounterValueKHR", reinterpret_cast<PFN_vkVoidFunction>(counterValue)}};
  const auto found = own.find(name);
  return found == own.end() ? g_deviceFunctions(device, name) : found->second;
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL instanceFunction(VkInstance instance, const char* name) {
  const std::map<std::string_view, PFN_vkVoidFunction> own{
      {"vkGetPhysicalDeviceExternalSemaphoreProperties", reinterpret_cast<PFN_vkVoidFunction>(properties)},
      {"vkEnumerateDeviceExtensionProperties", reinterpret_cast<PFN_vkVoidFunction>(extensions)},
      {"vkCreateDevice", reinterpret_cast<PFN_vkVoidFunction>(createDevice)},
      {"vkGetDeviceProcAddr", reinterpret_cast<PFN_vkVoidFunction>(deviceFunction)}};
  if (instance) {
    g_instance = instance;
    g_deviceFunctions =
        reinterpret_cast<PFN_vkGetDeviceProcAddr>(vkGetInstanceProcAddr(instance, "vkGetDeviceProcAddr"));
  }
  const auto found = own.find(name);
  return found == own.end() ? vkGetInstanceProcAddr(instance, name) : found->second;
}

}  // namespace

VulkanStandIn& VulkanStandIn::instance() {
  static VulkanStandIn one;
  return one;
}

void VulkanStandIn::reset() {
  VulkanStandIn& one = instance();
  one.calls.clear();
  one.fails = one.lacks = {};
  one.exportable = true;
  one.enabled = one.lost = false;
}

VulkanFunctions VulkanStandIn::functions() {
  VulkanFunctions all;
  all.GetPhysicalDeviceExternalSemaphoreProperties = properties;
  all.CreateSemaphore = create;
  all.DestroySemaphore = destroy;
  all.GetSemaphoreFdKHR = descriptor;
  all.GetSemaphoreCounterValueKHR = counterValue;
  return all;
}

Result<VulkanFunctions> VulkanStandIn::loader() {
  STRATA_ASSIGN(VulkanFunctions all, VulkanFunctions::open());
  all.GetInstanceProcAddr = instanceFunction;
  return all;
}

void VulkanStandIn::signal(std::uint64_t value) {
  g_newest.load()->value().store(value);
}

}  // namespace strata
