#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "engine/backends/gpu/event_timer.h"
#include "engine/backends/gpu/gpu_api.h"
#include "engine/backends/gpu/gpu_context.h"
#include "engine/backends/gpu/gpu_error.h"
#include "engine/base/result.h"
#include "engine/device/device.h"

namespace strata::gpu {

class GpuStream final : public Stream {
 public:
  static Result<std::unique_ptr<GpuStream>> create(GpuContext& context);
  ~GpuStream() override;

  Result<void> launch(const KernelEntry& kernel, const LaunchShape& shape, std::span<void*> arguments) override;
  Result<void> launchHost(std::string_view name, std::function<void()> work) override;
  bool canOverlap() const override { return gpuStartsEarly(m_context.info.index); }
  bool canHold() const override { return true; }
  Result<void> hold(std::shared_ptr<StreamGate> gate) override;
  Result<void> copy(Buffer& to, const Buffer& from, std::size_t bytes) override;
  Result<void> record(Event& event) override;
  Result<void> wait(Event& event) override;
  Result<void> synchronize() override;
  Result<std::unique_ptr<Graph>> capture(const std::function<Result<void>()>& enqueue) override;

 private:
  GpuStream(GpuContext& context, gpuStream handle);

  /// Calls `invoke` as API function `function`, and times what it starts on the device where nobody else does.
  template <class Function>
  Result<void> start(const char* function, std::string_view tried, DeviceWork work, Function&& invoke);
  /// Whether a kernel may begin before the one before it has ended: it waits, and so does the code of it that runs.
  bool startsEarly(const KernelEntry& kernel);
  friend class GpuGraph;
  friend class GpuInterop;

  GpuContext& m_context;
  gpuStream m_handle;
  bool m_capturing = false;
  std::unordered_map<const void*, bool> m_waitsByItself;  ///< of kernels that say so, by their function
  std::string m_lastWork;                                 ///< for the message when the device faults
  std::unique_ptr<EventTimer> m_timer;
};

template <class Function>
Result<void> GpuStream::start(const char* function, std::string_view tried, DeviceWork work, Function&& invoke) {
  if (m_capturing) return call(m_context.observer, function, tried, invoke);
  m_lastWork = work.name;
  m_context.running.began(number(), work.name);
  if (!m_timer) return call(nullptr, function, tried, invoke);
  work.stream = number();
  work.token = m_context.observer->apiBegin(ApiDomain::Runtime, function);
  m_timer->begin(work);
  const gpuError error = invoke();
  m_timer->end();
  m_context.observer->apiEnd(ApiDomain::Runtime);
  if (error == kSuccess) return {};
  return makeError(error, function, tried);
}

}  // namespace strata::gpu
