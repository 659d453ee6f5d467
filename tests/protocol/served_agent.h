#pragma once

#include <string>
#include <thread>

#include "engine/base/unique_fd.h"
#include "engine/protocol/agent_loop.h"
#include "tests/protocol/stream_listener.h"

namespace strata {

/// An agent served on a thread of this process, spoken to through pipes as a viewer would.
class ServedAgent {
 public:
  explicit ServedAgent(AgentParts parts, AgentOptions options = {});
  ~ServedAgent() { finish(); }

  void send(std::string line);
  void closeInput() { m_requests.reset(); }
  /// Closes the input and waits for the agent to leave; its exit status.
  int finish();

  StreamListener stream;

 private:
  void listen();

  AgentParts m_parts;
  UniqueFd m_requests, m_agentIn, m_trace, m_agentOut;
  int m_status = -1;
  std::thread m_listening, m_serving;
};

}  // namespace strata
