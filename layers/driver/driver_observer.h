#pragma once

#include <cstdint>

#include "engine/trace/trace_recorder.h"
#include "layers/common/static_names.h"

namespace strata::inline driver {

/// The driver storey: each call below the runtime as a slice, and what the operating system counts for this process.
class DriverObserver {
 public:
  explicit DriverObserver(TraceRecorder& recorder);

  /// `name` has static storage.
  void begin(const char* name);
  void end();

  /// Reads page faults and context switches since the process started into their counters (getrusage). Any thread.
  void sample();

 private:
  TraceRecorder& m_recorder;
  StaticNames m_names;
  CounterId m_minorFaults, m_majorFaults, m_voluntary, m_involuntary;
};

}  // namespace strata::inline driver
