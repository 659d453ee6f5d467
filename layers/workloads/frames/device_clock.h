#pragma once

#include <functional>
#include <memory>

#include "engine/device/device.h"

namespace strata::inline workloads {

/// Says when on the host's clock a stream reached an event. Where the device's clock is the host's, the event knows it;
/// elsewhere by one event whose time was narrowed down from both sides.
class DeviceClock {
 public:
  using Now = std::function<HostTime()>;
  /// What two quartzes are taken to drift apart, in billionths: each is within 50 millionths as they are sold.
  static constexpr std::int64_t kDrift = 100'000;

  /// Waits for the stream several times.
  static Result<DeviceClock> calibrate(Device& device, Stream& stream, Now now = hostNow);
  /// Once a second, calibrates anew and keeps what is the surer: what was known may have drifted, but a busy machine
  /// narrows down badly.
  Result<void> renew(Device& device, Stream& stream);

  struct Moment {
    HostTime time;
    Duration error;  ///< `time` is right within this
  };
  /// Of a resolved event of the same device.
  Result<Moment> timeOf(Event& event) const;

 private:
  Duration errorAt(HostTime time) const;

  Now m_now;
  std::unique_ptr<Event> m_zero;  ///< nullptr: the device's clock is the host's
  HostTime m_zeroTime, m_tried;
  Duration m_error;
};

}  // namespace strata::inline workloads
