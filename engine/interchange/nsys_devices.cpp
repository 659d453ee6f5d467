#include "engine/interchange/nsys_devices.h"

#include <algorithm>

namespace strata::inline interchange {

void NsysDevices::takeGpu(ImportedDevice device, std::optional<std::int64_t> cudaNumber) {
  m_gpus.push_back({std::move(device), cudaNumber});
}

void NsysDevices::takeCudaDevice(std::int64_t pid, std::int64_t cudaNumber, std::int64_t gpu) {
  m_gpuOf[{pid, cudaNumber}] = gpu;
  const auto isOther = [&](const auto& known) { return known.second == cudaNumber && known.first != gpu; };
  m_byGpu = m_byGpu || std::ranges::any_of(m_numbers, isOther) ||
            m_numbers.try_emplace(gpu, cudaNumber).first->second != cudaNumber;
}

std::int64_t NsysDevices::numberOf(std::int64_t pid, std::int64_t deviceId) const {
  const auto gpu = m_byGpu ? m_gpuOf.find({pid, deviceId}) : m_gpuOf.end();
  return gpu == m_gpuOf.end() ? deviceId : gpu->second;
}

std::vector<ImportedDevice> NsysDevices::devices() const {
  std::vector<ImportedDevice> devices;
  for (const Gpu& gpu : m_gpus) {
    ImportedDevice& device = devices.emplace_back(gpu.device);
    const auto known = m_numbers.find(device.number);
    if (m_byGpu) continue;
    device.number = known != m_numbers.end() ? known->second : gpu.cudaNumber.value_or(device.number);
  }
  std::ranges::stable_sort(devices, {}, &ImportedDevice::number);
  return devices;
}

}  // namespace strata::inline interchange
