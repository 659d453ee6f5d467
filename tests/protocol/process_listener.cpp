#include "tests/protocol/process_listener.h"

#include <gtest/gtest.h>

#include <chrono>

namespace strata {

namespace {

constexpr std::chrono::seconds kLongest{60};

}  // namespace

AgentProcess::Handlers ProcessListener::handlers() {
  AgentProcess::Handlers handlers;
  handlers.output = [this](std::span<const std::byte> bytes) { heard(bytes); };
  handlers.exited = [this](const AgentProcess::Exit& exit) { ended(exit); };
  return handlers;
}

AgentProcess::Exit ProcessListener::waitForExit() {
  std::unique_lock lock(m_mutex);
  m_changed.wait_for(lock, kLongest, [this] { return m_exit.has_value(); });
  return m_exit.value_or(AgentProcess::Exit{false, -1, "no exit within a minute"});
}

bool ProcessListener::waitForOutput(std::string_view text) {
  std::unique_lock lock(m_mutex);
  return m_changed.wait_for(lock, kLongest, [&] { return m_output.find(text) != std::string::npos; });
}

std::string ProcessListener::output() {
  const std::lock_guard lock(m_mutex);
  return m_output;
}

int ProcessListener::exits() {
  const std::lock_guard lock(m_mutex);
  return m_exits;
}

bool ProcessListener::outputAfterExit() {
  const std::lock_guard lock(m_mutex);
  return m_outputAfterExit;
}

void ProcessListener::heard(std::span<const std::byte> bytes) {
  const std::lock_guard lock(m_mutex);
  m_output.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  m_outputAfterExit = m_outputAfterExit || m_exits > 0;
  m_changed.notify_all();
}

void ProcessListener::ended(const AgentProcess::Exit& exit) {
  const std::lock_guard lock(m_mutex);
  m_exit = exit;
  ++m_exits;
  m_changed.notify_all();
}

std::unique_ptr<AgentProcess> started(const std::string& command, ProcessListener& listener) {
  auto process = AgentProcess::start(command, listener.handlers());
  EXPECT_TRUE(process.ok());
  return process.ok() ? std::move(process).value() : nullptr;
}

}  // namespace strata
