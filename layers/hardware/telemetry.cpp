#include "layers/hardware/telemetry.h"

#include <string_view>
#include <utility>

namespace strata::inline hardware {
namespace {

constexpr Duration kPeriod{100'000'000};

struct CounterKind {
  std::string_view name, unit;
  std::optional<double> TelemetryReading::*value;
};

constexpr std::array<CounterKind, 5> kKinds{{
    {"GPU utilisation", "%", &TelemetryReading::utilisationPercent},
    {"GPU memory in use", "bytes", &TelemetryReading::memoryBytes},
    {"GPU power", "W", &TelemetryReading::powerWatts},
    {"GPU temperature", "°C", &TelemetryReading::temperatureCelsius},
    {"GPU clock", "MHz", &TelemetryReading::clockMegahertz},
}};

}  // namespace

TelemetrySampler::TelemetrySampler(TraceRecorder& recorder, std::unique_ptr<TelemetrySource> source)
    : m_recorder(recorder), m_source(std::move(source)), m_facts(m_source->facts()), m_thread([this] { run(); }) {}

TelemetrySampler::~TelemetrySampler() {
  {
    const Lock lock(m_mutex);
    m_stopping = true;
  }
  m_wake.notifyAll();
  m_thread.join();
}

void TelemetrySampler::run() {
  Lock lock(m_mutex);
  do {
    record(m_source->read());
    const HostTime next = hostNow() + kPeriod;
    while (!m_stopping && m_wake.waitUntil(lock, next)) continue;
  } while (!m_stopping);
}

void TelemetrySampler::record(const TelemetryReading& reading) {
  for (std::size_t i = 0; i < kKinds.size(); ++i) {
    const std::optional<double>& value = reading.*kKinds[i].value;
    if (!value) continue;
    if (m_counters[i] == CounterId::None)
      m_counters[i] = m_recorder.addCounter(kKinds[i].name, kKinds[i].unit, Storey::Hardware);
    m_recorder.counter(m_counters[i], *value);
  }
}

Telemetry startTelemetry(TraceRecorder& recorder, Result<std::unique_ptr<TelemetrySource>> source) {
  if (!source.ok()) return {nullptr, source.error().message};
  return {std::make_unique<TelemetrySampler>(recorder, std::move(source).value()), {}};
}

}  // namespace strata::inline hardware
