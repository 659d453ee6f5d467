#pragma once

#include <functional>
#include <optional>
#include <thread>

#include "engine/base/mutex.h"
#include "engine/base/time.h"

namespace strata::inline workloads {

/// Tells every 100 ms, from a thread of its own, how far a long piece of work should be, as long as it is asked to. The
/// thread begins with the first work and is kept, for in an agent each new thread has the shared memory of all kernels
/// to clear. Any thread may ask; one at a time.
class LifeSigns {
 public:
  struct Work {
    HostTime begin;
    Duration expected;
    Duration patience;  ///< silence when so much has passed
  };
  using Tell = std::function<void(double part)>;  ///< of the expected time that has passed; less than 1

  explicit LifeSigns(Tell tell) : m_tell(std::move(tell)) {}

  /// From now on it tells of `work`, or nothing. Returns what it told of before; of that nothing comes any more.
  std::optional<Work> tellOf(std::optional<Work> work) STRATA_EXCLUDES(m_mutex);

 private:
  void serve(const std::stop_token& end);

  const Tell m_tell;
  Mutex m_mutex;
  Condition m_changed;
  std::optional<Work> m_work STRATA_GUARDED_BY(m_mutex);
  HostTime m_next STRATA_GUARDED_BY(m_mutex);
  std::jthread m_thread;
};

}  // namespace strata::inline workloads
