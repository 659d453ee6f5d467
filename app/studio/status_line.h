#pragma once

#include <QFrame>

class QLabel;

namespace strata {

class StudioSession;

/// The line at the bottom: agent, session, events, what recording costs, the last message.
class StatusLine : public QFrame {
  Q_OBJECT
 public:
  explicit StatusLine(QWidget* parent = nullptr);
  void setSession(const StudioSession& session);
  void setMessage(const QString& message);
  QString text() const;

 private:
  QLabel *m_agent, *m_file, *m_events, *m_cost, *m_message;
};

}  // namespace strata
