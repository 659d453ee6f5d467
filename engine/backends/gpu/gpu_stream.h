#pragma once

#include <memory>
#include <string>

#include "engine/backends/gpu/event_timer.h"
#include "engine/backends/gpu/gpu_api.h"
#include "engine/backends/gpu/gpu_context.h"
#include "engine/base/result.h"
#include "engine/device/device.h"

namespace strata::gpu {

class GpuStream final : public Stream {
 public:
  static Result<std::unique_ptr<GpuStream>> create(GpuContext& context, std::uint32_t number);
  ~GpuStream() override;

  Result<void> launch(const KernelEntry& kernel, const LaunchShape& shape, std::span<void*> arguments) override;
  Result<void> launchHost(std::string_view name, std::function<void()> work) override;
  Result<void> copy(Buffer& to, const Buffer& from, std::size_t bytes) override;
  Result<void> record(Event& event) override;
  Result<void> wait(Event& event) override;
  Result<void> synchronize() override;
  std::uint32_t number() const override { return m_number; }
  void* native() const override { return m_handle; }

 private:
  GpuStream(GpuContext& context, gpuStream handle, std::uint32_t number);

  /// Calls `invoke` as API function `function`, and times what it starts on the device where nobody else does.
  template <class Function>
  Result<void> start(const char* function, std::string_view tried, DeviceWork work, Function&& invoke);

  GpuContext& m_context;
  gpuStream m_handle;
  std::uint32_t m_number;
  std::string m_lastWork;  ///< for the message when the device faults
  std::unique_ptr<EventTimer> m_timer;
};

}  // namespace strata::gpu
