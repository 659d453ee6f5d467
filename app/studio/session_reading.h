#pragma once

#include <QObject>
#include <atomic>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/session/session.h"

class QThread;

namespace strata::inline studio {

/// Reads a file, or those of several ranks, into a session, on a thread of its own so that the window stays alive.
class SessionReading : public QObject {
  Q_OBJECT
 public:
  /// SessionOptions::opening.
  using Opening = std::function<bool(std::uint64_t bytes, std::uint64_t of)>;
  /// `make` makes the session with the function that is told how far it is.
  using Make = std::function<std::unique_ptr<Session>(Opening)>;
  /// Begins when `after` is there, if it is valid.
  SessionReading(const Make& make, std::vector<std::string> paths, QObject* parent,
                 std::shared_future<void> after = {});
  ~SessionReading() override;  ///< waits for the thread

  const std::vector<std::string>& paths() const { return m_paths; }
  /// Nobody wants it any more: done() will not come, and this object goes when the thread has ended.
  void abandon();
  double share() const { return m_share; }  ///< of the file that is read, 0 … 1
  /// After done(): the session, or why there is none.
  Result<std::unique_ptr<Session>> take();

 signals:
  void done();

 private:
  std::atomic<bool> m_wanted = true;
  std::atomic<double> m_share = 0;
  std::unique_ptr<Session> m_session;
  std::vector<std::string> m_paths;
  std::optional<Result<void>> m_result;
  std::unique_ptr<QThread> m_thread;
};

}  // namespace strata::inline studio
