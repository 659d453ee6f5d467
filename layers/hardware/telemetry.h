#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "engine/base/mutex.h"
#include "engine/base/result.h"
#include "engine/device/device_info.h"
#include "engine/trace/trace_recorder.h"

namespace strata::inline hardware {

/// What a device says of itself at one moment; empty where it does not say.
struct TelemetryReading {
  std::optional<double> utilisationPercent, memoryBytes, powerWatts, temperatureCelsius, clockMegahertz;
};

/// A vendor's management library, looking at one device. One thread.
class TelemetrySource {
 public:
  virtual ~TelemetrySource() = default;
  virtual TelemetryReading read() = 0;
  /// What does not change while running: link generation and width, limits.
  virtual std::vector<DeviceFact> facts() = 0;
};

/// NVML, opened at run time; `pciBus` is "00000000:3B:00.0". Unavailable says what it would add.
Result<std::unique_ptr<TelemetrySource>> openNvml(const std::string& pciBus);
/// Names of AMD's management libraries, the newest first.
struct AmdTelemetryLibraries {
  std::vector<std::string> amdSmi, rocmSmi;
};
AmdTelemetryLibraries amdTelemetryLibraries();
/// AMD SMI, or else ROCm SMI, opened at run time; `pciBus` as above. Unavailable says why neither, and what one would
/// add.
Result<std::unique_ptr<TelemetrySource>> openAmdTelemetry(
    const std::string& pciBus, const AmdTelemetryLibraries& libraries = amdTelemetryLibraries());

/// What TelemetrySource::read says is missing is missing from the trace, too: nothing stands in for it.
///
/// Reads a source ten times a second into counter tracks of the hardware storey, while it lives.
class TelemetrySampler {
 public:
  TelemetrySampler(TraceRecorder& recorder, std::unique_ptr<TelemetrySource> source);
  ~TelemetrySampler();
  const std::vector<DeviceFact>& facts() const { return m_facts; }

 private:
  void run();
  void record(const TelemetryReading& reading);

  static constexpr std::size_t kCounters = 5;
  TraceRecorder& m_recorder;
  std::unique_ptr<TelemetrySource> m_source;
  const std::vector<DeviceFact> m_facts;
  std::array<CounterId, kCounters> m_counters{};  ///< the sampling thread's
  Mutex m_mutex;
  Condition m_wake;
  bool m_stopping STRATA_GUARDED_BY(m_mutex) = false;
  std::thread m_thread;
};

/// A device's telemetry while it is observed, or why there is none and what it would add.
struct Telemetry {
  std::unique_ptr<TelemetrySampler> sampler;
  std::string missing;

  std::vector<DeviceFact> facts() const { return sampler ? sampler->facts() : std::vector<DeviceFact>{}; }
};
Telemetry startTelemetry(TraceRecorder& recorder, Result<std::unique_ptr<TelemetrySource>> source);

}  // namespace strata::inline hardware
