#include "app/session/arrivals.h"

#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <utility>

namespace strata::inline session {
namespace {

constexpr std::size_t kMostUnread = std::size_t{64} << 20;
constexpr std::size_t kMostSpare = 8;
constexpr int kYieldingNice = 10;

void giveWay() {
  setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), kYieldingNice);  // of a thread, in spite of its name
}

}  // namespace

Arrivals::Arrivals(AgentProcess::Handlers read, Pace pace)
    : m_read(std::move(read)), m_thread([this, pace] {
        pthread_setname_np(pthread_self(), "strata reader");
        if (pace == Pace::Yielding) giveWay();
        readAll();
      }) {}

Arrivals::~Arrivals() {
  {
    const Lock lock(m_mutex);
    m_stop = true;
  }
  m_changed.notifyAll();
  m_thread.join();
}

AgentProcess::Handlers Arrivals::intake() {
  return {[this](std::span<const std::byte> bytes) { take(bytes); },
          [this](const AgentProcess::Exit& exit) { take(exit); }};
}

bool Arrivals::allRead() const {
  const Lock lock(m_mutex);
  return m_unreadBytes == 0;
}

void Arrivals::take(std::span<const std::byte> bytes) {
  Piece piece;
  {
    Lock lock(m_mutex);
    while (m_unreadBytes >= kMostUnread) m_changed.wait(lock);
    if (!m_spare.empty()) {
      piece = std::move(m_spare.back());
      m_spare.pop_back();
    }
  }
  piece.assign(bytes.begin(), bytes.end());
  {
    const Lock lock(m_mutex);
    m_unreadBytes += piece.size();
    m_unread.push_back(std::move(piece));
  }
  m_changed.notifyAll();
}

void Arrivals::take(const AgentProcess::Exit& exit) {
  Lock lock(m_mutex);
  m_exit = exit;
  m_changed.notifyAll();
  while (m_exit) m_changed.wait(lock);
}

void Arrivals::readAll() {
  Lock lock(m_mutex);
  for (;;) {
    while (!m_stop && !m_exit && m_unread.empty()) m_changed.wait(lock);
    if (!m_unread.empty()) {
      Piece piece = std::move(m_unread.front());
      m_unread.pop_front();
      lock.unlock();
      m_read.output(piece);
      lock.lock();
      m_unreadBytes -= piece.size();
      if (m_spare.size() < kMostSpare) m_spare.push_back(std::move(piece));
    } else if (m_exit) {
      const AgentProcess::Exit exit = *m_exit;
      lock.unlock();
      m_read.exited(exit);
      lock.lock();
      m_exit.reset();
    } else {
      return;
    }
    m_changed.notifyAll();
  }
}

}  // namespace strata::inline session
