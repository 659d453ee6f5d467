#pragma once

#include <csignal>
#include <functional>
#include <memory>

namespace strata::inline cli {

/// While it lives, Ctrl-C and SIGTERM end a wait and not the program; what they did before they do again afterwards.
/// At most one at a time.
class StopSignal {
 public:
  StopSignal();
  ~StopSignal();
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;

  /// Does it on a thread of its own. False: it was to stop and has not ended, so it has to own what it needs, and the
  /// program must end without waiting for it.
  bool await(std::function<void()> work);

 private:
  struct Pipe;

  std::shared_ptr<Pipe> m_pipe;
  struct sigaction m_before[2]{};
};

}  // namespace strata::inline cli
