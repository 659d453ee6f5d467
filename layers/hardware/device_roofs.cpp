#include "layers/hardware/device_roofs.h"

#include <array>
#include <string_view>

#include "layers/hardware/device_limits.h"

namespace strata::inline hardware {
namespace {

constexpr double kTera = 1e12, kGiga = 1e9, kMega = 1e6;
constexpr std::string_view kArithmetic = "fp32 peak", kMemory = "memory bandwidth";

struct DataSheet {
  std::string_view name;  ///< as the device calls itself
  double teraFlops;       ///< fp32 without matrix units; 0: not read in a primary source
  double gigaBytes;       ///< a second, of its memory; 0: likewise
};

constexpr std::array kDataSheets{
    DataSheet{"Tesla T4", 8.1, 0},                    // NVIDIA T4 data sheet
    DataSheet{"NVIDIA A100-SXM4-80GB", 19.5, 2039},   // NVIDIA A100 data sheet
    DataSheet{"NVIDIA GeForce RTX 3090", 35.6, 936},  // NVIDIA GA102 architecture white paper
    DataSheet{"NVIDIA GeForce RTX 4090", 82.6, 0},    // NVIDIA Ada architecture white paper
    DataSheet{"NVIDIA L4", 30.3, 0},                  // NVIDIA L4 data sheet
    DataSheet{"NVIDIA H100 80GB HBM3", 66.9, 3350},   // NVIDIA H100 architecture white paper, data sheet (SXM)
    DataSheet{"NVIDIA H200", 0, 4800},                // NVIDIA H200 data sheet
    DataSheet{"AMD Instinct MI300X", 163.4, 5300},    // AMD Instinct MI300X data sheet
};

DataSheet dataSheetOf(std::string_view name) {
  for (const DataSheet& sheet : kDataSheets)
    if (sheet.name == name) return sheet;
  return {};
}

double clockHertz(const DeviceInfo& device) {
  for (const DeviceFact& fact : device.facts)
    if (fact.key == "clock" && fact.unit == "MHz") return fact.value * kMega;
  return 0;
}

/// Multiply and add count one each.
double computedFlops(const DeviceInfo& device) {
  const auto limits = deviceLimits(device.architecture);
  return limits.ok() ? 2.0 * device.computeUnits * limits.value().fp32PerClock * clockHertz(device) : 0;
}

}  // namespace

std::vector<DeviceFact> deviceRoofs(const DeviceInfo& device) {
  const DataSheet sheet = dataSheetOf(device.name);
  std::vector<DeviceFact> roofs;
  if (sheet.teraFlops > 0)
    roofs.push_back({std::string(kArithmetic), sheet.teraFlops * kTera, "FLOP/s", Provenance::Spec});
  else if (const double flops = computedFlops(device); flops > 0)
    roofs.push_back({std::string(kArithmetic), flops, "FLOP/s", Provenance::Modelled});
  if (sheet.gigaBytes > 0)
    roofs.push_back({std::string(kMemory), sheet.gigaBytes * kGiga, "bytes/s", Provenance::Spec});
  return roofs;
}

}  // namespace strata::inline hardware
