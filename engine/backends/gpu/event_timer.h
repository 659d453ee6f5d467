#pragma once

#include <deque>
#include <memory>
#include <string>

#include "engine/backends/gpu/gpu_api.h"
#include "engine/backends/gpu/gpu_context.h"
#include "engine/base/time.h"

namespace strata::gpu {

/// Times the work of one stream by events, for where no profiler tells: an event before and after each kernel and copy,
/// related to host time by one reference event whose moment was bracketed. Reports through DeviceObserver::workDone.
class EventTimer {
 public:
  EventTimer(GpuContext& context, gpuStream stream);
  ~EventTimer();
  EventTimer(const EventTimer&) = delete;
  EventTimer& operator=(const EventTimer&) = delete;

  void begin(const DeviceWork& work);
  void end();
  /// Reports all work that has ended; call it now and then, and after a synchronize.
  void report();

 private:
  struct Timed {
    DeviceWork work;
    std::string name;
    gpuEvent start{}, stop{};
  };
  gpuEvent takeEvent();
  /// Relates the stream's clock to the host's; waits for the stream, so only where it is idle.
  void takeReference();
  void tell(Timed& timed);

  GpuContext& m_context;
  gpuStream m_stream;
  gpuEvent m_reference{};
  HostTime m_referenceTime;
  std::deque<Timed> m_pending;
  std::deque<gpuEvent> m_free;
};

}  // namespace strata::gpu
