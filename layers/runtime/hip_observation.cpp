#include "layers/runtime/event_observation.h"

namespace strata {

std::shared_ptr<GpuObservation> observeHip(Device& device, TraceRecorder& recorder) {
  auto source = openRocmSmi(device.info().index);
  auto telemetry = source.ok() ? std::make_unique<TelemetrySampler>(recorder, std::move(source).value()) : nullptr;
  return observeByEvents(device, recorder, "Strata does not read rocprofiler-sdk yet", std::move(telemetry));
}

}  // namespace strata
