#include "layers/runtime/cupti_trace.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

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
    case CUPTI_ACTIVITY_MEMCPY_KIND_PTOP: return "peer";
    default: return "other";
  }
}

const char* overheadName(CUpti_ActivityOverheadKind kind) {
  switch (kind) {
    case CUPTI_ACTIVITY_OVERHEAD_DRIVER_COMPILER: return "Driver Compiler";
    case CUPTI_ACTIVITY_OVERHEAD_CUPTI_BUFFER_FLUSH: return "Buffer Flush";
    case CUPTI_ACTIVITY_OVERHEAD_CUPTI_INSTRUMENTATION: return "Instrumentation";
    case CUPTI_ACTIVITY_OVERHEAD_CUPTI_RESOURCE: return "Resource";
    case CUPTI_ACTIVITY_OVERHEAD_RUNTIME_TRIGGERED_MODULE_LOADING: return "Runtime Triggered Module Loading";
    case CUPTI_ACTIVITY_OVERHEAD_LAZY_FUNCTION_LOADING: return "Lazy Function Loading";
    case CUPTI_ACTIVITY_OVERHEAD_COMMAND_BUFFER_FULL: return "Command Buffer Full";
    case CUPTI_ACTIVITY_OVERHEAD_ACTIVITY_BUFFER_REQUEST: return "Activity Buffer Request";
    default: return "CUPTI";
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

// CUPTI does not say on which thread its own work ran; the lane it is shown on belongs to none.
constexpr std::int64_t kCuptiThread = 0;

// Far more than a device queues: work comes soon after the call that launched it.
constexpr std::size_t kRememberedLaunches = std::size_t{1} << 16;

struct LossName {
  std::uint64_t Losses::*count;
  const char* name;
};
constexpr std::array<LossName, 4> kLossNames{{{&Losses::dropped, "CUPTI records dropped"},
                                              {&Losses::untimed, "device work without times"},
                                              {&Losses::beforeLaunch, "device work before its launch"},
                                              {&Losses::unknown, "CUPTI records not read"}}};

bool pinned(std::uint8_t kind) {
  return kind == CUPTI_ACTIVITY_MEMORY_KIND_PINNED;
}

}  // namespace

CuptiTrace::CuptiTrace(TraceRecorder& recorder, Context context)
    : m_recorder(recorder), m_context(std::move(context)) {}

void CuptiTrace::add(std::span<const CUpti_Activity* const> records) {
  for (const CUpti_Activity* record : records) collect(*record);
  for (const CUpti_Activity* record : records) emit(*record);
  while (m_launches.size() > kRememberedLaunches) m_launches.erase(m_launches.begin());
  showLosses();
}

void CuptiTrace::addDropped(std::uint64_t count) {
  m_losses.dropped += count;
  showLosses();
}

void CuptiTrace::showLosses() {
  for (std::size_t i = 0; i < kLossNames.size(); ++i) {
    const auto count = kLossNames[i].count;
    if (m_losses.*count == m_shown.*count) continue;
    if (m_lossCounters[i] == CounterId::None)
      m_lossCounters[i] = m_recorder.addCounter(kLossNames[i].name, "count", Storey::Driver, Provenance::Counted);
    m_recorder.counter(m_lossCounters[i], static_cast<double>(m_losses.*count));
  }
  m_shown = m_losses;
}

void CuptiTrace::collect(const CUpti_Activity& record) {
  switch (record.kind) {
    case CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION: {
      const auto& external = as<ExternalRecord>(record);
      if (external.externalKind == CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0)
        m_launches[external.correlationId].call = CallId{static_cast<std::uint32_t>(external.externalId)};
      return;
    }
    case CUPTI_ACTIVITY_KIND_RUNTIME: {
      const auto& api = as<ApiRecord>(record);
      Launch& launch = m_launches[api.correlationId];
      launch.runtime = true;
      launch.start = api.start;
      return;
    }
    case CUPTI_ACTIVITY_KIND_DRIVER: {
      const auto& api = as<ApiRecord>(record);
      Launch& launch = m_launches[api.correlationId];
      if (!launch.runtime) launch.start = api.start;
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
    case CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION: return;
    default: ++m_losses.unknown;
  }
}

void CuptiTrace::emitApi(const ApiRecord& record) {
  const bool runtime = record.kind == CUPTI_ACTIVITY_KIND_RUNTIME;
  const std::string name =
      m_context.apiName(runtime ? CUPTI_CB_DOMAIN_RUNTIME_API : CUPTI_CB_DOMAIN_DRIVER_API, record.cbid);
  const bool arrow = launches(name) && (runtime || !m_launches[record.correlationId].runtime);
  const HostTime begin = m_context.toHostTime(record.start);
  m_recorder.work(threadTrack(runtime ? Storey::Runtime : Storey::Driver, record.threadId), EventKind::Slice,
                  m_recorder.intern(name), callOf(record.correlationId),
                  arrow ? CorrelationId{record.correlationId} : CorrelationId::None, begin,
                  m_context.toHostTime(record.end) - begin);
  if (record.returnValue != 0)
    m_recorder.arg(m_recorder.intern("error"), static_cast<std::int64_t>(record.returnValue));
}

void CuptiTrace::emitKernel(const KernelRecord& record) {
  if (!timed(record.start, record.end)) return;
  emitWork(queue("stream " + std::to_string(record.streamId), TrackKind::Queue, record.streamId), EventKind::Kernel,
           readableSymbol(record.name), record.correlationId, record.start, record.end);
  const auto put = [&](std::string_view key, std::int64_t value) { m_recorder.arg(m_recorder.intern(key), value); };
  put(arg::kGridX, record.gridX);
  put(arg::kGridY, record.gridY);
  put(arg::kGridZ, record.gridZ);
  put(arg::kBlockX, record.blockX);
  put(arg::kBlockY, record.blockY);
  put(arg::kBlockZ, record.blockZ);
  put(arg::kSharedBytes, record.dynamicSharedMemory);
  put("shared_mem_static", record.staticSharedMemory);
  put("registers_per_thread", record.registersPerThread);
  put("device", record.deviceId);
  put("stream", record.streamId);
}

void CuptiTrace::emitCopy(const CopyRecord& record) {
  if (!timed(record.start, record.end)) return;
  const std::string direction = directionOf(record.copyKind);
  emitWork(queue("copy " + direction, TrackKind::Copy, record.streamId), EventKind::Copy, "memcpy " + direction,
           record.correlationId, record.start, record.end);
  const bool locked = pinned(record.srcKind) || pinned(record.dstKind);
  m_recorder.arg(m_recorder.intern(arg::kBytes), static_cast<std::int64_t>(record.bytes));
  m_recorder.arg(m_recorder.intern(arg::kDirection), m_recorder.intern(direction));
  m_recorder.arg(m_recorder.intern(arg::kHostMemory), m_recorder.intern(locked ? "pinned" : "pageable"));
  m_recorder.arg(m_recorder.intern("stream"), static_cast<std::int64_t>(record.streamId));
}

void CuptiTrace::emitSet(const SetRecord& record) {
  if (!timed(record.start, record.end)) return;
  emitWork(queue("stream " + std::to_string(record.streamId), TrackKind::Queue, record.streamId), EventKind::Kernel,
           "memset", record.correlationId, record.start, record.end);
  m_recorder.arg(m_recorder.intern(arg::kBytes), static_cast<std::int64_t>(record.bytes));
}

void CuptiTrace::emitMemory(const MemoryRecord& record) {
  const bool device = record.memoryKind == CUPTI_ACTIVITY_MEMORY_KIND_DEVICE;
  if (!device) return;
  if (m_deviceBytes == CounterId::None)
    m_deviceBytes = m_recorder.addCounter("device memory", "bytes", Storey::Runtime);
  const bool release = record.memoryOperationType == CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_RELEASE;
  m_bytesInUse += release ? -static_cast<std::int64_t>(record.bytes) : static_cast<std::int64_t>(record.bytes);
  m_recorder.counter(m_deviceBytes, static_cast<double>(m_bytesInUse), m_context.toHostTime(record.timestamp));
}

void CuptiTrace::emitOverhead(const OverheadRecord& record) {
  const HostTime begin = m_context.toHostTime(record.start);
  if (m_cost == QueueId::None) m_cost = m_recorder.addThreadTrack(TrackKind::TracingCost, Storey::Other, kCuptiThread);
  m_recorder.work(m_cost, EventKind::TracingCost, m_recorder.intern(overheadName(record.overheadKind)), CallId::None,
                  CorrelationId::None, begin, m_context.toHostTime(record.end) - begin);
}

void CuptiTrace::emitSync(const SyncRecord& record) {
  if (!timed(record.start, record.end)) return;
  emitWork(queue("synchronisation", TrackKind::Queue, 0), EventKind::Slice, syncName(record.type), record.correlationId,
           record.start, record.end);
}

bool CuptiTrace::timed(std::uint64_t start, std::uint64_t end) {
  const bool known = start != 0 && end != 0;
  if (!known) ++m_losses.untimed;
  return known;
}

void CuptiTrace::emitWork(QueueId queue, EventKind kind, const std::string& name, std::uint32_t correlation,
                          std::uint64_t start, std::uint64_t end) {
  const auto launch = m_launches.find(correlation);
  const bool known = launch != m_launches.end() && launch->second.start != 0;
  if (known && start < launch->second.start) ++m_losses.beforeLaunch;
  const HostTime begin = m_context.toHostTime(start);
  const bool linked = kind == EventKind::Kernel || kind == EventKind::Copy;
  m_recorder.work(queue, kind, m_recorder.intern(name), callOf(correlation),
                  linked ? CorrelationId{correlation} : CorrelationId::None, begin, m_context.toHostTime(end) - begin);
}

CallId CuptiTrace::callOf(std::uint32_t correlation) const {
  const auto launch = m_launches.find(correlation);
  return launch == m_launches.end() ? CallId::None : launch->second.call;
}

QueueId CuptiTrace::threadTrack(Storey storey, std::uint32_t thread) {
  QueueId& track = m_threads[{storey, thread}];
  if (track == QueueId::None) track = m_recorder.addThreadTrack(TrackKind::Host, storey, thread);
  return track;
}

QueueId CuptiTrace::queue(const std::string& name, TrackKind kind, std::uint32_t number) {
  QueueId& id = m_queues[name];
  if (id == QueueId::None) id = m_recorder.addQueue(name, kind, number);
  return id;
}

}  // namespace strata::cupti
