#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "engine/protocol/agent_process.h"
#include "engine/protocol/child_process.h"
#include "engine/protocol/exit_watch.h"
#include "engine/protocol/text_tail.h"

namespace strata {

/// The I/O thread of an AgentProcess and what it shares with the methods.
struct AgentProcess::Impl {
  Impl(Child started, UniqueFd wakeReadEnd, UniqueFd wakeWriteEnd, Handlers toCall);
  ~Impl();

  Result<void> queue(std::string_view line);
  void closeInput();
  void signal(int number);
  bool waitForEnd(Duration patience);
  void abandon();
  void wake();

  const pid_t pid;

 private:
  // I/O thread.
  void loop();
  void waitForNews();
  void takeOutput();
  void takeWords();
  void giveInput();
  void finish();
  void drain();
  Exit reap();
  std::optional<std::span<const std::byte>> readSome(UniqueFd& fd);

  const Handlers m_handlers;
  UniqueFd m_output, m_error, m_wakeRead, m_wakeWrite;
  TextTail m_words;
  std::vector<std::byte> m_buffer;

  std::mutex m_mutex;
  std::condition_variable m_changed;
  UniqueFd m_input;
  std::string m_outgoing;
  bool m_closeWhenSent = false, m_reaped = false, m_abandoned = false;
  bool m_ended = false;     ///< nothing more to send to, `exited` is being told
  bool m_finished = false;  ///< `exited` has been told

  ExitWatch m_exitWatch;
  std::thread m_thread;

  friend class AgentProcess;
};

}  // namespace strata
