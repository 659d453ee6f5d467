#pragma once

#include <sys/types.h>

#include <map>
#include <string>

#include "engine/base/time.h"
#include "engine/protocol/silence.h"

namespace strata::inline protocol {

/// Watches for how long a process, with all that it started, is held up. One thread.
class ProcessWaits {
 public:
  /// Reads /proc under `root`.
  explicit ProcessWaits(pid_t process, std::string root = {}) : m_process(process), m_root(std::move(root)) {}

  /// For how long of the last `between` it was, if it was looked at when that began; the calling thread does not count.
  /// 0 where Linux does not tell, or it is gone.
  Duration heldUp(Duration between);

 private:
  using Looks = std::map<pid_t, ThreadLook>;
  void look(pid_t process, Looks& looks, int depth) const;

  const pid_t m_process;
  const std::string m_root;
  Looks m_last;
  HostTime m_lastLook;
};

}  // namespace strata::inline protocol
