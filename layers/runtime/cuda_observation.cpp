#include <fmt/format.h>

#include <utility>

#include "layers/runtime/activity_observation.h"
#include "layers/runtime/cupti_session.h"
#include "layers/runtime/event_observation.h"

namespace strata::inline runtime {
std::shared_ptr<GpuObservation> observeCuda(Device& device, TraceRecorder& recorder) {
  auto telemetry = startTelemetry(recorder, openNvml(device.info().pciBus));
  auto session = cupti::Session::start(recorder);
  if (session.ok()) {
    std::string description = fmt::format(
        "observed by CUPTI {}: every call of the runtime's and the driver's interface, kernels, copies and allocations",
        session.value()->api().version);
    return observeByActivity(std::move(session).value(), std::move(description), std::move(telemetry));
  }
  return observeByEvents(device, recorder, session.error().message, std::move(telemetry));
}

}  // namespace strata::inline runtime
