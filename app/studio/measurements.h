#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "engine/trace/trace_snapshot.h"

namespace strata::inline studio {

class MainWindow;

/// What `--measure` prints: how the window kept up, measured from its making to its end.
class Measurements : public QObject {
  Q_OBJECT
 public:
  explicit Measurements(MainWindow& window);

  /// Watches what doing nothing costs for some seconds, prints all figures, and calls `done`.
  void finish(const std::function<void()>& done);

 private:
  void frameShown();
  void noteLatencies(const TraceSnapshot& snapshot);
  void noteTurn();
  void print(double idleMs) const;

  MainWindow& m_window;
  QTimer m_turns;  ///< while something is measured
  QElapsedTimer m_sinceTurn;
  double m_longestTurnMs = 0;
  std::optional<double> m_firstFrameMs;  ///< since the process began
  std::shared_ptr<const TraceSnapshot> m_shown;
  std::vector<std::vector<std::size_t>> m_seen;  ///< events of each row of each track that were drawn before
  std::vector<double> m_latenciesMs;             ///< from an event's end to the end of the frame that drew it
};

}  // namespace strata::inline studio
