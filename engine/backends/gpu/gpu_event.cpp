#include "engine/backends/gpu/gpu_event.h"

#include <cmath>

#include "engine/backends/gpu/gpu_error.h"
#include "engine/device/device_checks.h"

namespace strata::gpu {

Result<std::unique_ptr<GpuEvent>> GpuEvent::create(GpuContext& context) {
  gpuEvent handle{};
  STRATA_TRY(call(context.observer, STRATA_GPU_NAME(EventCreate), "Creating an event",
                  [&] { return gpuEventCreate(&handle); }));
  return std::unique_ptr<GpuEvent>(new GpuEvent(context, handle));
}

GpuEvent::~GpuEvent() {
  (void)call(m_context.observer, STRATA_GPU_NAME(EventDestroy), "Destroying an event",
             [&] { return gpuEventDestroy(m_handle); });
}

Event::State GpuEvent::poll() {
  if (!m_recorded) return State::NotRecorded;
  return gpuEventQuery(m_handle) == kNotReady ? State::Pending : State::Resolved;
}

Result<void> GpuEvent::synchronize() {
  return call(m_context.observer, STRATA_GPU_NAME(EventSynchronize), "Waiting for an event",
              [&] { return gpuEventSynchronize(m_handle); });
}

Result<Duration> GpuEvent::since(Event& start) {
  STRATA_ASSIGN(GpuEvent* const begin, ownEvent<GpuEvent>(start));
  if (!begin->m_recorded || !m_recorded) return eventsNotReached();
  float milliseconds = 0;
  bool reached = true;
  STRATA_TRY(call(m_context.observer, STRATA_GPU_NAME(EventElapsedTime), "Reading the time between two events", [&] {
    const gpuError told = gpuEventElapsedTime(&milliseconds, begin->handle(), m_handle);
    reached = told != kNotReady;
    return reached ? told : kSuccess;
  }));
  if (!reached) return eventsNotReached();
  return Duration{std::llround(static_cast<double>(milliseconds) * 1e6)};
}

}  // namespace strata::gpu
