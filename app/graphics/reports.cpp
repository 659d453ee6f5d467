#include "app/graphics/reports.h"

#include <algorithm>

namespace strata::inline graphics {

void Reports::shown(std::uint64_t frame, HostTime when) {
  m_newestShown = std::max(m_newestShown, frame);
  for (FrameReport& report : m_waiting)
    if (report.frame == frame && report.shown.ns == 0) report.shown = when;
}

void Reports::tell(ControlPage& page, bool watched) {
  constexpr Duration kPatience{250'000'000};
  const HostTime now = hostNow();
  while (!m_waiting.empty()) {
    FrameReport& oldest = m_waiting.front();
    const bool open = watched && oldest.frame > m_newestShown;
    if (open && now - oldest.draw.end < kPatience) return;
    oldest.unseen = open ? 1 : 0;
    page->reports.push(oldest);
    m_waiting.pop_front();
  }
}

}  // namespace strata::inline graphics
