#pragma once

#include <sys/types.h>

#include <atomic>
#include <memory>
#include <thread>

#include "engine/base/unique_fd.h"

namespace strata::inline protocol {

/// Tells when a child has ended, without taking its status: until it is reaped its number belongs to nobody else.
class ExitWatch {
 public:
  /// Writes one byte to (its own copy of) `wakeFd` when the child has ended.
  ExitWatch(pid_t pid, int wakeFd);
  /// Waits for the child; if it was abandoned, leaves that (and reaping it) to a thread that goes on alone.
  ~ExitWatch();

  bool ended() const { return m_state->ended; }
  void abandon();

 private:
  struct State {
    pid_t pid = -1;
    UniqueFd wake;
    std::atomic<bool> ended{false}, abandoned{false};
  };
  static void watch(const std::shared_ptr<State>& state);

  std::shared_ptr<State> m_state;
  std::thread m_thread;
};

}  // namespace strata::inline protocol
