#include <cstdint>
#include <string>

#include "layers/common/shared_library.h"
#include "layers/hardware/telemetry.h"

namespace strata::inline hardware {
namespace {

// The part of NVML's C interface that is used, as its documentation gives it (docs.nvidia.com/deploy/nvml-api).
using Device = struct nvmlDevice*;
struct Utilization {
  unsigned gpu, memory;  // percent
};
struct Memory {
  unsigned long long total, free, used;  // bytes
};
constexpr int kTemperatureOfGpu = 0;
constexpr int kClockOfSm = 1;
constexpr double kMilli = 1e-3;

struct Functions {
  int (*init)() = nullptr;
  int (*shutdown)() = nullptr;
  int (*handleByBus)(const char*, Device*) = nullptr;
  int (*utilization)(Device, Utilization*) = nullptr;
  int (*memory)(Device, Memory*) = nullptr;
  int (*power)(Device, unsigned* milliwatts) = nullptr;
  int (*temperature)(Device, int sensor, unsigned* celsius) = nullptr;
  int (*clock)(Device, int type, unsigned* megahertz) = nullptr;
  int (*linkGeneration)(Device, unsigned*) = nullptr;
  int (*linkWidth)(Device, unsigned*) = nullptr;
};

bool bindAll(const SharedLibrary& library, Functions& f) {
  return library.find("nvmlInit_v2", f.init) && library.find("nvmlShutdown", f.shutdown) &&
         library.find("nvmlDeviceGetHandleByPciBusId_v2", f.handleByBus) &&
         library.find("nvmlDeviceGetUtilizationRates", f.utilization) &&
         library.find("nvmlDeviceGetMemoryInfo", f.memory) && library.find("nvmlDeviceGetPowerUsage", f.power) &&
         library.find("nvmlDeviceGetTemperature", f.temperature) && library.find("nvmlDeviceGetClockInfo", f.clock) &&
         library.find("nvmlDeviceGetCurrPcieLinkGeneration", f.linkGeneration) &&
         library.find("nvmlDeviceGetCurrPcieLinkWidth", f.linkWidth);
}

class Nvml final : public TelemetrySource {
 public:
  Nvml(SharedLibrary library, const Functions& functions, Device device)
      : m_library(std::move(library)), m_f(functions), m_device(device) {}
  ~Nvml() override { m_f.shutdown(); }

  TelemetryReading read() override {
    TelemetryReading reading;
    Utilization utilization{};
    Memory memory{};
    unsigned value = 0;
    if (m_f.utilization(m_device, &utilization) == 0) reading.utilisationPercent = utilization.gpu;
    if (m_f.memory(m_device, &memory) == 0) reading.memoryBytes = static_cast<double>(memory.used);
    if (m_f.power(m_device, &value) == 0) reading.powerWatts = value * kMilli;
    if (m_f.temperature(m_device, kTemperatureOfGpu, &value) == 0) reading.temperatureCelsius = value;
    if (m_f.clock(m_device, kClockOfSm, &value) == 0) reading.clockMegahertz = value;
    return reading;
  }

  std::vector<DeviceFact> facts() override {
    std::vector<DeviceFact> facts;
    unsigned value = 0;
    if (m_f.linkGeneration(m_device, &value) == 0)
      facts.push_back({"PCIe generation", static_cast<double>(value), "", Provenance::Measured});
    if (m_f.linkWidth(m_device, &value) == 0)
      facts.push_back({"PCIe width", static_cast<double>(value), "lanes", Provenance::Measured});
    return facts;
  }

 private:
  SharedLibrary m_library;
  Functions m_f;
  Device m_device;
};

Error missing(const std::string& what) {
  return {ErrorCode::Unavailable,
          what +
              ": with it utilisation, memory, power, temperature and clocks would be shown. It comes with the NVIDIA "
              "driver.",
          Storey::Hardware};
}

}  // namespace

Result<std::unique_ptr<TelemetrySource>> openNvml(const std::string& pciBus) {
  SharedLibrary library({"libnvidia-ml.so.1"});
  Functions functions;
  if (!library.open()) return missing("NVML is not installed (libnvidia-ml.so.1)");
  if (!bindAll(library, functions)) return missing("This NVML lacks functions that Strata reads");
  if (functions.init() != 0) return missing("NVML does not start");
  Device device = nullptr;
  if (functions.handleByBus(pciBus.c_str(), &device) != 0) {
    functions.shutdown();
    return missing("NVML does not know the device at " + pciBus);
  }
  return std::unique_ptr<TelemetrySource>(std::make_unique<Nvml>(std::move(library), functions, device));
}

}  // namespace strata::inline hardware
