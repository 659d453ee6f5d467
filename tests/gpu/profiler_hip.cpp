#include "tests/gpu/profiler.h"

namespace strata {

void prepareProfiler() {
  prepareHipObservation();
}

std::shared_ptr<GpuObservation> openProfiler(Device& device, TraceRecorder& recorder) {
  return observeHip(device, recorder);
}

}  // namespace strata
