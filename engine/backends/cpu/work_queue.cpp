#include "engine/backends/cpu/work_queue.h"

namespace strata::cpu {

QueuedWork& WorkQueue::place(DeviceObserver* observer) {
  const std::uint64_t pushed = m_pushed.load(std::memory_order_relaxed);
  if (pushed >= kPlaces) {
    m_awaited = pushed - kPlaces + 1;
    m_doneBell.waitUntil([&] { return m_done.load() + kPlaces > pushed; }, observer);
  }
  return m_places[pushed % kPlaces];
}

void WorkQueue::push(DeviceObserver* observer) {
  m_pushed.store(m_pushed.load(std::memory_order_relaxed) + 1);
  m_work.ring(observer);
}

void WorkQueue::drain(DeviceObserver* observer) {
  m_awaited = m_pushed.load(std::memory_order_relaxed);
  m_doneBell.waitUntil([this] { return idle(); }, observer);
}

QueuedWork* WorkQueue::next() {
  const std::uint64_t done = m_done.load(std::memory_order_relaxed);
  m_work.waitUntil([&] { return m_pushed.load() > done || m_stop.load(); }, nullptr, m_patience);
  return m_pushed.load() > done ? &m_places[done % kPlaces] : nullptr;
}

void WorkQueue::done() {
  const std::uint64_t done = m_done.load(std::memory_order_relaxed) + 1;
  m_done.store(done);
  if (done >= m_awaited.load()) m_doneBell.ring(nullptr);
}

void WorkQueue::stop(DeviceObserver* observer) {
  m_stop = true;
  m_work.ring(observer);
}

}  // namespace strata::cpu
