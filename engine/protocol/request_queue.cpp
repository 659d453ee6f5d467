#include "engine/protocol/request_queue.h"

#include <algorithm>
#include <utility>

namespace strata::inline protocol {

std::vector<std::uint64_t> RequestQueue::removeWaiting(const auto& condition) {
  std::vector<std::uint64_t> removed;
  std::erase_if(m_waiting, [&](const Request& request) {
    if (!condition(request)) return false;
    removed.push_back(request.id);
    return true;
  });
  return removed;
}

RequestQueue::Pushed RequestQueue::push(Request request) {
  const Lock lock(m_mutex);
  const bool inUse = request.id == m_runningId ||
                     std::ranges::any_of(m_waiting, [&](const Request& waiting) { return waiting.id == request.id; });
  if (inUse || m_closed) return {};
  Pushed pushed{true, {}};
  if (!request.tag.empty())
    pushed.replaced = removeWaiting([&](const Request& waiting) { return waiting.tag == request.tag; });
  m_waiting.push_back(std::move(request));
  m_changed.notifyOne();
  return pushed;
}

std::optional<RequestQueue::Running> RequestQueue::pop() {
  Lock lock(m_mutex);
  while (!m_closed && m_waiting.empty()) m_changed.wait(lock);
  if (m_waiting.empty()) return std::nullopt;
  m_runningStop = std::stop_source();
  Running running{std::move(m_waiting.front()), m_runningStop.get_token()};
  m_waiting.pop_front();
  m_runningId = running.request.id;
  return running;
}

void RequestQueue::finished() {
  const Lock lock(m_mutex);
  m_runningId = 0;
}

std::vector<std::uint64_t> RequestQueue::stop(std::uint64_t id) {
  std::stop_source running(std::nostopstate);
  std::vector<std::uint64_t> removed;
  {
    const Lock lock(m_mutex);
    removed = removeWaiting([&](const Request& waiting) { return id == 0 || waiting.id == id; });
    if (m_runningId != 0 && (id == 0 || id == m_runningId)) running = m_runningStop;
  }
  running.request_stop();
  return removed;
}

void RequestQueue::close() {
  const Lock lock(m_mutex);
  m_closed = true;
  m_changed.notifyAll();
}

}  // namespace strata::inline protocol
