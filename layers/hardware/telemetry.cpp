#include "layers/hardware/telemetry.h"

#include <chrono>
#include <string_view>
#include <utility>

namespace strata {
namespace {

constexpr auto kPeriod = std::chrono::milliseconds(100);

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
    const std::lock_guard lock(m_mutex);
    m_stopping = true;
  }
  m_wake.notify_all();
  m_thread.join();
}

void TelemetrySampler::run() {
  std::unique_lock lock(m_mutex);
  do record(m_source->read());
  while (!m_wake.wait_for(lock, kPeriod, [this] { return m_stopping; }));
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

}  // namespace strata
