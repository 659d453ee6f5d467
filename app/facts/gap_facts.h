#pragma once

#include <optional>
#include <span>
#include <string>

#include "app/facts/device_use.h"

namespace strata::inline facts {

/// What the host did in a gap, in words, and for what share of it, where that is told.
struct GapHost {
  std::string what;
  std::optional<double> share = {};
};
GapHost gapHost(const TraceSnapshot& snapshot, const DeviceGap& gap);

/// Whether the thread that launched what ended the gap was in no recorded event for most of what is known of it.
bool mostlyUnrecorded(const DeviceGap& gap);

/// The times at which gaps begin, in one unit and with as many digits each.
class GapBegins {
 public:
  GapBegins(std::span<const DeviceGap> gaps, HostTime origin);
  std::string of(const DeviceGap& gap) const;
  std::string widest() const;

 private:
  HostTime m_origin;
  Duration m_latest, m_resolution;
};

}  // namespace strata::inline facts
