#include "engine/device/stream_gate.h"

namespace strata::inline device {

void StreamGate::open() {
  {
    const Lock lock(m_mutex);
    m_open = true;
  }
  m_opened.notifyAll();
}

void StreamGate::pass() {
  const HostTime end = hostNow() + kPatience;
  Lock lock(m_mutex);
  while (!m_open && m_opened.waitUntil(lock, end)) {
  }
}

}  // namespace strata::inline device
