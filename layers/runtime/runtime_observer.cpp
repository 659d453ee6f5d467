#include "layers/runtime/runtime_observer.h"

#include "engine/trace/trace_args.h"
#include "layers/common/current_call.h"
#include "layers/hardware/work_token.h"

namespace strata::inline runtime {
namespace {

bool startsWork(std::string_view name) {
  return name.find("Launch") != std::string_view::npos || name.find("Memcpy") != std::string_view::npos;
}

}  // namespace

std::string_view memoryCounterName(MemoryKind kind) {
  switch (kind) {
    case MemoryKind::Device: return "device memory";
    case MemoryKind::Pinned: return "pinned memory";
    case MemoryKind::Pageable: return "pageable memory";
  }
  return {};
}

RuntimeObserver::RuntimeObserver(TraceRecorder& recorder)
    : m_recorder(recorder),
      m_names(recorder),
      m_memory{
          recorder.addCounter(memoryCounterName(MemoryKind::Device), "bytes", Storey::Runtime, Provenance::Counted),
          recorder.addCounter(memoryCounterName(MemoryKind::Pinned), "bytes", Storey::Runtime, Provenance::Counted),
          recorder.addCounter(memoryCounterName(MemoryKind::Pageable), "bytes", Storey::Runtime, Provenance::Counted)},
      m_address(recorder.intern(arg::kAddress)) {}

std::uint64_t RuntimeObserver::begin(const char* name) {
  const WorkToken token{currentCall(), startsWork(name) ? m_recorder.newCorrelation() : CorrelationId::None};
  m_recorder.begin(Storey::Runtime, m_names[name], token.call, token.correlation);
  return token.pack();
}

void RuntimeObserver::end() {
  m_recorder.end();
}

void RuntimeObserver::memory(MemoryKind kind, const void* data, std::uint64_t total) {
  const Arg address{m_address, static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(data))};
  m_recorder.counter(m_memory[static_cast<std::size_t>(kind)], static_cast<double>(total), {&address, 1});
}

}  // namespace strata::inline runtime
