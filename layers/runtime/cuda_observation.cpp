#include <fmt/format.h>

#include <utility>

#include "layers/runtime/cupti_session.h"
#include "layers/runtime/event_observation.h"

namespace strata {
namespace {

class CuptiObservation final : public GpuObservation {
 public:
  CuptiObservation(std::unique_ptr<cupti::Session> session, std::unique_ptr<TelemetrySampler> telemetry)
      : m_session(std::move(session)), m_telemetry(std::move(telemetry)) {}

  void settle() override { m_session->flush(); }
  std::string describe() const override {
    return fmt::format("observed by CUPTI {}: every runtime and driver call, kernels, copies and allocations",
                       m_session->api().version);
  }
  bool seesDriver() const override { return true; }
  std::vector<DeviceFact> facts() const override {
    return m_telemetry ? m_telemetry->facts() : std::vector<DeviceFact>{};
  }

 private:
  std::unique_ptr<cupti::Session> m_session;
  std::unique_ptr<TelemetrySampler> m_telemetry;
};

std::unique_ptr<TelemetrySampler> startTelemetry(const Device& device, TraceRecorder& recorder) {
  auto source = openNvml(device.info().pciBus);
  return source.ok() ? std::make_unique<TelemetrySampler>(recorder, std::move(source).value()) : nullptr;
}

}  // namespace

std::shared_ptr<GpuObservation> observeCuda(Device& device, TraceRecorder& recorder) {
  auto telemetry = startTelemetry(device, recorder);
  auto session = cupti::Session::start(recorder);
  if (session.ok()) return std::make_shared<CuptiObservation>(std::move(session).value(), std::move(telemetry));
  return observeByEvents(device, recorder, session.error().message, std::move(telemetry));
}

}  // namespace strata
