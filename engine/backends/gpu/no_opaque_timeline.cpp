// In place of opaque_timeline.cpp, for HIP.

#include "engine/backends/gpu/gpu_timeline.h"

namespace strata::gpu {

Result<void> canImportOpaqueTimelines(const GpuContext&) {
  return Error{ErrorCode::Unsupported, "HIP imports no semaphores on Linux: share a counter in host memory instead.",
               Storey::Runtime};
}

Result<std::unique_ptr<GpuTimeline>> importOpaqueTimeline(GpuContext& context, const TimelineHandle&) {
  return canImportOpaqueTimelines(context).error();
}

}  // namespace strata::gpu
