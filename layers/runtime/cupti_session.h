#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/mutex.h"
#include "engine/base/result.h"
#include "engine/trace/trace_recorder.h"
#include "layers/runtime/activity_clock.h"
#include "layers/runtime/activity_flush.h"
#include "layers/runtime/activity_session.h"
#include "layers/runtime/call_log.h"
#include "layers/runtime/cupti_api.h"
#include "layers/runtime/cupti_trace.h"

namespace strata::cupti {

/// An API function as people write it: "cudaLaunchKernel" of CUPTI's "cudaLaunchKernel_v7000".
std::string apiName(std::string_view name);

/// The live CUPTI: subscribes before the first CUDA call, collects activity in buffers, hands them to a CuptiTrace at
/// least every 100 ms, and counts what was lost. One per process. Calls begin and end, and buffers are filled, on any
/// thread; one at a time drains.
class Session final : public ActivitySession {
 public:
  /// Unavailable or Unsupported says why (not installed, another profiler holds it, driver too old, permission) and
  /// what is done instead.
  static Result<std::unique_ptr<Session>> start(TraceRecorder& recorder);
  ~Session() override;

  void callChanges(CallId before, CallId now) override;
  void flush() override;
  const Api& api() const { return *m_api; }

 private:
  Session(TraceRecorder& recorder, std::unique_ptr<Api> api);
  Result<void> subscribe();
  Result<void> enable();
  void drain();
  void refreshClock();
  std::uint64_t ticks() const;  ///< on CUPTI's clock
  static void CUPTIAPI bufferRequested(std::uint8_t** buffer, std::size_t* size, std::size_t* maxRecords);
  static void CUPTIAPI bufferCompleted(CUcontext, std::uint32_t, std::uint8_t* buffer, std::size_t size,
                                       std::size_t valid);

  struct Filled {
    std::uint8_t* data = nullptr;
    std::size_t valid = 0;
  };

  TraceRecorder& m_recorder;
  std::unique_ptr<Api> m_api;
  CUpti_SubscriberHandle m_subscriber{};
  ClockMap m_clock;
  CallLog m_calls;
  Mutex m_drainMutex;  ///< taken before m_mutex
  CuptiTrace m_trace STRATA_GUARDED_BY(m_drainMutex);
  Mutex m_mutex;
  std::vector<Filled> m_filled STRATA_GUARDED_BY(m_mutex);
  std::optional<ActivityFlush> m_flush;
};

}  // namespace strata::cupti
