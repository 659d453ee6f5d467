#pragma once

#include <functional>
#include <string>
#include <thread>

#include "engine/base/mutex.h"
#include "engine/trace/trace_recorder.h"

namespace strata::inline runtime {

/// Calls `work` every 50 ms on a thread of its own while it lives: what a profiler has collected goes on to the trace.
class ActivityFlush {
 public:
  /// `name` is what the trace calls the thread: "CUPTI flush".
  ActivityFlush(TraceRecorder& recorder, std::string name, std::function<void()> work);
  ~ActivityFlush();

 private:
  void run();

  const std::function<void()> m_work;
  Mutex m_mutex;
  Condition m_wake;
  bool m_stopping STRATA_GUARDED_BY(m_mutex) = false;
  std::thread m_thread;
};

}  // namespace strata::inline runtime
