#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "engine/trace/trace_recorder.h"

namespace strata::inline common {

/// The ids of names with static storage, found by their address without a lock. Any thread.
class StaticNames {
 public:
  explicit StaticNames(TraceRecorder& recorder) : m_recorder(recorder) {}

  NameId operator[](const char* name) {
    Slot& slot = m_slots[reinterpret_cast<std::uintptr_t>(name) / 8 % m_slots.size()];
    const char* owner = slot.name.load(std::memory_order_acquire);
    if (owner == name)
      if (const NameId id = slot.id.load(std::memory_order_acquire); id != NameId::None) return id;
    const NameId id = m_recorder.intern(name);
    if (owner == nullptr && slot.name.compare_exchange_strong(owner, name))
      slot.id.store(id, std::memory_order_release);
    return id;
  }

 private:
  struct Slot {
    std::atomic<const char*> name{nullptr};  ///< whose the slot is, for good
    std::atomic<NameId> id{NameId::None};
  };

  TraceRecorder& m_recorder;
  std::array<Slot, 128> m_slots;
};

}  // namespace strata::inline common
