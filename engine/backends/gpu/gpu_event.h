#pragma once

#include <memory>

#include "engine/backends/gpu/gpu_api.h"
#include "engine/backends/gpu/gpu_context.h"
#include "engine/base/result.h"
#include "engine/device/device.h"

namespace strata::gpu {

class GpuEvent final : public Event {
 public:
  static Result<std::unique_ptr<GpuEvent>> create(GpuContext& context);
  ~GpuEvent() override;
  State poll() override;
  Result<void> synchronize() override;
  Result<Duration> since(Event& start) override;

  gpuEvent handle() const { return m_handle; }
  void setRecorded() { m_recorded = true; }

 private:
  GpuEvent(GpuContext& context, gpuEvent handle) : m_context(context), m_handle(handle) {}
  GpuContext& m_context;
  gpuEvent m_handle;
  bool m_recorded = false;
};

}  // namespace strata::gpu
