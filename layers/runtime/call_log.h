#pragma once

#include <cstdint>
#include <deque>
#include <unordered_map>

#include "engine/base/ids.h"
#include "engine/base/mutex.h"

namespace strata::inline runtime {

/// Which call each thread worked for, and since when, on a profiler's clock: so a profiler's record of an interface
/// call finds the call it was made for by its thread and the time it began. Any thread.
class CallLog {
 public:
  /// From `ticks` on, `thread` works for `call`. Of one thread in order of time.
  void changed(std::uint64_t thread, std::uint64_t ticks, CallId call);
  /// None before the thread's first change, and where too much has changed since to remember.
  CallId at(std::uint64_t thread, std::uint64_t ticks) const;

 private:
  struct Change {
    std::uint64_t ticks;
    CallId call;
  };

  mutable Mutex m_mutex;
  std::unordered_map<std::uint64_t, std::deque<Change>> m_changes STRATA_GUARDED_BY(m_mutex);  ///< by thread
};

}  // namespace strata::inline runtime
