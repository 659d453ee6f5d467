#pragma once

#include <optional>

#include "app/views/timeline/timeline_layout.h"
#include "engine/base/time.h"

namespace strata::inline studio {

/// What is shown of a run that is over: all of it, or, where more than a second passed before its measured part, and
/// more than in it, as when roofs were measured first, from that part on.
TimeRange shownOfRun(TimeRange run, const std::optional<TimeRange>& measured);

/// Which part of a session the timeline shows: zoom, pan, follow. Plain numbers, no window.
class TimelineController {
 public:
  static constexpr Duration kMinSpan{100};               ///< one tenth of a microsecond across the whole plot
  static constexpr Duration kFollowSpan{5'000'000'000};  ///< at most so much of a run is shown while it goes on

  /// What the session holds, and the part of it that matters now (the newest run). While following, the range moves
  /// along with a run that goes on, and shows all of one that is done.
  void setContent(TimeRange all, TimeRange newest, bool running);
  TimeRange all() const { return m_all; }
  TimeRange range() const { return m_range; }

  /// True until the user zooms or pans: then the range stays where it was put, until follow().
  bool following() const { return m_following; }
  void follow();
  /// Stays where it is, as after a zoom by hand.
  void hold() { m_following = false; }

  /// `factor` below 1 zooms in; the time `anchor` stays where it is on the screen.
  void zoom(HostTime anchor, double factor);
  /// Moves by a share of what is shown; positive is later.
  void pan(double share);
  /// Shows `part` with a little air around it.
  void show(TimeRange part);
  /// Shows `range` itself, as it was shown before.
  void showExactly(TimeRange range) { set(range); }
  /// `part` of the newest run, else all of it; when that is what is shown, everything.
  void fit(std::optional<TimeRange> part = std::nullopt);
  /// Moves, without zooming, until `part` can be seen; zooms out if it is longer than what is shown.
  void reveal(TimeRange part);

  /// As ViewState::scroll: all groups are fitted in until somebody scrolls.
  float scroll() const { return m_scroll; }
  void scrollBy(float pixels, float contentHeight, float visibleHeight);

 private:
  void set(TimeRange range);
  TimeRange followed() const;

  TimeRange m_all, m_newest, m_range;
  float m_scroll = kGroupsFitted;
  bool m_running = false, m_following = true;
};

}  // namespace strata::inline studio
