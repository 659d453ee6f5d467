#include "tests/gpu/profiler.h"

namespace strata {

void prepareProfiler() {}

std::shared_ptr<GpuObservation> openProfiler(Device& device, TraceRecorder& recorder) {
  return observeCuda(device, recorder);
}

}  // namespace strata
