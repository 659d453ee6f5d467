#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace strata::inline studio {

/// Beats while something on the screen moves by itself: 30 times a second where a picture is quickly drawn, and where
/// it is not, so seldom that most of the time is left to what is being watched.
class Pulse : public QObject {
  Q_OBJECT
 public:
  explicit Pulse(QObject* parent = nullptr);

  void setActive(bool active);
  /// The picture of the last beat is on the screen.
  void shown();
  /// Between the moment a picture is shown and the next beat, when that picture took so long, in milliseconds.
  static int pauseMs(qint64 tookMs);

 signals:
  void beat();

 private:
  void next();

  QTimer m_timer;
  QElapsedTimer m_drawing;  ///< since the beat; invalid once that is shown
};

}  // namespace strata::inline studio
