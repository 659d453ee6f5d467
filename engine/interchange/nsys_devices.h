#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "engine/interchange/import_message.h"

namespace strata::inline interchange {

/// The GPUs of a recording of Nsight Systems. Rows of what a device did name it as CUDA numbers devices in their
/// process (CUPTI's deviceId). Which GPU that is TARGET_INFO_CUDA_DEVICE says for each process, in older exports the
/// column cuDevice of TARGET_INFO_GPU; where neither does, it is that table's own id, which NVIDIA's report
/// cuda_gpu_trace takes.
class NsysDevices {
 public:
  /// A row of TARGET_INFO_GPU; the device's number is the GPU's id.
  void takeGpu(ImportedDevice device, std::optional<std::int64_t> cudaNumber);
  /// A row of TARGET_INFO_CUDA_DEVICE.
  void takeCudaDevice(std::int64_t pid, std::int64_t cudaNumber, std::int64_t gpu);

  /// What a session calls the device of a row: CUDA's number, or the GPU's where processes number several GPUs alike.
  std::int64_t numberOf(std::int64_t pid, std::int64_t deviceId) const;
  bool isOne() const { return m_gpus.size() == 1; }
  /// In order of their numbers.
  std::vector<ImportedDevice> devices() const;

 private:
  struct Gpu {
    ImportedDevice device;
    std::optional<std::int64_t> cudaNumber;
  };

  std::vector<Gpu> m_gpus;
  std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> m_gpuOf;  ///< by process and CUDA's number
  std::map<std::int64_t, std::int64_t> m_numbers;                         ///< CUDA's, by GPU
  bool m_byGpu = false;
};

}  // namespace strata::inline interchange
