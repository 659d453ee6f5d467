#pragma once

#include <functional>

#include "app/cli/signal_pipe.h"

namespace strata::inline cli {

/// While it lives, what asks the program to end ends a wait instead. At most one at a time.
class StopSignal {
 public:
  /// Does it on a thread of its own. False: it was to stop and has not ended, so it has to own what it needs, and the
  /// program must end without waiting for it.
  bool await(std::function<void()> work);

 private:
  SignalPipe m_signals;
};

}  // namespace strata::inline cli
