#include "tests/protocol/served_agent.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <utility>

namespace strata {

ServedAgent::ServedAgent(AgentParts parts, AgentOptions options) : m_parts(std::move(parts)) {
  int requests[2], trace[2];
  EXPECT_EQ(::pipe2(requests, O_CLOEXEC), 0);
  EXPECT_EQ(::pipe2(trace, O_CLOEXEC), 0);
  m_agentIn.reset(requests[0]);
  m_requests.reset(requests[1]);
  m_trace.reset(trace[0]);
  m_agentOut.reset(trace[1]);
  options.inputFd = m_agentIn.get();
  options.outputFd = m_agentOut.get();
  m_listening = std::thread([this] { listen(); });
  m_serving = std::thread([this, options] {
    m_status = serveAgent(m_parts, options);
    m_agentOut.reset();
  });
}

void ServedAgent::send(std::string line) {
  line += '\n';
  EXPECT_EQ(::write(m_requests.get(), line.data(), line.size()), static_cast<ssize_t>(line.size()));
}

int ServedAgent::finish() {
  closeInput();
  if (m_serving.joinable()) m_serving.join();
  if (m_listening.joinable()) m_listening.join();
  return m_status;
}

void ServedAgent::listen() {
  std::array<std::byte, 4096> bytes;
  ssize_t count = 0;
  while ((count = ::read(m_trace.get(), bytes.data(), bytes.size())) > 0)
    stream.feed(std::span(bytes).first(static_cast<std::size_t>(count)));
  stream.finish();
}

}  // namespace strata
