#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/device/device.h"
#include "engine/protocol/workload.h"
#include "engine/trace/trace_recorder.h"
#include "engine/trace/trace_snapshot.h"
#include "layers/runtime/stack_observer.h"

namespace strata::test {

/// Writes what was recorded and reads it back.
std::shared_ptr<const TraceSnapshot> readRecorded(TraceRecorder& recorder);

/// A device with the storeys listening, and everything a workload says, as a viewer would read it back.
class RecordedSession {
 public:
  explicit RecordedSession(std::unique_ptr<Device> device);
  ~RecordedSession();

  Device& device() { return *m_device; }
  TraceRecorder& recorder() { return m_recorder; }
  std::stop_source& stop() { return m_stop; }
  /// Told of each progress; to stop a run at a chosen moment.
  std::function<void(std::string_view)> onProgress;

  Result<void> run(Workload& workload, const std::string& requestLine);
  const std::vector<RunResult>& results() const { return m_results; }
  const std::vector<SessionMessage>& posted() const { return m_posted; }
  const std::vector<double>& fractions() const { return m_fractions; }

  /// Writes what was recorded and reads it back.
  std::shared_ptr<const TraceSnapshot> read() { return readRecorded(m_recorder); }

 private:
  TraceRecorder m_recorder;
  StackObserver m_observer;
  std::unique_ptr<Device> m_device;
  std::stop_source m_stop;
  std::vector<RunResult> m_results;
  std::vector<SessionMessage> m_posted;
  std::vector<double> m_fractions;
};

/// All finished events for which `wanted` holds, in order of track.
std::vector<TraceEvent> eventsWhere(const TraceSnapshot& snapshot,
                                    const std::function<bool(const TraceEvent&)>& wanted);

}  // namespace strata::test
