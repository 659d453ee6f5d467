#pragma once

#include <condition_variable>
#include <mutex>
#include <stop_token>

#include "engine/base/time.h"

// The rules of threads as clang checks them (`./dev gates locks`); other compilers see nothing.
#if defined(__clang__)
#define STRATA_THREAD_RULE(rule) __attribute__((rule))
#else
#define STRATA_THREAD_RULE(rule)
#endif

/// Behind a variable: it is read and written by who holds the mutex.
#define STRATA_GUARDED_BY(mutex) STRATA_THREAD_RULE(guarded_by(mutex))
/// Behind a function: its callers hold the mutex.
#define STRATA_REQUIRES(mutex) STRATA_THREAD_RULE(requires_capability(mutex))
/// Behind a function: its callers do not hold the mutex, for it takes it or waits for somebody who does.
#define STRATA_EXCLUDES(mutex) STRATA_THREAD_RULE(locks_excluded(mutex))

namespace strata::inline base {

/// Guards what names it in STRATA_GUARDED_BY; taken by a Lock.
class STRATA_THREAD_RULE(capability("mutex")) Mutex {
  friend class Lock;
  std::mutex m_mutex;
};

/// Holds a mutex while it lives. It may let go of it for a while: unlock(), then lock().
class STRATA_THREAD_RULE(scoped_lockable) Lock {
 public:
  explicit Lock(Mutex& mutex) STRATA_THREAD_RULE(acquire_capability(mutex)) : m_lock(mutex.m_mutex) {}
  ~Lock() STRATA_THREAD_RULE(release_capability()) = default;
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

  void lock() STRATA_THREAD_RULE(acquire_capability()) { m_lock.lock(); }
  void unlock() STRATA_THREAD_RULE(release_capability()) { m_lock.unlock(); }

 private:
  friend class Condition;
  std::unique_lock<std::mutex> m_lock;
};

/// Where threads wait until another has changed something under the mutex. Waiting lets go of the mutex and takes it
/// again, and may end for no reason, so it stands in a loop that asks for what it waits for:
///
///   while (m_queue.empty()) m_changed.wait(lock);
///
/// There is no way to give it that question as a lambda: clang reads one as a function that holds no mutex.
class Condition {
 public:
  void notifyOne() { m_changed.notify_one(); }
  void notifyAll() { m_changed.notify_all(); }

  void wait(Lock& lock) { m_changed.wait(lock.m_lock); }
  /// Ends at that time, too: false from then on.
  bool waitUntil(Lock& lock, HostTime end);
  /// Ends when a stop is asked for, too: false from then on.
  bool wait(Lock& lock, const std::stop_token& stop);
  bool waitUntil(Lock& lock, HostTime end, const std::stop_token& stop);

 private:
  std::condition_variable_any m_changed;  ///< the kind that hears of stops
};

}  // namespace strata::inline base
