#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <memory>
#include <span>

#include "engine/trace/trace_snapshot.h"

namespace strata::inline studio {

/// Shows a finished session again, as slowly as wanted: at each moment what had happened until then.
class Replay : public QObject {
  Q_OBJECT
 public:
  /// What can be asked for: how much of the session each second shows.
  static std::span<const Duration> speeds();

  explicit Replay(QObject* parent = nullptr);

  /// Begins at the start of `range` and stops at its end; the session must be finished.
  void start(std::shared_ptr<const TraceSnapshot> session, TimeRange range);
  void leave();  ///< back to the whole session
  bool active() const { return m_session != nullptr; }

  void play();
  void pause();
  bool playing() const { return m_tick.isActive(); }
  /// To the next (1) or previous (-1) begin or end of any event; pauses.
  void step(int by);
  void moveTo(HostTime time);
  /// Nothing: as fits the range.
  void setSpeed(std::optional<Duration> perSecond);
  Duration speed() const;  ///< how much of the session each second shows

  HostTime now() const { return m_now; }
  TimeRange range() const { return m_range; }
  /// The session as it was at now().
  const std::shared_ptr<const TraceSnapshot>& snapshot() const { return m_seen; }

 signals:
  void moved();    ///< now() is another time
  void changed();  ///< started, left, played, paused, quicker, slower

 private:
  void advance();
  void playFromHere();

  std::shared_ptr<const TraceSnapshot> m_session, m_seen;
  TimeRange m_range;
  HostTime m_now, m_playedFrom;
  std::optional<Duration> m_speed;
  QTimer m_tick;
  QElapsedTimer m_clock;  ///< since it was at m_playedFrom
};

/// The nearest begin or end of an event after (1) or before (-1) `time`; nothing if there is none. What was cut off
/// ends where it was seen last. Counters do not count.
std::optional<HostTime> nextMoment(const TraceSnapshot& snapshot, HostTime time, int by);

/// Where slow motion of a range begins: where nothing runs at its begin, with the first moment in it.
HostTime firstToBeSeen(const TraceSnapshot& session, TimeRange range);

}  // namespace strata::inline studio
