#include "layers/hardware/work_queues.h"

namespace strata::inline hardware {

WorkQueues::WorkQueues(TraceRecorder& recorder, std::string name, TrackKind kind, std::uint32_t number)
    : m_recorder(recorder), m_name(std::move(name)), m_kind(kind), m_number(number) {}

int WorkQueues::acquire() {
  for (std::size_t slot = 0; slot < m_slots.size(); ++slot) {
    if (m_slots[slot].taken.exchange(true, std::memory_order_acquire)) continue;
    if (queue(static_cast<int>(slot)) == QueueId::None) make(slot);
    return static_cast<int>(slot);
  }
  return kNone;
}

void WorkQueues::release(int slot) {
  m_slots[static_cast<std::size_t>(slot)].taken.store(false, std::memory_order_release);
}

WorkQueues::KnownKernel& WorkQueues::known(int slot, const DeviceWork& work) {
  constexpr std::size_t kPlaces = 64;
  std::vector<KnownKernel>& places = m_slots[static_cast<std::size_t>(slot)].known;
  places.resize(kPlaces);
  const LaunchShape& shape = work.shape;
  std::size_t hash = std::hash<const char*>()(work.name.data()) / 8;
  for (const std::uint32_t size : {shape.grid.x, shape.grid.y, shape.block.x}) hash = hash * 31 + size;
  return places[hash % kPlaces];
}

void WorkQueues::make(std::size_t slot) {
  const std::string name = slot == 0 ? m_name : m_name + " " + std::to_string(slot + 1);
  m_slots[slot].queue.store(m_recorder.addQueue(name, m_kind, m_number), std::memory_order_release);
}

}  // namespace strata::inline hardware
