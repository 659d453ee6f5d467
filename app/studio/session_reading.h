#pragma once

#include <QObject>
#include <memory>
#include <optional>
#include <string>

#include "app/session/session.h"

class QThread;

namespace strata {

/// Reads a file into a session, on a thread of its own so that the window stays alive.
class SessionReading : public QObject {
  Q_OBJECT
 public:
  SessionReading(std::unique_ptr<Session> session, std::string path, QObject* parent);
  ~SessionReading() override;  ///< waits for the thread

  const std::string& path() const { return m_path; }
  /// Nobody wants it any more: done() will not come, and this object goes when the thread has ended.
  void abandon();
  /// After done(): the session, or why there is none.
  Result<std::unique_ptr<Session>> take();

 signals:
  void done();

 private:
  std::unique_ptr<Session> m_session;
  std::string m_path;
  std::optional<Result<void>> m_result;
  std::unique_ptr<QThread> m_thread;
};

}  // namespace strata
