#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "layers/common/shared_library.h"
#include "layers/hardware/amd_telemetry.h"

namespace strata::inline hardware {
namespace {

// The part of AMD SMI's C interface that is used. These structs are the same in the amdsmi.h of library versions 26.0
// to 26.5 (ROCm 7) and 27 (ROCm 10); before 26 the voltages had 32 bits and the version began with a year.
using AmdSmiProcessor = void*;
constexpr std::array<std::uint32_t, 2> kAmdSmiMajors{26, 27};
constexpr std::uint64_t kAmdSmiGpus = 2;
constexpr int kAmdSmiVram = 0, kAmdSmiGraphicsClock = 0, kAmdSmiCurrent = 0;
constexpr int kAmdSmiEdge = 0, kAmdSmiJunction = 1;

struct AmdSmiVersion {
  std::uint32_t major, minor, release;
  const char* build;
};
struct AmdSmiEngineUsage {
  std::uint32_t graphics, memory, media;  // percent
  std::uint32_t reserved[13];
};
struct AmdSmiPower {
  std::uint64_t socket;            // W, as the other two
  std::uint32_t current;           // of MI300 and later
  std::uint32_t average;           // of Radeons, and of GPUs before MI300
  std::uint64_t millivolts[3];     // graphics, SoC, memory
  std::uint32_t limit, baseBoard;  // the second came in between 26.2 and 26.5, into padding
  std::uint64_t reserved[18];
};
struct AmdSmiClock {
  std::uint32_t now, least, most;  // MHz
  std::uint8_t locked, deepSleep;
  std::uint32_t reserved[4];
};
static_assert(sizeof(AmdSmiVersion) == 24 && sizeof(AmdSmiEngineUsage) == 64);
static_assert(sizeof(AmdSmiPower) == 192 && sizeof(AmdSmiClock) == 32);

struct AmdSmiFunctions {
  int (*init)(std::uint64_t kinds) = nullptr;
  int (*shutDown)() = nullptr;
  int (*version)(AmdSmiVersion*) = nullptr;
  int (*processorAt)(std::uint64_t busAddress, AmdSmiProcessor*) = nullptr;
  int (*activity)(AmdSmiProcessor, AmdSmiEngineUsage*) = nullptr;
  int (*memory)(AmdSmiProcessor, int type, std::uint64_t* bytes) = nullptr;
  int (*power)(AmdSmiProcessor, AmdSmiPower*) = nullptr;
  int (*temperature)(AmdSmiProcessor, int sensor, int metric, std::int64_t* celsius) = nullptr;
  int (*clock)(AmdSmiProcessor, int type, AmdSmiClock*) = nullptr;
};

bool bindAmdSmi(const SharedLibrary& library, AmdSmiFunctions& f) {
  return library.find("amdsmi_init", f.init) && library.find("amdsmi_shut_down", f.shutDown) &&
         library.find("amdsmi_get_lib_version", f.version) &&
         library.find("amdsmi_get_processor_handle_from_bdf", f.processorAt) &&
         library.find("amdsmi_get_gpu_activity", f.activity) && library.find("amdsmi_get_gpu_memory_usage", f.memory) &&
         library.find("amdsmi_get_power_info", f.power) && library.find("amdsmi_get_temp_metric", f.temperature) &&
         library.find("amdsmi_get_clock_info", f.clock);
}

/// amdsmi_bdf_t: function in 3 bits, device in 5, bus in 8, domain above.
std::uint64_t amdSmiAddress(const PciAddress& address) {
  return std::uint64_t{address.domain} << 16 | address.bus << 8 | address.device << 3;
}

/// A member that a GPU does not support has all bits set, of 32 or of the 16 the driver's table has.
std::optional<double> amdSmiValue(std::uint32_t value) {
  constexpr std::uint32_t kAllOfTheTable = 0xFFFF;
  return value < kAllOfTheTable ? std::optional<double>(value) : std::nullopt;
}

class AmdSmi final : public TelemetrySource {
 public:
  AmdSmi(SharedLibrary library, const AmdSmiFunctions& functions, AmdSmiProcessor processor)
      : m_library(std::move(library)), m_f(functions), m_processor(processor) {}
  ~AmdSmi() override { m_f.shutDown(); }

  TelemetryReading read() override {
    TelemetryReading reading;
    AmdSmiEngineUsage usage{};
    AmdSmiPower power{};
    AmdSmiClock clock{};
    std::uint64_t bytes = 0;
    std::int64_t celsius = 0;
    if (m_f.activity(m_processor, &usage) == 0) reading.utilisationPercent = amdSmiValue(usage.graphics);
    if (m_f.memory(m_processor, kAmdSmiVram, &bytes) == 0) reading.memoryBytes = static_cast<double>(bytes);
    if (m_f.power(m_processor, &power) == 0) {
      const std::optional<double> current = amdSmiValue(power.current);
      reading.powerWatts = current ? current : amdSmiValue(power.average);
    }
    if (m_f.temperature(m_processor, kAmdSmiEdge, kAmdSmiCurrent, &celsius) == 0 ||
        m_f.temperature(m_processor, kAmdSmiJunction, kAmdSmiCurrent, &celsius) == 0)
      reading.temperatureCelsius = static_cast<double>(celsius);
    if (m_f.clock(m_processor, kAmdSmiGraphicsClock, &clock) == 0) reading.clockMegahertz = amdSmiValue(clock.now);
    return reading;
  }
  std::vector<DeviceFact> facts() override { return {}; }

 private:
  SharedLibrary m_library;
  AmdSmiFunctions m_f;
  AmdSmiProcessor m_processor;
};

/// What is wrong with a library that has started, or nothing.
std::string whyNotThisAmdSmi(const AmdSmiFunctions& f, const PciAddress& address, AmdSmiProcessor& processor) {
  AmdSmiVersion version{};
  if (f.version(&version) != 0) return "AMD SMI does not tell its version";
  if (std::find(kAmdSmiMajors.begin(), kAmdSmiMajors.end(), version.major) == kAmdSmiMajors.end())
    return "AMD SMI " + std::to_string(version.major) + " is none that Strata knows (26 and 27)";
  if (f.processorAt(amdSmiAddress(address), &processor) != 0) return "AMD SMI does not know the device";
  return {};
}

}  // namespace

Result<std::unique_ptr<TelemetrySource>> openAmdSmi(const PciAddress& address, const std::vector<std::string>& files) {
  SharedLibrary library(files);
  AmdSmiFunctions functions;
  if (!library.open()) return noTelemetry("AMD SMI is not installed (libamd_smi.so)");
  if (!bindAmdSmi(library, functions)) return noTelemetry("AMD SMI lacks functions that Strata reads");
  if (functions.init(kAmdSmiGpus) != 0) return noTelemetry("AMD SMI does not start");
  AmdSmiProcessor processor = nullptr;
  if (const std::string reason = whyNotThisAmdSmi(functions, address, processor); !reason.empty()) {
    functions.shutDown();
    return noTelemetry(reason);
  }
  return std::unique_ptr<TelemetrySource>(std::make_unique<AmdSmi>(std::move(library), functions, processor));
}

}  // namespace strata::inline hardware
