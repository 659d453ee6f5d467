#pragma once

#include <deque>

#include "app/graphics/frame_exchange.h"

namespace strata::inline graphics {

/// Reports that wait until a window has shown their frame, in order, each for a quarter of a second at most; then they
/// say that nobody has seen whether it did.
class Reports {
 public:
  void add(const FrameReport& report) { m_waiting.push_back(report); }
  /// The frame was on a window at that time; those before it never will be.
  void shown(std::uint64_t frame, HostTime when);
  /// Tells the agent what is decided; everything where no window watches.
  void tell(ControlPage& page, bool watched);

 private:
  std::deque<FrameReport> m_waiting;
  std::uint64_t m_newestShown = 0;
};

}  // namespace strata::inline graphics
