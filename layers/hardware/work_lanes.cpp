#include "layers/hardware/work_lanes.h"

namespace strata {

WorkLanes::WorkLanes(TraceRecorder& recorder, std::string name, TrackKind kind, std::uint32_t number)
    : m_recorder(recorder), m_name(std::move(name)), m_kind(kind), m_number(number) {}

int WorkLanes::acquire() {
  for (std::size_t lane = 0; lane < m_lanes.size(); ++lane) {
    if (m_lanes[lane].taken.exchange(true, std::memory_order_acquire)) continue;
    if (queue(static_cast<int>(lane)) == QueueId::None) make(lane);
    return static_cast<int>(lane);
  }
  return kNone;
}

void WorkLanes::release(int lane) {
  m_lanes[static_cast<std::size_t>(lane)].taken.store(false, std::memory_order_release);
}

WorkLanes::KnownKernel& WorkLanes::known(int lane, const DeviceWork& work) {
  constexpr std::size_t kPlaces = 64;
  std::vector<KnownKernel>& places = m_lanes[static_cast<std::size_t>(lane)].known;
  places.resize(kPlaces);
  const LaunchShape& shape = work.shape;
  std::size_t hash = std::hash<const char*>()(work.name.data()) / 8;
  for (const std::uint32_t size : {shape.grid.x, shape.grid.y, shape.block.x}) hash = hash * 31 + size;
  return places[hash % kPlaces];
}

void WorkLanes::make(std::size_t lane) {
  const std::string name = lane == 0 ? m_name : m_name + " " + std::to_string(lane + 1);
  m_lanes[lane].queue.store(m_recorder.addQueue(name, m_kind, m_number), std::memory_order_release);
}

}  // namespace strata
