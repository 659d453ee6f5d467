#include "layers/workloads/frames/device_clock.h"

#include <cstdlib>
#include <utility>

#include "engine/device/device_checks.h"

namespace strata::inline workloads {

Result<DeviceClock> DeviceClock::calibrate(Device& device, Stream& stream, Now now) {
  constexpr int kTries = 8;
  DeviceClock best;
  best.m_now = std::move(now);
  STRATA_TRY(stream.synchronize());
  for (int i = 0; i < kTries; ++i) {
    STRATA_ASSIGN(std::unique_ptr<Event> event, device.createEvent());
    const HostTime before = best.m_now();
    STRATA_TRY(stream.record(*event));
    STRATA_TRY(event->synchronize());
    const HostTime after = best.m_now();
    if (event->hostTime()) return best;
    const Duration half{((after - before).ns + 1) / 2};
    if (best.m_zero && half >= best.m_error) continue;
    best.m_zero = std::move(event);
    best.m_zeroTime = before + half;
    best.m_error = half;
  }
  best.m_tried = best.m_now();
  return best;
}

Result<void> DeviceClock::renew(Device& device, Stream& stream) {
  constexpr Duration kPeriod{1'000'000'000};
  if (!m_zero || m_now() - m_tried < kPeriod) return {};
  STRATA_ASSIGN(DeviceClock fresh, calibrate(device, stream, m_now));
  m_tried = fresh.m_tried;
  if (fresh.m_error < errorAt(m_tried)) *this = std::move(fresh);
  return {};
}

Duration DeviceClock::errorAt(HostTime time) const {
  constexpr std::int64_t kBillion = 1'000'000'000;
  const std::int64_t age = std::abs((time - m_zeroTime).ns);
  return m_error + Duration{age / kBillion * kDrift + age % kBillion * kDrift / kBillion};
}

Result<DeviceClock::Moment> DeviceClock::timeOf(Event& event) const {
  if (const auto time = event.hostTime()) return Moment{*time, {}};
  if (!m_zero) return eventsNotReached();
  STRATA_ASSIGN(const Duration since, event.since(*m_zero));
  const HostTime time = m_zeroTime + since;
  return Moment{time, errorAt(time)};
}

}  // namespace strata::inline workloads
