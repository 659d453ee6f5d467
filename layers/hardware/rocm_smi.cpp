#include <cstdint>
#include <optional>
#include <string>

#include "layers/common/shared_library.h"
#include "layers/hardware/amd_telemetry.h"

namespace strata::inline hardware {
namespace {

// The part of ROCm SMI's C interface that is used, as its documentation gives it (rocm.docs.amd.com, rocm_smi_lib).
constexpr int kVideoMemory = 0;
constexpr std::uint32_t kEdgeSensor = 0, kJunctionSensor = 1, kFirstPowerSensor = 0;
constexpr int kCurrentTemperature = 0;
constexpr double kWattsPerMicrowatt = 1e-6, kDegreesPerMillidegree = 1e-3;

struct RocmSmiFunctions {
  int (*init)(std::uint64_t flags) = nullptr;
  int (*shutDown)() = nullptr;
  int (*countDevices)(std::uint32_t* count) = nullptr;
  int (*busAddress)(std::uint32_t device, std::uint64_t* address) = nullptr;
  int (*busy)(std::uint32_t device, std::uint32_t* percent) = nullptr;
  int (*memory)(std::uint32_t device, int type, std::uint64_t* bytes) = nullptr;
  int (*averagePower)(std::uint32_t device, std::uint32_t sensor, std::uint64_t* microwatts) = nullptr;
  /// From ROCm 6 on: the current power where a GPU tells no average, as MI300 does.
  int (*anyPower)(std::uint32_t device, std::uint64_t* microwatts, int* kind) = nullptr;
  int (*temperature)(std::uint32_t device, std::uint32_t sensor, int metric, std::int64_t* millidegrees) = nullptr;
};

bool bindRocmSmi(const SharedLibrary& library, RocmSmiFunctions& f) {
  library.find("rsmi_dev_power_get", f.anyPower);
  return library.find("rsmi_init", f.init) && library.find("rsmi_shut_down", f.shutDown) &&
         library.find("rsmi_num_monitor_devices", f.countDevices) &&
         library.find("rsmi_dev_pci_id_get", f.busAddress) && library.find("rsmi_dev_busy_percent_get", f.busy) &&
         library.find("rsmi_dev_memory_usage_get", f.memory) &&
         library.find("rsmi_dev_power_ave_get", f.averagePower) &&
         library.find("rsmi_dev_temp_metric_get", f.temperature);
}

/// The number ROCm SMI gives the device: a bus in bits 8 to 15, a device in 3 to 7, a domain above 31.
std::optional<std::uint32_t> rocmSmiDevice(const RocmSmiFunctions& f, const PciAddress& wanted) {
  std::uint32_t count = 0;
  if (f.countDevices(&count) != 0) return {};
  for (std::uint32_t device = 0; device < count; ++device) {
    std::uint64_t address = 0;
    if (f.busAddress(device, &address) != 0) continue;
    if (address >> 32 == wanted.domain && (address >> 8 & 0xFF) == wanted.bus && (address >> 3 & 0x1F) == wanted.device)
      return device;
  }
  return {};
}

class RocmSmi final : public TelemetrySource {
 public:
  RocmSmi(SharedLibrary library, const RocmSmiFunctions& functions, std::uint32_t device)
      : m_library(std::move(library)), m_f(functions), m_device(device) {}
  ~RocmSmi() override { m_f.shutDown(); }

  TelemetryReading read() override {
    TelemetryReading reading;
    std::uint32_t percent = 0;
    std::uint64_t value = 0;
    std::int64_t millidegrees = 0;
    if (m_f.busy(m_device, &percent) == 0) reading.utilisationPercent = percent;
    if (m_f.memory(m_device, kVideoMemory, &value) == 0) reading.memoryBytes = static_cast<double>(value);
    if (power(value) == 0) reading.powerWatts = static_cast<double>(value) * kWattsPerMicrowatt;
    if (m_f.temperature(m_device, kEdgeSensor, kCurrentTemperature, &millidegrees) == 0 ||
        m_f.temperature(m_device, kJunctionSensor, kCurrentTemperature, &millidegrees) == 0)
      reading.temperatureCelsius = static_cast<double>(millidegrees) * kDegreesPerMillidegree;
    return reading;
  }
  std::vector<DeviceFact> facts() override { return {}; }

 private:
  int power(std::uint64_t& microwatts) const {
    int kind = 0;
    return m_f.anyPower ? m_f.anyPower(m_device, &microwatts, &kind)
                        : m_f.averagePower(m_device, kFirstPowerSensor, &microwatts);
  }

  SharedLibrary m_library;
  RocmSmiFunctions m_f;
  std::uint32_t m_device;
};

}  // namespace

Result<std::unique_ptr<TelemetrySource>> openRocmSmi(const PciAddress& address, const std::vector<std::string>& files) {
  SharedLibrary library(files);
  RocmSmiFunctions functions;
  if (!library.open()) return noTelemetry("ROCm SMI is not installed (librocm_smi64.so)");
  if (!bindRocmSmi(library, functions)) return noTelemetry("ROCm SMI lacks functions that Strata reads");
  if (functions.init(0) != 0) return noTelemetry("ROCm SMI does not start");
  const auto device = rocmSmiDevice(functions, address);
  if (!device) {
    functions.shutDown();
    return noTelemetry("ROCm SMI does not know the device");
  }
  return std::unique_ptr<TelemetrySource>(std::make_unique<RocmSmi>(std::move(library), functions, *device));
}

}  // namespace strata::inline hardware
