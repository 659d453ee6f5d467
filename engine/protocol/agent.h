#pragma once

#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/protocol/agent_faults.h"
#include "engine/protocol/agent_loop.h"
#include "engine/protocol/agent_stream.h"
#include "engine/protocol/process_waits.h"
#include "engine/protocol/progress_gate.h"
#include "engine/protocol/request_queue.h"
#include "engine/protocol/request_reader.h"
#include "engine/protocol/watchdog.h"

namespace strata::inline protocol {

/// An agent at work: a reader thread takes requests, the thread that calls `serve` opens the device and runs them one
/// by one, a watchdog ends the process when the work hangs.
class Agent {
 public:
  Agent(AgentParts& parts, const AgentOptions& options);

  /// Says hello, serves until end of input, says farewell. Returns the exit status.
  int serve();
  /// Says hello and what is here, then leaves.
  int probe();

 private:
  void greet(ProbeDepth depth);
  void openDevice();
  void sayHello();
  void farewell();
  int status() const { return m_available ? m_errorStatus.load() : kUnavailableStatus; }

  // Reader thread.
  void readRequests();
  void leaveInput(RequestReader::Outcome how);
  void take(const std::string& line);
  void takeWork(Request request);
  Result<Request> prepared(Request request) const;
  void stop(const Request& request);

  // Work thread.
  void work();
  void carryOut(const RequestQueue::Running& running);
  Result<void> run(const Request& request, std::stop_token stop);
  Result<void> fetch(const Request& request);
  void postResult(const Request& request, const RunResult& result);
  void progress(std::uint64_t id, std::string_view message, double fraction);

  // Watchdog's thread.
  void tick();
  [[noreturn]] void hung(const std::string& what);
  void crash(const Crash& crash);
  AgentMoment moment(std::string what);

  /// Answers with an error, and tells of it where nobody is attached. Any thread.
  void fail(std::uint64_t id, const Error& error);
  /// While nobody is attached: a line on standard error, and the exit status.
  void tellUnattached(std::uint64_t id, const Error& error);

  /// Says the error of what runs, and stops what waits.
  void lastWords(const Error& error);
  /// Those, and the end of the process: its device cannot be used any more.
  [[noreturn]] void die(const Error& error);

  /// Stops what runs and waits; it has `patience` to come to an end.
  void leave(Duration patience);

  static constexpr int kUnavailableStatus = 3;

  AgentParts& m_parts;
  const AgentOptions m_options;
  /// Room for what a small model that writes quickly leaves between two drains: some 1000 records a token.
  TraceRecorder m_recorder{RecorderOptions{.recordsPerThread = std::size_t{1} << (m_options.holdEvents ? 21 : 18),
                                           .enabled = m_options.trace}};
  bool m_available = false;
  Error m_unavailable;  ///< why there is no device
  WorkControl m_control;
  std::unique_ptr<Device> m_device;
  std::atomic<const Device*> m_opened{nullptr};  ///< m_device while it is whole, for the watchdog's thread
  std::atomic<bool> m_greeted{false};
  std::shared_ptr<void> m_observation;
  std::vector<StoreyState> m_storeys;
  std::unique_ptr<AgentStream> m_stream;
  ProgressGate m_progress;
  RequestQueue m_queue;
  Workload* m_lastRun = nullptr;
  std::uint64_t m_lastRunId = 0;  ///< of its request
  std::atomic<bool> m_attached{false};
  std::atomic<int> m_errorStatus{0};  ///< of the first request that ended in an Error while nobody was attached
  std::atomic<std::uint64_t> m_beats{0};
  std::atomic<std::uint64_t> m_runningId{0};
  std::atomic<bool> m_leaving{false};
  ProcessWaits m_waits{::getpid()};  ///< for the watchdog's thread
  Watchdog m_watchdog;
};

}  // namespace strata::inline protocol
