#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/device/device.h"
#include "engine/trace/trace_recorder.h"

namespace strata::inline runtime {

/// How the runtime, driver and hardware storeys of a GPU are observed while this object lives.
class GpuObservation {
 public:
  virtual ~GpuObservation() = default;
  /// The recorder has everything the device finished when this returns.
  virtual void settle() {}
  /// What observes, and what that leaves unseen: "CUPTI 130001: …" or "CUDA events, because …".
  virtual std::string describe() const = 0;
  /// True where every call below the runtime is seen.
  virtual bool seesDriver() const = 0;
  /// What the vendor's management library says of the device and its link; empty without one.
  virtual std::vector<DeviceFact> facts() const { return {}; }
  /// Why that library is not read, and what it would add; empty where it is.
  virtual std::string withoutTelemetry() const { return {}; }
};

/// By CUPTI; where it cannot be had, by what Strata itself calls and by device events, with the reason.
std::shared_ptr<GpuObservation> observeCuda(Device& device, TraceRecorder& recorder);
/// Registers with rocprofiler-sdk, where there is one: to be called before the process's first HIP call, because HIP
/// hands its functions over when it starts. Without it observeHip falls back.
void prepareHipObservation();
/// By rocprofiler-sdk; where it cannot be had, by what Strata itself calls and by device events, with the reason.
std::shared_ptr<GpuObservation> observeHip(Device& device, TraceRecorder& recorder);

}  // namespace strata::inline runtime
