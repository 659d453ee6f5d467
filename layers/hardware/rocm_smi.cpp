#include <cstdint>
#include <string>

#include "layers/common/shared_library.h"
#include "layers/hardware/telemetry.h"

namespace strata::inline hardware {
namespace {

// The part of ROCm SMI's C interface that is used, as its documentation gives it (rocm.docs.amd.com, rocm_smi_lib).
constexpr int kVideoMemory = 0;
constexpr std::uint32_t kEdgeSensor = 0;
constexpr int kCurrentTemperature = 0;
constexpr double kWattsPerMicrowatt = 1e-6, kDegreesPerMillidegree = 1e-3;

struct RocmSmiFunctions {
  int (*init)(std::uint64_t flags) = nullptr;
  int (*shutDown)() = nullptr;
  int (*busy)(std::uint32_t device, std::uint32_t* percent) = nullptr;
  int (*memory)(std::uint32_t device, int type, std::uint64_t* bytes) = nullptr;
  int (*power)(std::uint32_t device, std::uint32_t sensor, std::uint64_t* microwatts) = nullptr;
  int (*temperature)(std::uint32_t device, std::uint32_t sensor, int metric, std::int64_t* millidegrees) = nullptr;
};

bool bindRocmSmi(const SharedLibrary& library, RocmSmiFunctions& f) {
  return library.find("rsmi_init", f.init) && library.find("rsmi_shut_down", f.shutDown) &&
         library.find("rsmi_dev_busy_percent_get", f.busy) && library.find("rsmi_dev_memory_usage_get", f.memory) &&
         library.find("rsmi_dev_power_ave_get", f.power) && library.find("rsmi_dev_temp_metric_get", f.temperature);
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
    if (m_f.power(m_device, kEdgeSensor, &value) == 0)
      reading.powerWatts = static_cast<double>(value) * kWattsPerMicrowatt;
    if (m_f.temperature(m_device, kEdgeSensor, kCurrentTemperature, &millidegrees) == 0)
      reading.temperatureCelsius = static_cast<double>(millidegrees) * kDegreesPerMillidegree;
    return reading;
  }
  std::vector<DeviceFact> facts() override { return {}; }

 private:
  SharedLibrary m_library;
  RocmSmiFunctions m_f;
  std::uint32_t m_device;
};

Error withoutRocmSmi(const std::string& what) {
  return {ErrorCode::Unavailable,
          what +
              ": with it utilisation, memory, power and temperature would be shown. Install rocm-smi-lib (Debian: "
              "librocm-smi64-1).",
          Storey::Hardware};
}

}  // namespace

Result<std::unique_ptr<TelemetrySource>> openRocmSmi(int index) {
  SharedLibrary library({"librocm_smi64.so.7", "librocm_smi64.so.6", "librocm_smi64.so.5", "librocm_smi64.so.1"});
  RocmSmiFunctions functions;
  if (!library.open()) return withoutRocmSmi("ROCm SMI is not installed (librocm_smi64.so)");
  if (!bindRocmSmi(library, functions)) return withoutRocmSmi("This ROCm SMI lacks functions that Strata reads");
  if (functions.init(0) != 0) return withoutRocmSmi("ROCm SMI does not start");
  return std::unique_ptr<TelemetrySource>(
      std::make_unique<RocmSmi>(std::move(library), functions, static_cast<std::uint32_t>(index)));
}

}  // namespace strata::inline hardware
