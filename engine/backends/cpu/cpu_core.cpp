#include "engine/backends/cpu/cpu_core.h"

#include "engine/backends/cpu/cpu_stream.h"

namespace strata::cpu {

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
