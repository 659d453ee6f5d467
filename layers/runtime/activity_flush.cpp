#include "layers/runtime/activity_flush.h"

#include <utility>

namespace strata::inline runtime {
namespace {

constexpr Duration kPeriod{50'000'000};

}  // namespace

ActivityFlush::ActivityFlush(TraceRecorder& recorder, std::string name, std::function<void()> work)
    : m_work(std::move(work)) {
  m_thread = std::thread([this, &recorder, name = std::move(name)] {
    recorder.nameThread(name);
    run();
  });
}

ActivityFlush::~ActivityFlush() {
  {
    const Lock lock(m_mutex);
    m_stopping = true;
  }
  m_wake.notifyAll();
  m_thread.join();
}

void ActivityFlush::run() {
  Lock lock(m_mutex);
  for (;;) {
    const HostTime next = hostNow() + kPeriod;
    while (!m_stopping && m_wake.waitUntil(lock, next)) continue;
    if (m_stopping) return;
    lock.unlock();
    m_work();
    lock.lock();
  }
}

}  // namespace strata::inline runtime
