#include "layers/driver/driver_observer.h"

#include <sys/resource.h>

#include "layers/common/current_call.h"

namespace strata::inline driver {

DriverObserver::DriverObserver(TraceRecorder& recorder)
    : m_recorder(recorder),
      m_names(recorder),
      m_minorFaults(recorder.addCounter("page faults", "count", Storey::Driver)),
      m_majorFaults(recorder.addCounter("page faults from disk", "count", Storey::Driver)),
      m_voluntary(recorder.addCounter("context switches, waiting", "count", Storey::Driver)),
      m_involuntary(recorder.addCounter("context switches, preempted", "count", Storey::Driver)) {}

void DriverObserver::begin(const char* name) {
  m_recorder.begin(Storey::Driver, m_names[name], currentCall());
}

void DriverObserver::end() {
  m_recorder.end();
}

void DriverObserver::sample() {
  rusage usage{};
  if (getrusage(RUSAGE_SELF, &usage) != 0) return;
  m_recorder.counter(m_minorFaults, static_cast<double>(usage.ru_minflt));
  m_recorder.counter(m_majorFaults, static_cast<double>(usage.ru_majflt));
  m_recorder.counter(m_voluntary, static_cast<double>(usage.ru_nvcsw));
  m_recorder.counter(m_involuntary, static_cast<double>(usage.ru_nivcsw));
}

}  // namespace strata::inline driver
