#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "engine/trace/trace_recorder.h"

namespace strata {

/// Calls `work` every 50 ms on a thread of its own while it lives: what a profiler has collected goes on to the trace.
class ActivityFlush {
 public:
  /// `name` is what the trace calls the thread: "CUPTI flush".
  ActivityFlush(TraceRecorder& recorder, std::string name, std::function<void()> work);
  ~ActivityFlush();

 private:
  void run();

  std::function<void()> m_work;
  std::mutex m_mutex;
  std::condition_variable m_wake;
  bool m_stopping = false;
  std::thread m_thread;
};

}  // namespace strata
