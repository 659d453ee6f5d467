#pragma once

#include <memory>

#include "engine/device/device.h"

namespace strata::inline workloads {

/// Says when on the host's clock a stream reached an event: by one event whose time was narrowed down from both sides.
class DeviceClock {
 public:
  /// Waits for the stream several times.
  static Result<DeviceClock> calibrate(Device& device, Stream& stream);
  /// Of a resolved event of the same device.
  Result<HostTime> timeOf(Event& event);
  Duration error() const { return m_error; }
  HostTime calibrated() const { return m_zeroTime; }

 private:
  std::unique_ptr<Event> m_zero;
  HostTime m_zeroTime;
  Duration m_error;
};

}  // namespace strata::inline workloads
