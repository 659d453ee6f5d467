#include "layers/runtime/rocprofiler_trace.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "engine/trace/trace_args.h"
#include "layers/runtime/symbol_name.h"

namespace strata::rocprofiler {
namespace {

// Far more than a device queues: work comes soon after the call that launched it.
constexpr std::size_t kRememberedCalls = std::size_t{1} << 16;

/// Calls that put work on a queue: the ones an arrow leaves from. HSA's are a queue's doorbell and its copies.
bool launches(std::string_view function) {
  static constexpr std::array<std::string_view, 9> kHeads = {
      "hipLaunch", "hipModuleLaunch", "hipExtLaunch",     "hipExtModuleLaunch",       "hipMemcpy",
      "hipMemset", "hipGraphLaunch",  "hsa_signal_store", "hsa_amd_memory_async_copy"};
  return std::any_of(kHeads.begin(), kHeads.end(), [&](std::string_view head) { return function.starts_with(head); });
}

const char* directionOf(std::int32_t copy) {
  switch (copy) {
    case operation::HostToHost: return "H→H";
    case operation::HostToDevice: return "H→D";
    case operation::DeviceToHost: return "D→H";
    case operation::DeviceToDevice: return "D→D";
    default: return "other";
  }
}

const char* scratchName(std::int32_t scratch) {
  switch (scratch) {
    case operation::ScratchAllocate: return "scratch allocate";
    case operation::ScratchFree: return "scratch free";
    case operation::ScratchReclaim: return "scratch reclaim";
    default: return "scratch";
  }
}

CallId callOf(UserData external) {
  return CallId{static_cast<std::uint32_t>(external.value)};
}

/// Ids are counted up from 1 by the profiler; the trace's are 32 bits wide.
CorrelationId correlationOf(std::uint64_t id) {
  return CorrelationId{static_cast<std::uint32_t>(id)};
}

/// HSA counts a grid in work-items, people and CUDA in groups of them.
std::int64_t groupsIn(std::uint32_t items, std::uint32_t group) {
  return group == 0 ? 0 : (static_cast<std::int64_t>(items) + group - 1) / group;
}

/// The record, if it is as long as this build knows it to be.
template <class Record>
const Record* as(const RecordHead& head) {
  return head.size >= sizeof(Record) ? reinterpret_cast<const Record*>(&head) : nullptr;
}

bool isApi(BufferKind kind) {
  return kind == BufferKind::HipRuntime || kind == BufferKind::HsaCore || kind == BufferKind::HsaAmdExt;
}

std::string nameOf(const Kernel& kernel, std::uint64_t id) {
  if (kernel.name.empty()) return "kernel " + std::to_string(id);
  constexpr std::string_view kDescriptor = ".kd";  // the loader's name is that of the kernel's descriptor
  std::string symbol = kernel.name;
  if (symbol.ends_with(kDescriptor)) symbol.resize(symbol.size() - kDescriptor.size());
  return readableSymbol(symbol.c_str());
}

}  // namespace

RocprofilerTrace::RocprofilerTrace(TraceRecorder& recorder, Context context)
    : m_context(std::move(context)), m_recording(recorder, "rocprofiler-sdk", m_context.toHostTime) {}

void RocprofilerTrace::add(std::span<const RecordHead* const> records) {
  for (const RecordHead* record : records) collect(*record);
  emitWaiting();
  for (const RecordHead* record : records) emit(*record);
  while (m_calls.size() > kRememberedCalls) m_calls.erase(m_calls.begin());
  m_recording.showLosses();
}

void RocprofilerTrace::finish() {
  emitWaiting();
  m_recording.showLosses();
}

void RocprofilerTrace::addDropped(std::uint64_t count) {
  m_recording.losses().dropped += count;
  m_recording.showLosses();
}

void RocprofilerTrace::collect(const RecordHead& record) {
  if (!isApi(record.kind)) return;
  if (const auto* api = as<ApiRecord>(record))
    m_calls[api->correlation.internal] = {api->start, api->correlation.ancestor};
}

void RocprofilerTrace::emitWaiting() {
  for (const DispatchRecord& dispatch : std::exchange(m_waitingDispatches, {})) emitDispatch(dispatch);
  for (const CopyRecord& copy : std::exchange(m_waitingCopies, {})) emitCopy(copy);
}

void RocprofilerTrace::emit(const RecordHead& record) {
  const auto known = [&](const AsyncCorrelation& id) { return id.internal == 0 || m_calls.contains(id.internal); };
  if (isApi(record.kind)) {
    if (const auto* api = as<ApiRecord>(record)) return emitApi(*api);
  } else if (record.kind == BufferKind::KernelDispatch) {
    if (const auto* dispatch = as<DispatchRecord>(record))
      return known(dispatch->correlation) ? emitDispatch(*dispatch) : m_waitingDispatches.push_back(*dispatch);
  } else if (record.kind == BufferKind::MemoryCopy) {
    if (const auto* copy = as<CopyRecord>(record))
      return known(copy->correlation) ? emitCopy(*copy) : m_waitingCopies.push_back(*copy);
  } else if (record.kind == BufferKind::MemoryAllocation) {
    if (const auto* allocation = as<AllocationRecord>(record)) return emitAllocation(*allocation);
  } else if (record.kind == BufferKind::ScratchMemory) {
    if (const auto* scratch = as<ScratchRecord>(record)) return emitScratch(*scratch);
  }
  ++m_recording.losses().unknown;
}

void RocprofilerTrace::emitApi(const ApiRecord& record) {
  const std::string name = m_context.apiName(record.head.kind, record.head.operation);
  const bool arrow = record.correlation.ancestor == 0 && launches(name);
  m_recording.call(record.head.kind == BufferKind::HipRuntime ? Storey::Runtime : Storey::Driver, record.thread, name,
                   callOf(record.correlation.external),
                   arrow ? correlationOf(record.correlation.internal) : CorrelationId::None,
                   {record.start, record.end});
}

void RocprofilerTrace::emitDispatch(const DispatchRecord& record) {
  const DispatchInfo& info = record.info;
  const Kernel kernel = m_context.kernel(info.kernel);
  ActivityWork dispatch =
      work(EventKind::Kernel, nameOf(kernel, info.kernel), record.correlation, {record.start, record.end});
  dispatch.queue = queueOf(info.queue);
  m_recording.arg(arg::kGridX, groupsIn(info.grid.x, info.workgroup.x));
  m_recording.arg(arg::kGridY, groupsIn(info.grid.y, info.workgroup.y));
  m_recording.arg(arg::kGridZ, groupsIn(info.grid.z, info.workgroup.z));
  m_recording.arg(arg::kBlockX, info.workgroup.x);
  m_recording.arg(arg::kBlockY, info.workgroup.y);
  m_recording.arg(arg::kBlockZ, info.workgroup.z);
  m_recording.arg(arg::kSharedBytes, static_cast<std::int64_t>(info.groupBytes) - kernel.groupBytes);
  m_recording.arg(arg::kStaticShared, kernel.groupBytes);
  m_recording.arg(arg::kRegisters, kernel.vectorRegisters);
  m_recording.arg("scalar_registers", kernel.scalarRegisters);
  m_recording.arg("scratch_bytes_per_thread", info.privateBytes);
  m_recording.work(dispatch);
}

void RocprofilerTrace::emitCopy(const CopyRecord& record) {
  const std::string direction = directionOf(record.head.operation);
  ActivityWork copy = work(EventKind::Copy, "memcpy " + direction, record.correlation, {record.start, record.end});
  copy.queue = m_recording.queue("copy " + direction, TrackKind::Copy, 0);
  m_recording.arg(arg::kBytes, static_cast<std::int64_t>(record.bytes));
  m_recording.arg(arg::kDirection, direction);
  m_recording.work(copy);
}

void RocprofilerTrace::emitAllocation(const AllocationRecord& record) {
  const auto change = static_cast<operation::Allocation>(record.head.operation);
  if (change == operation::Free || change == operation::VirtualFree) {
    // A release tells the address alone; what was allocated unseen, or for the host, is not among these.
    if (const auto held = m_allocatedOnGpus.extract(record.address))
      m_recording.memory(MemoryKind::Device, -held.mapped(), record.address, record.end);
    return;
  }
  if (!m_context.gpus.contains(record.agent.value)) return;
  std::int64_t& held = m_allocatedOnGpus[record.address];
  const std::int64_t before = std::exchange(held, static_cast<std::int64_t>(record.bytes));
  m_recording.memory(MemoryKind::Device, held - before, record.address, record.end);
}

void RocprofilerTrace::emitScratch(const ScratchRecord& record) {
  const AsyncCorrelation correlation{record.correlation.internal, record.correlation.external};
  ActivityWork scratch =
      work(EventKind::Slice, scratchName(record.head.operation), correlation, {record.start, record.end});
  scratch.correlation = CorrelationId::None;
  scratch.launchStart = 0;  // on behalf of a queue, whoever filled it
  scratch.queue = m_recording.queue("scratch memory", TrackKind::Queue, 0);
  if (record.head.operation == operation::ScratchAllocate)
    m_recording.arg(arg::kBytes, static_cast<std::int64_t>(record.bytes));
  m_recording.work(scratch);
}

ActivityWork RocprofilerTrace::work(EventKind kind, std::string name, const AsyncCorrelation& correlation,
                                    ActivityTimes times) const {
  const auto call = m_calls.find(correlation.internal);
  return {QueueId::None,
          kind,
          std::move(name),
          callOf(correlation.external),
          correlationOf(outermost(correlation.internal)),
          times,
          call == m_calls.end() ? 0 : call->second.start};
}

/// The call a person made that led to this one: the HIP call around an HSA call. Ancestors have smaller ids.
std::uint64_t RocprofilerTrace::outermost(std::uint64_t correlation) const {
  auto call = m_calls.find(correlation);
  while (call != m_calls.end() && call->second.ancestor != 0 && call->second.ancestor < correlation) {
    correlation = call->second.ancestor;
    call = m_calls.find(correlation);
  }
  return correlation;
}

QueueId RocprofilerTrace::queueOf(Handle queue) {
  const auto next = static_cast<std::uint32_t>(m_queueNumbers.size() + 1);
  const std::uint32_t number = m_queueNumbers.try_emplace(queue.value, next).first->second;
  return m_recording.queue("queue " + std::to_string(number), TrackKind::Queue, number);
}

}  // namespace strata::rocprofiler
