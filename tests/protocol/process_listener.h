#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "engine/protocol/agent_process.h"

namespace strata {

/// What a process said, for tests that wait for it. Never waits longer than a minute.
class ProcessListener {
 public:
  AgentProcess::Handlers handlers();
  AgentProcess::Exit waitForExit();
  bool waitForOutput(std::string_view text);
  std::string output();
  int exits();
  bool outputAfterExit();

 private:
  void heard(std::span<const std::byte> bytes);
  void ended(const AgentProcess::Exit& exit);

  std::mutex m_mutex;
  std::condition_variable m_changed;
  std::string m_output;
  std::optional<AgentProcess::Exit> m_exit;
  int m_exits = 0;
  bool m_outputAfterExit = false;
};

/// Starts a command that must start.
std::unique_ptr<AgentProcess> started(const std::string& command, ProcessListener& listener);

}  // namespace strata
