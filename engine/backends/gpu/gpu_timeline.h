#pragma once

#include <cstdint>
#include <memory>

#include "engine/backends/gpu/gpu_api.h"
#include "engine/backends/gpu/gpu_context.h"
#include "engine/base/result.h"
#include "engine/device/interop.h"

namespace strata::gpu {

/// A timeline that the device's queues wait for and set by themselves.
class GpuTimeline : public Timeline {
 public:
  virtual const char* waitCall() const = 0;  ///< the vendor's name of it, of static storage
  virtual const char* signalCall() const = 0;
  virtual gpuError wait(gpuStream stream, std::uint64_t value) = 0;
  virtual gpuError signal(gpuStream stream, std::uint64_t value) = 0;
};

/// Unsupported with the reason.
Result<void> canImportHostTimelines(const GpuContext& context);
Result<void> canImportOpaqueTimelines(const GpuContext& context);

/// Handles that were checked, of kinds that can be imported.
Result<std::unique_ptr<GpuTimeline>> importHostTimeline(GpuContext& context, const TimelineHandle& handle);
Result<std::unique_ptr<GpuTimeline>> importOpaqueTimeline(GpuContext& context, const TimelineHandle& handle);

}  // namespace strata::gpu
