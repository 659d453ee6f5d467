#include "engine/backends/cpu/cpu_launch.h"

#include <fmt/format.h>

#include <cstring>

#include "engine/device/device_checks.h"

namespace strata::cpu {
namespace {

Error usage(std::string message) {
  return {ErrorCode::Usage, std::move(message), Storey::Runtime};
}

Result<void> check(const DeviceInfo& device, const KernelEntry& kernel, const LaunchShape& shape, std::size_t given) {
  STRATA_TRY(checkLaunch(device, kernel, shape));
  if (given != kernel.parameterBytes.size())
    return usage(fmt::format("Kernel \"{}\" takes {} arguments and {} were given.", kernel.name,
                             kernel.parameterBytes.size(), given));
  return {};
}

}  // namespace

Result<PreparedLaunch> PreparedLaunch::prepare(const DeviceInfo& device, const KernelEntry& kernel,
                                               const LaunchShape& shape, std::span<void*> arguments) {
  STRATA_TRY(check(device, kernel, shape, arguments.size()));
  PreparedLaunch launch;
  launch.m_name = kernel.name;
  launch.m_function = reinterpret_cast<CpuThreadFunction>(const_cast<void*>(kernel.function));
  launch.m_shape = shape;
  launch.m_blocks = kernel.blocks;
  launch.m_waveSize = device.waveSize;
  for (const std::uint32_t bytes : kernel.parameterBytes) {
    launch.m_offsets.push_back(launch.m_storage.size());
    launch.m_storage.resize(launch.m_storage.size() + (bytes + sizeof(Line) - 1) / sizeof(Line));
  }
  for (std::size_t i = 0; i < arguments.size(); ++i)
    std::memcpy(launch.m_storage.data() + launch.m_offsets[i], arguments[i], kernel.parameterBytes[i]);
  return launch;
}

}  // namespace strata::cpu
