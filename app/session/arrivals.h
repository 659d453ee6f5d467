#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <vector>

#include "engine/protocol/agent_process.h"

namespace strata {

/// Stands between an agent's pipe and who reads what comes out of it: the pipe is emptied at once, so that the agent
/// need not wait, and read on a thread of its own.
class Arrivals {
 public:
  enum class Pace {
    Prompt,    ///< read as it comes
    Yielding,  ///< read on cores that nobody else wants, as far as the system can tell
  };

  /// `read` is called on the thread, in the order of what arrived.
  Arrivals(AgentProcess::Handlers read, Pace pace);
  ~Arrivals();  ///< after the last agent's end was read

  /// For AgentProcess::start. `output` waits only where too much is unread, `exited` until all before it was read.
  AgentProcess::Handlers intake();
  /// All that has arrived is read.
  bool allRead() const;

 private:
  using Piece = std::vector<std::byte>;

  void take(std::span<const std::byte> bytes);
  void take(const AgentProcess::Exit& exit);
  void readAll();

  const AgentProcess::Handlers m_read;
  mutable std::mutex m_mutex;
  std::condition_variable m_changed;
  std::deque<Piece> m_unread;
  std::vector<Piece> m_spare;  ///< their memory is used again
  std::size_t m_unreadBytes = 0;
  std::optional<AgentProcess::Exit> m_exit;
  bool m_stop = false;
  std::thread m_thread;
};

}  // namespace strata
