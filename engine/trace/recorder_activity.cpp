#include "engine/trace/recorder_impl.h"
#include "engine/trace/trace_recorder.h"

namespace strata::inline trace {

std::uint64_t TraceRecorder::activity() const {
  std::uint64_t sum = m_impl->beats.load(std::memory_order_relaxed);
  for (const auto& thread : m_impl->threads()) {
    sum += thread->ring.last() - thread->noSigns.load(std::memory_order_relaxed);
    for (const DropCount& drops : thread->drops) sum += drops.load(std::memory_order_relaxed);
  }
  for (std::uint32_t n = 1; n <= m_impl->queues.size(); ++n)
    if (const QueueRecords* queue = m_impl->queues.get(n); queue && queue->kind != TrackKind::TracingCost)
      sum += queue->ring.last() + queue->drops.load(std::memory_order_relaxed);
  return sum;
}

}  // namespace strata::inline trace
