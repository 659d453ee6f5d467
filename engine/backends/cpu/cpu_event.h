#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "engine/backends/cpu/cpu_core.h"
#include "engine/backends/cpu/doorbell.h"
#include "engine/base/mutex.h"
#include "engine/device/device.h"

namespace strata::cpu {

/// What an event and the streams that record it and wait for it share. Recordings are numbered from 1.
/// Any thread.
class EventState {
 public:
  std::uint64_t ask();                 ///< host: a recording is on its way; returns its number
  std::uint64_t asked() const;         ///< the last one's number, 0: never recorded
  void resolve(std::uint64_t number);  ///< stream: the recording was reached now
  /// Returns when that recording was reached.
  void await(std::uint64_t number, DeviceObserver* observer = nullptr);
  bool resolved(std::uint64_t number) const;
  HostTime time() const;  ///< of the last recording reached

 private:
  mutable Mutex m_mutex;
  std::uint64_t m_asked STRATA_GUARDED_BY(m_mutex) = 0;
  std::uint64_t m_resolved STRATA_GUARDED_BY(m_mutex) = 0;
  HostTime m_time STRATA_GUARDED_BY(m_mutex);
  Doorbell m_doorbell;
};

class CpuEvent final : public Event {
 public:
  explicit CpuEvent(std::shared_ptr<CpuCore> core) : m_core(std::move(core)) {}
  ~CpuEvent() override;
  State poll() override;
  Result<void> synchronize() override;
  Result<Duration> since(Event& start) override;
  std::optional<HostTime> hostTime() override;
  const std::shared_ptr<EventState>& state() const { return m_state; }

 private:
  std::shared_ptr<CpuCore> m_core;
  std::shared_ptr<EventState> m_state = std::make_shared<EventState>();
};

}  // namespace strata::cpu
