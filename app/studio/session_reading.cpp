#include "app/studio/session_reading.h"

#include <QThread>
#include <algorithm>

namespace strata::inline studio {

SessionReading::SessionReading(const Make& make, std::vector<std::string> paths, QObject* parent,
                               std::shared_future<void> after)
    : QObject(parent),
      m_session(make([this](std::uint64_t bytes, std::uint64_t of) {
        m_share = static_cast<double>(bytes) / static_cast<double>(std::max<std::uint64_t>(of, 1));
        return m_wanted.load();
      })),
      m_paths(std::move(paths)),
      m_thread(QThread::create([this, after = std::move(after)] {
        if (after.valid()) after.wait();
        m_result = m_session->open(m_paths);
      })) {
  connect(m_thread.get(), &QThread::finished, this, &SessionReading::done);
  m_thread->start();
}

SessionReading::~SessionReading() {
  m_wanted = false;
  m_thread->wait();
}

void SessionReading::abandon() {
  m_wanted = false;
  disconnect(this, &SessionReading::done, nullptr, nullptr);
  connect(m_thread.get(), &QThread::finished, this, &QObject::deleteLater);
  if (m_thread->isFinished()) deleteLater();
}

Result<std::unique_ptr<Session>> SessionReading::take() {
  if (!m_result->ok()) return m_result->error();
  return std::move(m_session);
}

}  // namespace strata::inline studio
