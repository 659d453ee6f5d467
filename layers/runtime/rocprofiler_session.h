#pragma once

#include <memory>
#include <optional>

#include "engine/base/mutex.h"
#include "engine/base/result.h"
#include "engine/trace/trace_recorder.h"
#include "layers/runtime/activity_clock.h"
#include "layers/runtime/activity_flush.h"
#include "layers/runtime/activity_session.h"
#include "layers/runtime/rocprofiler_tool.h"
#include "layers/runtime/rocprofiler_trace.h"

namespace strata::rocprofiler {

/// The live rocprofiler-sdk: hands what a Tool collects to a RocprofilerTrace at least every 100 ms, maps its clock,
/// and counts what was lost. One at a time per process. Calls begin and end on any thread; one at a time drains.
class Session final : public ActivitySession {
 public:
  /// To be called once a device is open. Unavailable says why there is nothing to hear, and what is done instead.
  static Result<std::unique_ptr<Session>> start(TraceRecorder& recorder, Tool& tool);
  ~Session() override;

  void callChanges(CallId before, CallId now) override { m_tool.callChanges(before, now); }
  void flush() override;

 private:
  Session(TraceRecorder& recorder, Tool& tool);
  void drain();
  void refreshClock();

  TraceRecorder& m_recorder;
  Tool& m_tool;
  ClockMap m_clock;
  Mutex m_drainMutex;
  RocprofilerTrace m_trace STRATA_GUARDED_BY(m_drainMutex);
  std::optional<ActivityFlush> m_flush;
};

}  // namespace strata::rocprofiler
