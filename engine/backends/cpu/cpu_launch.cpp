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
    return usage(fmt::format("Kernel \"{}\" takes {} arguments, but {} were given.", kernel.name,
                             kernel.parameterBytes.size(), given));
  return {};
}

}  // namespace

Result<void> PreparedLaunch::prepare(const DeviceInfo& device, const KernelEntry& kernel, const LaunchShape& shape,
                                     std::span<void*> arguments) {
  STRATA_TRY(check(device, kernel, shape, arguments.size()));
  m_name = kernel.name;
  m_function = reinterpret_cast<CpuThreadFunction>(const_cast<void*>(kernel.function));
  m_shape = shape;
  m_observer = kernel.observer;
  m_waveSize = device.waveSize;
  std::size_t lines = 0;
  for (const std::uint32_t bytes : kernel.parameterBytes) lines += linesOf(bytes);
  if (m_storage.size() < lines) m_storage.resize(lines);
  if (m_arguments.size() < arguments.size()) m_arguments.resize(arguments.size());
  Line* line = m_storage.data();
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    std::memcpy(line, arguments[i], kernel.parameterBytes[i]);
    // Most launches place them alike: what is not written need not travel to the core that reads it.
    if (m_arguments[i] != line) m_arguments[i] = line;
    line += linesOf(kernel.parameterBytes[i]);
  }
  return {};
}

}  // namespace strata::cpu
