#include "layers/runtime/cupti_trace.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "engine/trace/trace_args.h"
#include "layers/runtime/symbol_name.h"

namespace strata::cupti {
namespace {

template <class Record>
const Record& as(const CUpti_Activity& record) {
  return reinterpret_cast<const Record&>(record);
}

bool startsWith(std::string_view text, std::string_view head) {
  return text.substr(0, head.size()) == head;
}

/// Calls that put work on a stream: the ones an arrow leaves from.
bool launches(std::string_view function) {
  static constexpr std::array<std::string_view, 8> kHeads = {
      "cudaLaunch", "cudaMemcpy", "cudaMemset", "cudaGraphLaunch", "cuLaunch", "cuMemcpy", "cuMemset", "cuGraphLaunch"};
  return std::any_of(kHeads.begin(), kHeads.end(), [&](std::string_view head) { return startsWith(function, head); });
}

const char* directionOf(std::uint8_t copyKind) {
  switch (copyKind) {
    case CUPTI_ACTIVITY_MEMCPY_KIND_HTOD: return "H→D";
    case CUPTI_ACTIVITY_MEMCPY_KIND_DTOH: return "D→H";
    case CUPTI_ACTIVITY_MEMCPY_KIND_DTOD: return "D→D";
    case CUPTI_ACTIVITY_MEMCPY_KIND_HTOH: return "H→H";
    case CUPTI_ACTIVITY_MEMCPY_KIND_PTOP: return "P→P";
    default: return "other";
  }
}

/// What CUPTI calls overhead and the program would pay without it, too: the storey whose work it is.
Storey storeyOf(CUpti_ActivityOverheadKind kind) {
  switch (kind) {
    case CUPTI_ACTIVITY_OVERHEAD_DRIVER_COMPILER: return Storey::Compiler;
    case CUPTI_ACTIVITY_OVERHEAD_RUNTIME_TRIGGERED_MODULE_LOADING:
    case CUPTI_ACTIVITY_OVERHEAD_LAZY_FUNCTION_LOADING:
    case CUPTI_ACTIVITY_OVERHEAD_COMMAND_BUFFER_FULL: return Storey::Driver;
    default: return Storey::Other;
  }
}

const char* overheadName(CUpti_ActivityOverheadKind kind) {
  switch (kind) {
    case CUPTI_ACTIVITY_OVERHEAD_DRIVER_COMPILER: return "Driver Compiler";
    case CUPTI_ACTIVITY_OVERHEAD_CUPTI_BUFFER_FLUSH: return "Buffer Flush";
    case CUPTI_ACTIVITY_OVERHEAD_CUPTI_INSTRUMENTATION: return "Instrumentation";
    case CUPTI_ACTIVITY_OVERHEAD_CUPTI_RESOURCE: return "Resource";
    case CUPTI_ACTIVITY_OVERHEAD_RUNTIME_TRIGGERED_MODULE_LOADING: return "Module Loading";
    case CUPTI_ACTIVITY_OVERHEAD_LAZY_FUNCTION_LOADING: return "Lazy Function Loading";
    case CUPTI_ACTIVITY_OVERHEAD_COMMAND_BUFFER_FULL: return "Command Buffer Full";
    case CUPTI_ACTIVITY_OVERHEAD_ACTIVITY_BUFFER_REQUEST: return "Activity Buffer Request";
    default: return "CUPTI";
  }
}

/// When it began; what is not read comes first.
std::uint64_t beginOf(const CUpti_Activity& record) {
  switch (record.kind) {
    case CUPTI_ACTIVITY_KIND_RUNTIME:
    case CUPTI_ACTIVITY_KIND_DRIVER: return as<ApiRecord>(record).start;
    case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL: return as<KernelRecord>(record).start;
    case CUPTI_ACTIVITY_KIND_MEMCPY: return as<CopyRecord>(record).start;
    case CUPTI_ACTIVITY_KIND_MEMSET: return as<SetRecord>(record).start;
    case CUPTI_ACTIVITY_KIND_MEMORY2: return as<MemoryRecord>(record).timestamp;
    case CUPTI_ACTIVITY_KIND_OVERHEAD: return as<OverheadRecord>(record).start;
    case CUPTI_ACTIVITY_KIND_SYNCHRONIZATION: return as<SyncRecord>(record).start;
    default: return 0;
  }
}

const char* syncName(CUpti_ActivitySynchronizationType type) {
  switch (type) {
    case CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_EVENT_SYNCHRONIZE: return "Event Sync";
    case CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_WAIT_EVENT: return "Stream Wait Event";
    case CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_SYNCHRONIZE: return "Stream Sync";
    case CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_CONTEXT_SYNCHRONIZE: return "Context Sync";
    default: return "Sync";
  }
}

// Far more than a device queues: work comes soon after the call that launched it.
constexpr std::size_t kRememberedLaunches = std::size_t{1} << 16;

bool pinned(std::uint8_t kind) {
  return kind == CUPTI_ACTIVITY_MEMORY_KIND_PINNED;
}

}  // namespace

CuptiTrace::CuptiTrace(TraceRecorder& recorder, Context context)
    : m_context(std::move(context)), m_recording(recorder, "CUPTI", m_context.toHostTime) {}

void CuptiTrace::add(std::span<const CUpti_Activity* const> records) {
  for (const CUpti_Activity* record : records) collect(*record);
  std::vector<const CUpti_Activity*> inOrder(records.begin(), records.end());
  std::ranges::stable_sort(inOrder, {}, [](const CUpti_Activity* record) { return beginOf(*record); });
  for (const CUpti_Activity* record : inOrder) emit(*record);
  while (m_launches.size() > kRememberedLaunches) m_launches.erase(m_launches.begin());
  m_recording.showLosses();
}

void CuptiTrace::addDropped(std::uint64_t count) {
  m_recording.losses().dropped += count;
  m_recording.showLosses();
}

void CuptiTrace::collect(const CUpti_Activity& record) {
  switch (record.kind) {
    case CUPTI_ACTIVITY_KIND_RUNTIME:
    case CUPTI_ACTIVITY_KIND_DRIVER: {
      const auto& api = as<ApiRecord>(record);
      Launch& launch = m_launches[api.correlationId];
      const bool runtime = record.kind == CUPTI_ACTIVITY_KIND_RUNTIME;
      if (launch.runtime && !runtime) return;
      launch = {m_context.callAt(api.threadId, api.start + (api.end - api.start) / 2), api.start, runtime};
      return;
    }
    default: return;
  }
}

void CuptiTrace::emit(const CUpti_Activity& record) {
  switch (record.kind) {
    case CUPTI_ACTIVITY_KIND_RUNTIME:
    case CUPTI_ACTIVITY_KIND_DRIVER: return emitApi(as<ApiRecord>(record));
    case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL: return emitKernel(as<KernelRecord>(record));
    case CUPTI_ACTIVITY_KIND_MEMCPY: return emitCopy(as<CopyRecord>(record));
    case CUPTI_ACTIVITY_KIND_MEMSET: return emitSet(as<SetRecord>(record));
    case CUPTI_ACTIVITY_KIND_MEMORY2: return emitMemory(as<MemoryRecord>(record));
    case CUPTI_ACTIVITY_KIND_OVERHEAD: return emitOverhead(as<OverheadRecord>(record));
    case CUPTI_ACTIVITY_KIND_SYNCHRONIZATION: return emitSync(as<SyncRecord>(record));
    default: ++m_recording.losses().unknown;
  }
}

void CuptiTrace::emitApi(const ApiRecord& record) {
  const bool runtime = record.kind == CUPTI_ACTIVITY_KIND_RUNTIME;
  const std::string name =
      m_context.apiName(runtime ? CUPTI_CB_DOMAIN_RUNTIME_API : CUPTI_CB_DOMAIN_DRIVER_API, record.cbid);
  const Launch launch = launchOf(record.correlationId);
  const bool arrow = launches(name) && (runtime || !launch.runtime);
  if (record.returnValue != 0) m_recording.arg("error", static_cast<std::int64_t>(record.returnValue));
  m_recording.call(runtime ? Storey::Runtime : Storey::Driver, record.threadId, name, launch.call,
                   arrow ? CorrelationId{record.correlationId} : CorrelationId::None, {record.start, record.end});
}

void CuptiTrace::emitKernel(const KernelRecord& record) {
  ActivityWork kernel =
      work(EventKind::Kernel, readableSymbol(record.name), record.correlationId, {record.start, record.end});
  kernel.queue = m_recording.queue("stream " + std::to_string(record.streamId), TrackKind::Queue, record.streamId);
  m_recording.arg(arg::kGridX, record.gridX);
  m_recording.arg(arg::kGridY, record.gridY);
  m_recording.arg(arg::kGridZ, record.gridZ);
  m_recording.arg(arg::kBlockX, record.blockX);
  m_recording.arg(arg::kBlockY, record.blockY);
  m_recording.arg(arg::kBlockZ, record.blockZ);
  m_recording.arg(arg::kSharedBytes, record.dynamicSharedMemory);
  m_recording.arg(arg::kStaticShared, record.staticSharedMemory);
  m_recording.arg(arg::kRegisters, record.registersPerThread);
  m_recording.arg("device", record.deviceId);
  m_recording.arg("stream", record.streamId);
  if (record.graphId != 0) m_recording.arg("graph", record.graphId);
  m_recording.work(kernel);
}

void CuptiTrace::emitCopy(const CopyRecord& record) {
  const std::string direction = directionOf(record.copyKind);
  ActivityWork copy = work(EventKind::Copy, "memcpy " + direction, record.correlationId, {record.start, record.end});
  copy.queue = m_recording.queue("copy " + direction, TrackKind::Copy, 0);
  m_recording.arg(arg::kBytes, static_cast<std::int64_t>(record.bytes));
  m_recording.arg(arg::kDirection, direction);
  m_recording.arg(arg::kHostMemory, pinned(record.srcKind) || pinned(record.dstKind) ? "pinned" : "pageable");
  m_recording.arg("stream", record.streamId);
  m_recording.work(copy);
}

void CuptiTrace::emitSet(const SetRecord& record) {
  ActivityWork set = work(EventKind::Kernel, "memset", record.correlationId, {record.start, record.end});
  set.queue = m_recording.queue("stream " + std::to_string(record.streamId), TrackKind::Queue, record.streamId);
  m_recording.arg(arg::kBytes, static_cast<std::int64_t>(record.bytes));
  m_recording.work(set);
}

void CuptiTrace::emitMemory(const MemoryRecord& record) {
  const bool device = record.memoryKind == CUPTI_ACTIVITY_MEMORY_KIND_DEVICE;
  if (!device && record.memoryKind != CUPTI_ACTIVITY_MEMORY_KIND_PINNED) return;
  const auto bytes = static_cast<std::int64_t>(record.bytes);
  const bool release = record.memoryOperationType == CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_RELEASE;
  m_recording.memory(device ? MemoryKind::Device : MemoryKind::Pinned, release ? -bytes : bytes, record.address,
                     record.timestamp);
}

void CuptiTrace::emitOverhead(const OverheadRecord& record) {
  const ActivityTimes times{record.start, record.end};
  const Storey storey = storeyOf(record.overheadKind);
  if (storey == Storey::Other) return m_recording.cost(overheadName(record.overheadKind), times);
  m_recording.call(storey, record.objectId.pt.threadId, overheadName(record.overheadKind), callOf(record),
                   CorrelationId::None, times);
}

CallId CuptiTrace::callOf(const OverheadRecord& record) const {
#if CUDA_VERSION >= 12040
  return launchOf(record.correlationId).call;
#else
  (void)record;
  return CallId::None;
#endif
}

void CuptiTrace::emitSync(const SyncRecord& record) {
  ActivityWork sync = work(EventKind::Wait, syncName(record.type), record.correlationId, {record.start, record.end});
  sync.correlation = CorrelationId::None;
  sync.queue = m_recording.queue("synchronisation", TrackKind::Queue, 0);
  m_recording.work(sync);
}

ActivityWork CuptiTrace::work(EventKind kind, std::string name, std::uint32_t correlation, ActivityTimes times) const {
  const Launch launch = launchOf(correlation);
  return {QueueId::None, kind, std::move(name), launch.call, CorrelationId{correlation}, times, launch.start};
}

CuptiTrace::Launch CuptiTrace::launchOf(std::uint32_t correlation) const {
  const auto launch = m_launches.find(correlation);
  return launch == m_launches.end() ? Launch{} : launch->second;
}

}  // namespace strata::cupti
