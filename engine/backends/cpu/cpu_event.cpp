#include "engine/backends/cpu/cpu_event.h"

#include "engine/backends/cpu/api_call.h"
#include "engine/device/device_checks.h"

namespace strata::cpu {

std::uint64_t EventState::ask() {
  const Lock lock(m_mutex);
  return ++m_asked;
}

std::uint64_t EventState::asked() const {
  const Lock lock(m_mutex);
  return m_asked;
}

void EventState::resolve(std::uint64_t number) {
  {
    const Lock lock(m_mutex);
    if (number > m_resolved) {
      m_resolved = number;
      m_time = hostNow();
    }
  }
  m_doorbell.ring(nullptr);
}

void EventState::await(std::uint64_t number, DeviceObserver* observer) {
  m_doorbell.waitUntil([&] { return resolved(number); }, observer);
}

bool EventState::resolved(std::uint64_t number) const {
  const Lock lock(m_mutex);
  return m_resolved >= number;
}

HostTime EventState::time() const {
  const Lock lock(m_mutex);
  return m_time;
}

CpuEvent::~CpuEvent() {
  ApiCall call(m_core->observer, ApiDomain::Runtime, "strataEventDestroy");
}

Event::State CpuEvent::poll() {
  const std::uint64_t asked = m_state->asked();
  if (asked == 0) return State::NotRecorded;
  return m_state->resolved(asked) ? State::Resolved : State::Pending;
}

Result<void> CpuEvent::synchronize() {
  ApiCall call(m_core->observer, ApiDomain::Runtime, "strataEventSynchronize");
  m_state->await(m_state->asked(), m_core->observer);
  return m_core->whole();
}

Result<Duration> CpuEvent::since(Event& start) {
  STRATA_ASSIGN(CpuEvent* const begin, ownEvent<CpuEvent>(start));
  if (start.poll() != State::Resolved || poll() != State::Resolved) return eventsNotReached();
  return m_state->time() - begin->m_state->time();
}

std::optional<HostTime> CpuEvent::hostTime() {
  return poll() == State::Resolved ? std::optional(m_state->time()) : std::nullopt;
}

}  // namespace strata::cpu
