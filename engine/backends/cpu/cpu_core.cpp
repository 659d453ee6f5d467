#include "engine/backends/cpu/cpu_core.h"

#include "engine/backends/cpu/cpu_stream.h"

namespace strata::cpu {

void CpuCore::countMemory(MemoryKind kind, const void* data, std::int64_t bytes) {
  const auto change = static_cast<std::uint64_t>(bytes);
  const std::uint64_t total = m_memory[static_cast<std::size_t>(kind)].fetch_add(change) + change;
  if (observer) observer->memory(kind, data, bytes, total);
}

void CpuCore::addStream(CpuStream* stream) {
  const Lock lock(m_mutex);
  m_streams.push_back(stream);
}

void CpuCore::removeStream(CpuStream* stream) {
  const Lock lock(m_mutex);
  std::erase(m_streams, stream);
}

std::vector<CpuStream*> CpuCore::streams() {
  const Lock lock(m_mutex);
  return m_streams;
}

Result<void> CpuCore::whole() const {
  if (!abandoned()) return {};
  return Error{ErrorCode::Stopped, "The device abandoned its work, as asked", Storey::Hardware};
}

void CpuCore::drain() {
  for (CpuStream* stream : streams()) stream->drain();
}

}  // namespace strata::cpu
