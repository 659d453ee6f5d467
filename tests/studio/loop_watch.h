#pragma once

#include <QElapsedTimer>
#include <QTimer>

namespace strata {

/// How long the event loop of this thread leaves its events waiting.
class LoopWatch {
 public:
  LoopWatch();
  /// The longest since the last call, in milliseconds.
  qint64 takeLongest();

 private:
  void beat();

  QTimer m_timer;
  QElapsedTimer m_sinceBeat;
  qint64 m_longest = 0;
};

}  // namespace strata
