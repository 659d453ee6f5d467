#include "layers/workloads/frames/device_clock.h"

namespace strata::inline workloads {

Result<DeviceClock> DeviceClock::calibrate(Device& device, Stream& stream) {
  constexpr int kTries = 8;
  DeviceClock best;
  STRATA_TRY(stream.synchronize());
  for (int i = 0; i < kTries; ++i) {
    STRATA_ASSIGN(std::unique_ptr<Event> event, device.createEvent());
    const HostTime before = hostNow();
    STRATA_TRY(stream.record(*event));
    STRATA_TRY(event->synchronize());
    const HostTime after = hostNow();
    const Duration half{(after - before).ns / 2};
    if (best.m_zero && half >= best.m_error) continue;
    best.m_zero = std::move(event);
    best.m_zeroTime = before + half;
    best.m_error = half;
  }
  return best;
}

Result<HostTime> DeviceClock::timeOf(Event& event) {
  STRATA_ASSIGN(const Duration since, event.since(*m_zero));
  return m_zeroTime + since;
}

}  // namespace strata::inline workloads
