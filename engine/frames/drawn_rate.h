#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <utility>

#include "engine/base/time.h"

namespace strata::inline frames {

/// How many frames a second were drawn, by the ends of drawing, without the time in which nobody asked for one.
class DrawnRate {
 public:
  /// Told before the frame, or any behind it, is drawn.
  void breakBefore(std::uint64_t frame) { m_breaks.push_back(frame); }
  /// In the order in which they were drawn. How long after the one before; none: it is the first, or behind a break.
  std::optional<Duration> drawn(std::uint64_t frame, HostTime end) {
    bool apart = m_last.ns == 0;
    for (; !m_breaks.empty() && m_breaks.front() <= frame; m_breaks.pop_front()) apart = true;
    const Duration after = end - std::exchange(m_last, end);
    if (apart || after.ns <= 0) return std::nullopt;
    ++m_drawn;
    m_took += after;
    return after;
  }
  /// None: no two were drawn without a break between them.
  std::optional<double> perSecond() const {
    return m_drawn == 0 ? std::nullopt : std::optional(static_cast<double>(m_drawn) / m_took.seconds());
  }

 private:
  std::deque<std::uint64_t> m_breaks;  ///< frames before which there is one, of those that no drawn one has reached
  HostTime m_last;
  std::uint64_t m_drawn = 0;
  Duration m_took;
};

}  // namespace strata::inline frames
