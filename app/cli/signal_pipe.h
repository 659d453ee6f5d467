#pragma once

#include <csignal>
#include <iterator>
#include <memory>

#include "engine/base/temporary_file.h"
#include "engine/base/unique_fd.h"

namespace strata::inline cli {

/// While it lives, Ctrl-C, SIGTERM and SIGHUP, where they are not ignored, are bytes in a pipe; what they did before
/// they do again afterwards. At most one at a time.
class SignalPipe {
 public:
  enum class News : char { Signal = 's', Ended = 'e' };
  struct Ends {
    UniqueFd read, write;

    /// Waits for what comes first, a signal or the word that the work has ended.
    News next() const;
    void tellEnded() const;
  };

  SignalPipe();
  ~SignalPipe();
  SignalPipe(const SignalPipe&) = delete;
  SignalPipe& operator=(const SignalPipe&) = delete;

  /// nullptr: there is no pipe, and signals do what they did before.
  const std::shared_ptr<const Ends>& ends() const { return m_ends; }

 private:
  std::shared_ptr<const Ends> m_ends;
  struct sigaction m_before[std::size(kEndingSignals)]{};
};

}  // namespace strata::inline cli
