#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <stop_token>
#include <vector>

#include "engine/base/mutex.h"
#include "engine/protocol/request.h"

namespace strata::inline protocol {

/// Requests on their way from the thread that reads them to the thread that works, and the stop of the one that runs.
/// Waiting -> running (pop) -> forgotten (finished). Any thread; a stop is asked for without the lock, for what hears
/// of it runs at once.
class RequestQueue {
 public:
  /// Queues a request; the ids of waiting requests of the same tag, which it replaces. False `added`: the id is in use
  /// or the queue is closed.
  struct Pushed {
    bool added = false;
    std::vector<std::uint64_t> replaced;
  };
  Pushed push(Request request);

  /// The next request and what stops it; waits for one; nullopt once closed and empty.
  struct Running {
    Request request;
    std::stop_token stop;
  };
  std::optional<Running> pop();
  /// The request popped last is answered.
  void finished();

  /// Removes waiting requests (their ids come back, to be answered) and asks the running one to stop. 0 means all.
  std::vector<std::uint64_t> stop(std::uint64_t id);
  /// Nothing more will come; what waits is still handed out.
  void close();

 private:
  std::vector<std::uint64_t> removeWaiting(const auto& condition) STRATA_REQUIRES(m_mutex);

  Mutex m_mutex;
  Condition m_changed;
  std::deque<Request> m_waiting STRATA_GUARDED_BY(m_mutex);
  std::uint64_t m_runningId STRATA_GUARDED_BY(m_mutex) = 0;
  std::stop_source m_runningStop STRATA_GUARDED_BY(m_mutex);
  bool m_closed STRATA_GUARDED_BY(m_mutex) = false;
};

}  // namespace strata::inline protocol
