#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "engine/trace/trace_recorder.h"
#include "layers/runtime/cupti_types.h"

namespace strata::cupti {

/// What CUPTI cannot know by itself about its records.
struct Context {
  /// The name of an API function, without a version suffix: "cudaLaunchKernel".
  std::function<std::string(CUpti_CallbackDomain, std::uint32_t)> apiName;
  /// CUPTI's clock (ns) on the host's.
  std::function<HostTime(std::uint64_t)> toHostTime;
};

/// What went wrong and is shown, never hidden: each has a counter track from the first one on.
struct Losses {
  std::uint64_t dropped = 0;       ///< records CUPTI had no room for
  std::uint64_t untimed = 0;       ///< device work whose time stamps CUPTI could not collect
  std::uint64_t beforeLaunch = 0;  ///< device work that seems to start before the call that launched it
  std::uint64_t unknown = 0;       ///< records of a kind this build does not read
};

/// Turns activity records into trace events: API calls on the runtime and driver storeys, kernels and copies on the
/// hardware storey, overhead on the tracing-cost lane, allocations as a counter. Knows nothing of the live CUPTI, so
/// hand-made records test it whole. One thread.
class CuptiTrace {
 public:
  CuptiTrace(TraceRecorder& recorder, Context context);

  /// The records of one flush, in any order.
  void add(std::span<const CUpti_Activity* const> records);
  /// CUPTI says that it dropped so many records since the last time.
  void addDropped(std::uint64_t count);
  const Losses& losses() const { return m_losses; }

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
  bool timed(std::uint64_t start, std::uint64_t end);
  void emitWork(QueueId queue, EventKind kind, const std::string& name, std::uint32_t correlation, std::uint64_t start,
                std::uint64_t end);
  void showLosses();
  CallId callOf(std::uint32_t correlation) const;
  QueueId threadTrack(Storey storey, std::uint32_t thread);
  QueueId queue(const std::string& name, TrackKind kind, std::uint32_t number);

  struct Launch {
    CallId call = CallId::None;
    std::uint64_t start = 0;  ///< of the API call; 0 until seen
    bool runtime = false;     ///< the runtime call was seen, so the driver's carries no arrow
  };

  TraceRecorder& m_recorder;
  Context m_context;
  static constexpr std::size_t kLossKinds = 4;
  Losses m_losses, m_shown;
  std::array<CounterId, kLossKinds> m_lossCounters{};
  std::map<std::uint32_t, Launch> m_launches;  ///< by CUPTI correlation id, which grows; the newest only
  std::map<std::pair<Storey, std::uint32_t>, QueueId> m_threads;
  std::map<std::string, QueueId> m_queues;
  QueueId m_cost = QueueId::None;
  CounterId m_deviceBytes = CounterId::None;
  std::int64_t m_bytesInUse = 0;
};

}  // namespace strata::cupti
