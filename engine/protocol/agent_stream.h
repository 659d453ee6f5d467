#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/mutex.h"
#include "engine/protocol/agent_facts.h"
#include "engine/protocol/agent_loop.h"
#include "engine/protocol/request.h"
#include "engine/trace/trace_writer.h"

namespace strata::inline protocol {

/// A run's identity: 32 hex digits, the first eight of them the number that all its ids carry (never 0).
struct RunId {
  std::uint32_t number = 1;
  std::string text;
};
RunId drawRunId();

/// What an agent says, as messages of its trace. Any thread.
class AgentStream {
 public:
  AgentStream(TraceRecorder& recorder, const AgentParts& parts, const AgentOptions& options);

  void hello(const DeviceInfo& device);
  void storeys(const std::vector<StoreyState>& states);
  void answer(const Answer& answer);
  void answer(std::uint64_t id, Answer::Status status, std::string message = {});
  void error(std::uint64_t id, Error error);
  /// As error(); nothing is said after it, though the work that failed may still run and report.
  void lastWord(std::uint64_t id, Error error);
  void post(MessageKind kind, const nlohmann::json& json);
  void post(SessionMessage message);

  bool flush(Duration patience) { return m_writer.flush(patience); }
  void close(Duration patience) { m_writer.close(patience); }
  /// Changes whenever something was recorded.
  std::uint64_t activity() const { return m_recorder.activity(); }

 private:
  TraceRecorder& m_recorder;
  const RunId m_run;
  const std::string m_agent;
  TraceWriter m_writer;
  Mutex m_mutex;  ///< also keeps the order in which messages reach the writer
  bool m_silent STRATA_GUARDED_BY(m_mutex) = false;
};

}  // namespace strata::inline protocol
