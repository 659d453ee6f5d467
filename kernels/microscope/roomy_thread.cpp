#include "kernels/microscope/roomy_thread.h"

namespace strata::inline microscope {

void RoomyThread::run(const std::function<void()>& work) {
  const Lock turn(m_turn);
  if (!m_thread.joinable()) m_thread = std::jthread([this](const std::stop_token& end) { serve(end); });
  Lock lock(m_mutex);
  m_work = &work;
  m_changed.notifyAll();
  while (m_work) m_changed.wait(lock);
}

void RoomyThread::serve(const std::stop_token& end) {
  Lock lock(m_mutex);
  while (!end.stop_requested()) {
    if (m_work) {
      (*m_work)();
      m_work = nullptr;
      m_changed.notifyAll();
    }
    m_changed.wait(lock, end);
  }
}

}  // namespace strata::inline microscope
