#include "app/facts/gap_facts.h"

#include <algorithm>
#include <cstdint>

#include "app/canvas/format.h"
#include "app/facts/short_name.h"
#include "app/words/messages.h"

namespace strata::inline facts {

bool mostlyUnrecorded(const DeviceGap& gap) {
  return gap.unrecorded > gap.hostSelf;
}

std::string HostPart::words() const {
  return part ? fillText(Msg::DeviceGapHostOf, {what, formatPercent(*part)}) : what;
}

HostPart hostPart(const TraceSnapshot& snapshot, const DeviceGap& gap) {
  const auto partOfGap = [&](Duration part) {
    const std::int64_t whole = gap.range.length().ns;
    return whole == 0 ? 0 : static_cast<double>(part.ns) / static_cast<double>(whole);
  };
  if (!gap.after) return {std::string(text(Msg::DeviceGapLast))};
  if (mostlyUnrecorded(gap)) return {std::string(text(Msg::DeviceGapUnrecorded)), partOfGap(gap.unrecorded)};
  if (!gap.host) return {std::string(text(Msg::DeviceGapUnknown))};
  return {shortName(snapshot.name(snapshot.event(*gap.host).name)), partOfGap(gap.hostSelf)};
}

GapBegins::GapBegins(std::span<const DeviceGap> gaps, HostTime origin) : m_origin(origin), m_resolution{INT64_MAX} {
  constexpr std::int64_t kSteps = 100'000;
  for (const DeviceGap& gap : gaps) {
    m_latest = std::max(m_latest, gap.range.begin - m_origin);
    m_resolution = std::min(m_resolution, gap.range.length());
  }
  m_resolution = std::max(m_resolution, Duration{m_latest.ns / kSteps});
}

std::string GapBegins::of(const DeviceGap& gap) const {
  return formatTimePoint(gap.range.begin - m_origin, m_resolution, m_latest);
}

std::string GapBegins::widest() const {
  return formatTimePoint(m_latest, m_resolution, m_latest);
}

}  // namespace strata::inline facts
