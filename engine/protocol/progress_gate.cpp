#include "engine/protocol/progress_gate.h"

#include <utility>

namespace strata::inline protocol {

namespace {

constexpr Duration kPeriod{50'000'000}, kLongest{1'000'000'000};

}  // namespace

ProgressGate::ProgressGate(std::function<void(const Answer&)> send) : m_send(std::move(send)) {}

void ProgressGate::sendIfDue() {
  const HostTime now = hostNow();
  if (!m_waiting || now - m_lastSent < kPeriod) return;
  m_lastSent = now;
  m_send(*m_waiting);
  m_waiting.reset();
}

void ProgressGate::offer(Answer answer) {
  const Lock lock(m_mutex);
  m_newest = answer;
  m_waiting = std::move(answer);
  sendIfDue();
}

void ProgressGate::again() {
  const Lock lock(m_mutex);
  if (m_newest && hostNow() - m_lastSent > kLongest) m_waiting = m_newest;
}

std::string ProgressGate::newest() {
  const Lock lock(m_mutex);
  return m_newest ? m_newest->message : std::string{};
}

void ProgressGate::tick() {
  const Lock lock(m_mutex);
  sendIfDue();
}

void ProgressGate::close() {
  const Lock lock(m_mutex);
  m_waiting.reset();
  m_newest.reset();
  m_lastSent = {};
}

}  // namespace strata::inline protocol
