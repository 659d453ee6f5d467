#pragma once

#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "engine/base/mutex.h"
#include "engine/protocol/agent_process.h"
#include "engine/protocol/child_process.h"
#include "engine/protocol/exit_watch.h"
#include "engine/protocol/text_tail.h"

namespace strata::inline protocol {

/// The I/O thread of an AgentProcess and what it shares with the methods, which any thread calls. Handlers are called
/// without the mutex.
struct AgentProcess::Impl {
  Impl(Child started, UniqueFd wakeReadEnd, UniqueFd wakeWriteEnd, Handlers toCall);
  ~Impl();

  Result<void> queue(std::string_view line);
  void closeInput();
  void signal(int number);
  bool waitForEnd(Duration patience) STRATA_EXCLUDES(m_mutex);
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
  void finish() STRATA_EXCLUDES(m_mutex);
  void drain();
  Exit reap();
  std::optional<std::span<const std::byte>> readSome(UniqueFd& fd);

  // The I/O thread's.
  const Handlers m_handlers;
  UniqueFd m_output, m_error, m_wakeRead;
  TextTail m_words;
  std::vector<std::byte> m_buffer;

  const UniqueFd m_wakeWrite;
  Mutex m_mutex;
  Condition m_changed;
  UniqueFd m_input STRATA_GUARDED_BY(m_mutex);
  std::string m_outgoing STRATA_GUARDED_BY(m_mutex);
  bool m_closeWhenSent STRATA_GUARDED_BY(m_mutex) = false;
  bool m_reaped STRATA_GUARDED_BY(m_mutex) = false;
  bool m_abandoned STRATA_GUARDED_BY(m_mutex) = false;
  bool m_ended STRATA_GUARDED_BY(m_mutex) = false;     ///< nothing more to send to, `exited` is being told
  bool m_finished STRATA_GUARDED_BY(m_mutex) = false;  ///< `exited` has been told

  ExitWatch m_exitWatch;
  std::thread m_thread;

  friend class AgentProcess;
};

}  // namespace strata::inline protocol
