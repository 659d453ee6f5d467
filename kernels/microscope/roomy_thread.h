#pragma once

#include <functional>
#include <thread>

#include "engine/base/mutex.h"

namespace strata::inline microscope {

/// A thread of the size that the system gives: for work that needs more stack than a GPU thread's fiber has. It begins
/// with the first work and is kept, for in an agent each new thread has the shared memory of all kernels to clear.
class RoomyThread {
 public:
  /// Returns when `work` is done. Any thread; one's work after the other's.
  void run(const std::function<void()>& work) STRATA_EXCLUDES(m_turn);

 private:
  void serve(const std::stop_token& end);

  Mutex m_turn;  ///< of who asks
  Mutex m_mutex;
  Condition m_changed;
  const std::function<void()>* m_work STRATA_GUARDED_BY(m_mutex) = nullptr;  ///< not done yet
  std::jthread m_thread;
};

}  // namespace strata::inline microscope
