#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "engine/backends/cpu/block_executor.h"
#include "engine/base/result.h"
#include "engine/device/device_info.h"

namespace strata::cpu {

/// A launch with its arguments copied, so that it can wait in a queue. Used again and again, it allocates nothing. The
/// kernel's name has static storage.
class PreparedLaunch {
 public:
  PreparedLaunch() = default;
  PreparedLaunch(const PreparedLaunch&) = delete;  ///< the addresses of its arguments lie in itself
  PreparedLaunch& operator=(const PreparedLaunch&) = delete;

  /// Error Usage or Unsupported where this device cannot start the kernel like that.
  Result<void> prepare(const DeviceInfo& device, const KernelEntry& kernel, const LaunchShape& shape,
                       std::span<void*> arguments);

  std::string_view name() const { return m_name; }
  const LaunchShape& shape() const { return m_shape; }
  LaunchObserver* observer() const { return m_observer; }  ///< nullptr: nobody watches it
  /// Calls run(const Grid&) with the grid, which lives as long as that call.
  template <class Run>
  auto withGrid(WorkControl* control, PrintedLines& printed, Run&& run) {
    return run(Grid{m_function, m_arguments.data(), m_shape, m_waveSize, control, nullptr, &printed});
  }

 private:
  struct alignas(16) Line {
    std::byte bytes[16];
  };
  static std::size_t linesOf(std::uint32_t bytes) { return (bytes + sizeof(Line) - 1) / sizeof(Line); }

  std::string_view m_name;
  CpuThreadFunction m_function = nullptr;
  LaunchShape m_shape;
  LaunchObserver* m_observer = nullptr;
  std::uint32_t m_waveSize = 32;
  std::vector<Line> m_storage;
  std::vector<void*> m_arguments;  ///< the address of each in m_storage
};

}  // namespace strata::cpu
