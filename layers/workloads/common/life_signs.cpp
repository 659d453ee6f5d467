#include "layers/workloads/common/life_signs.h"

#include <algorithm>
#include <utility>

namespace strata::inline workloads {
namespace {

constexpr Duration kPeriod{100'000'000};

}  // namespace

std::optional<LifeSigns::Work> LifeSigns::tellOf(std::optional<Work> work) {
  if (work && !m_thread.joinable()) m_thread = std::jthread([this](const std::stop_token& end) { serve(end); });
  const Lock lock(m_mutex);
  m_next = hostNow() + kPeriod;
  m_changed.notifyAll();
  return std::exchange(m_work, work);
}

void LifeSigns::serve(const std::stop_token& end) {
  Lock lock(m_mutex);
  while (!end.stop_requested()) {
    const HostTime now = hostNow();
    if (!m_work) {
      m_changed.wait(lock, end);
    } else if (now < m_next) {
      m_changed.waitUntil(lock, m_next, end);
    } else if (const Duration passed = now - m_work->begin; passed >= m_work->patience) {
      m_work.reset();
    } else {
      m_tell(std::min(0.99, passed.seconds() / m_work->expected.seconds()));
      m_next = now + kPeriod;
    }
  }
}

}  // namespace strata::inline workloads
