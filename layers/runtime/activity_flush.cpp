#include "layers/runtime/activity_flush.h"

#include <chrono>
#include <utility>

namespace strata {
namespace {

constexpr auto kPeriod = std::chrono::milliseconds(50);

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
    const std::lock_guard lock(m_mutex);
    m_stopping = true;
  }
  m_wake.notify_all();
  m_thread.join();
}

void ActivityFlush::run() {
  std::unique_lock lock(m_mutex);
  while (!m_wake.wait_for(lock, kPeriod, [this] { return m_stopping; })) {
    lock.unlock();
    m_work();
    lock.lock();
  }
}

}  // namespace strata
