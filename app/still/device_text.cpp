#include "app/still/device_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/still/printable.h"
#include "app/still/units.h"

namespace strata::inline still {
namespace {

/// Of the CPU what Strata may have of the machine's, which is less.
std::string memoryText(const DeviceInfo& device) {
  const auto host = std::ranges::find(device.facts, "host memory", &DeviceFact::key);
  if (!device.isProcessor() || host == device.facts.end()) return formatBytes(device.memoryBytes);
  return fmt::format("{} of {} usable", formatBytes(device.memoryBytes),
                     formatBytes(static_cast<std::uint64_t>(host->value)));
}

}  // namespace

std::string deviceText(const DeviceInfo& device) {
  return fmt::format("{}: {}, {}, {} {}{}, {}", device.key(), printable(device.name), printable(device.architecture),
                     device.computeUnits, printable(device.computeUnitName), device.computeUnits == 1 ? "" : "s",
                     memoryText(device));
}

}  // namespace strata::inline still
