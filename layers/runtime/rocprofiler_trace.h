#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "layers/runtime/activity_recording.h"
#include "layers/runtime/rocprofiler_types.h"

namespace strata::rocprofiler {

/// What is known of a kernel that was loaded.
struct Kernel {
  std::string name;
  std::uint32_t vectorRegisters = 0, scalarRegisters = 0;
  std::uint32_t groupBytes = 0;  ///< of group (shared) memory that its code asks for
};

/// What rocprofiler-sdk's records do not say by themselves.
struct Context {
  /// The name of a HIP or HSA function: "hipLaunchKernel".
  std::function<std::string(BufferKind, std::int32_t operation)> apiName;
  /// The kernel of that id.
  std::function<Kernel(std::uint64_t)> kernel;
  /// rocprofiler-sdk's clock (ns) on the host's.
  std::function<HostTime(std::uint64_t)> toHostTime;
  std::set<std::uint64_t> gpus;  ///< the agents that are GPUs
};

/// Turns rocprofiler-sdk's records into trace events: HIP calls on the runtime storey, HSA calls on the driver storey,
/// dispatches and copies on the hardware storey, allocations as a counter. Knows nothing of the live library, so
/// hand-made records test it whole. One thread.
class RocprofilerTrace {
 public:
  RocprofilerTrace(TraceRecorder& recorder, Context context);

  /// The records of one flush, in any order. Device work whose call is not told yet waits for the next flush.
  void add(std::span<const RecordHead* const> records);
  /// Nothing waits any longer.
  void finish();
  /// So many records were dropped since the last time.
  void addDropped(std::uint64_t count);
  const ActivityLosses& losses() const { return m_recording.losses(); }

 private:
  void collect(const RecordHead& record);
  void emit(const RecordHead& record);
  void emitApi(const ApiRecord& record);
  void emitDispatch(const DispatchRecord& record);
  void emitCopy(const CopyRecord& record);
  void emitAllocation(const AllocationRecord& record);
  void emitScratch(const ScratchRecord& record);
  void emitWaiting();

  struct Call {
    std::uint64_t start = 0;
    std::uint64_t ancestor = 0;
  };
  std::uint64_t outermost(std::uint64_t correlation) const;
  ActivityWork work(EventKind kind, std::string name, const AsyncCorrelation& correlation, ActivityTimes times) const;
  QueueId queueOf(Handle queue);

  Context m_context;
  ActivityRecording m_recording;
  std::map<std::uint64_t, Call> m_calls;  ///< by correlation id, which grows; the newest only
  std::vector<DispatchRecord> m_waitingDispatches;
  std::vector<CopyRecord> m_waitingCopies;
  std::map<std::uint64_t, std::uint32_t> m_queueNumbers;              ///< in the order they were seen, from 1
  std::unordered_map<std::uint64_t, std::int64_t> m_allocatedOnGpus;  ///< bytes by address
};

}  // namespace strata::rocprofiler
