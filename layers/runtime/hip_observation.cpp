#include "layers/runtime/event_observation.h"

namespace strata {

std::shared_ptr<GpuObservation> observeHip(Device& device, TraceRecorder& recorder) {
  return observeByEvents(device, recorder, "Strata does not read rocprofiler-sdk yet");
}

}  // namespace strata
