#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <span>
#include <thread>
#include <vector>

#include "engine/base/mutex.h"
#include "engine/protocol/agent_process.h"

namespace strata::inline session {

/// Stands between an agent's pipe and who reads what comes out of it: the pipe is emptied at once, so that the agent
/// need not wait, and read on a thread of its own. intake() is for one agent at a time, allRead() for any thread;
/// `read` is called without the lock.
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
  mutable Mutex m_mutex;
  Condition m_changed;
  std::deque<Piece> m_unread STRATA_GUARDED_BY(m_mutex);
  std::vector<Piece> m_spare STRATA_GUARDED_BY(m_mutex);  ///< their memory is used again
  std::size_t m_unreadBytes STRATA_GUARDED_BY(m_mutex) = 0;
  std::optional<AgentProcess::Exit> m_exit STRATA_GUARDED_BY(m_mutex);
  bool m_stop STRATA_GUARDED_BY(m_mutex) = false;
  std::thread m_thread;
};

}  // namespace strata::inline session
