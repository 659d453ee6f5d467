#pragma once

#include <optional>
#include <span>
#include <string>

#include "app/facts/device_use.h"

namespace strata::inline facts {

/// What the host did in a gap, and for which part of it: no part where that is not told.
struct HostPart {
  std::string what;
  std::optional<double> part = {};
  std::string words() const;  ///< "cudaMalloc · 82 %", "in no recorded event · 96 %"
};
HostPart hostPart(const TraceSnapshot& snapshot, const DeviceGap& gap);

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
