#pragma once

#include <QElapsedTimer>
#include <QFrame>

class QLabel;
class QTimer;

namespace strata::inline studio {

class StudioSession;

/// The line at the bottom: agent, session, events, what recording costs, the last message. Its texts change many times
/// a second during a run, so it places them itself: from a QLayout the whole window would be laid out anew each time.
class StatusLine : public QFrame {
  Q_OBJECT
 public:
  explicit StatusLine(QWidget* parent = nullptr);
  void setSession(const StudioSession& session);
  /// A screen reader is told it.
  void setMessage(const QString& message);
  /// News of what was done: a run's progress leaves it standing until it was read, and it goes when it is old.
  void announce(const QString& message);
  /// How long news stands; for tests.
  void setNewsMs(int ms) { m_newsMs = ms; }
  /// It may change many times a second: a screen reader has it when it asks.
  void setProgress(const QString& message);
  QString text() const;

 protected:
  bool event(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void arrange();
  void put(const QString& message);

  QLabel *m_agent, *m_file, *m_events, *m_cost, *m_message;
  QString m_said;             ///< the message, whole
  QElapsedTimer m_announced;  ///< not valid: what stands there may go
  QTimer* m_old;              ///< until what was announced is old
  int m_newsMs = 8000;
};

}  // namespace strata::inline studio
