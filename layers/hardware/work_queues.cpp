#include "layers/hardware/work_queues.h"

namespace strata::inline hardware {

WorkQueues::WorkQueues(TraceRecorder& recorder, std::string name, TrackKind kind, std::uint32_t stream)
    : m_recorder(recorder), m_name(std::move(name)), m_kind(kind), m_stream(stream) {}

int WorkQueues::acquire() {
  for (std::size_t slot = 0; slot < m_slots.size(); ++slot) {
    if (m_slots[slot].taken.exchange(true, std::memory_order_acquire)) continue;
    made(slot);
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
  const LaunchShape shape = work.shape.value_or(LaunchShape{});
  std::size_t hash = std::hash<const char*>()(work.name.data()) / 8;
  for (const std::uint32_t size : {shape.grid.x, shape.grid.y, shape.block.x}) hash = hash * 31 + size;
  return places[hash % kPlaces];
}

QueueId WorkQueues::made(std::size_t slot) {
  std::atomic<QueueId>& queue = m_slots[slot].queue;
  if (const QueueId id = queue.load(std::memory_order_acquire); id != QueueId::None) return id;
  const Lock lock(m_making);
  if (const QueueId id = queue.load(std::memory_order_relaxed); id != QueueId::None) return id;
  const QueueId id =
      m_recorder.addQueue(slot == 0 ? m_name : m_name + " " + std::to_string(slot + 1), m_kind, m_stream);
  queue.store(id, std::memory_order_release);
  return id;
}

}  // namespace strata::inline hardware
