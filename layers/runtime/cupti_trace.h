#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>

#include "layers/runtime/activity_recording.h"
#include "layers/runtime/cupti_types.h"

namespace strata::cupti {

/// What CUPTI cannot know by itself about its records.
struct Context {
  /// The name of an API function, without a version suffix: "cudaLaunchKernel".
  std::function<std::string(CUpti_CallbackDomain, std::uint32_t)> apiName;
  /// CUPTI's clock (ns) on the host's.
  std::function<HostTime(std::uint64_t)> toHostTime;
  /// The call that a thread of the operating system worked for at a time of CUPTI's clock.
  std::function<CallId(std::uint64_t thread, std::uint64_t ticks)> callAt;
};

/// Turns activity records into trace events: API calls on the runtime and driver storeys, kernels and copies on the
/// hardware storey, CUPTI's own overhead on the tracing-cost track, allocations as a counter. Knows nothing of the live
/// CUPTI, so hand-made records test it whole. One thread.
class CuptiTrace {
 public:
  CuptiTrace(TraceRecorder& recorder, Context context);

  /// The records of one flush, in any order: buffers come as they are done, not as they were begun.
  void add(std::span<const CUpti_Activity* const> records);
  /// CUPTI says that it dropped so many records since the last time.
  void addDropped(std::uint64_t count);
  const ActivityLosses& losses() const { return m_recording.losses(); }

 private:
  void collect(const CUpti_Activity& record);
  void emit(const CUpti_Activity& record);
  void emitApi(const ApiRecord& record);
  void emitKernel(const KernelRecord& record);
  void emitCopy(const CopyRecord& record);
  void emitSet(const SetRecord& record);
  void emitMemory(const MemoryRecord& record);
  void emitOverhead(const OverheadRecord& record);
  void emitSync(const SyncRecord& record);

  struct Launch {
    CallId call = CallId::None;
    std::uint64_t start = 0;  ///< of the API call; 0 until seen
    bool runtime = false;     ///< the runtime call was seen, so the driver's carries no arrow
  };
  Launch launchOf(std::uint32_t correlation) const;
  CallId callOf(const OverheadRecord& record) const;
  ActivityWork work(EventKind kind, std::string name, std::uint32_t correlation, ActivityTimes times) const;

  Context m_context;
  ActivityRecording m_recording;
  std::map<std::uint32_t, Launch> m_launches;  ///< by CUPTI correlation id, which grows; the newest only
};

}  // namespace strata::cupti
