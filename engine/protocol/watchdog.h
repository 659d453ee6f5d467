#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <thread>

#include "engine/base/mutex.h"
#include "engine/base/time.h"
#include "engine/protocol/silence.h"

namespace strata::inline protocol {

/// Watches work that could hang: a device call that never returns cannot be interrupted, only be told about.
/// Idle -> watching (begin) -> idle (end), or once: hung, when nothing moved for the limit. All of it only once
/// started. start() and stop() are for one thread, the rest for any; what it calls, it calls on its own.
class Watchdog {
 public:
  struct Parts {
    Duration limit;                                ///< silence of work that counts as hung
    std::function<std::uint64_t()> activity;       ///< any change is a sign of life; asked under the watchdog's lock
    std::function<void()> tick;                    ///< called about every 50 ms; may be empty
    std::function<void(const std::string&)> hung;  ///< told what was begun; called once
    /// For how long of such a time the machine held the work up; asked once silence is long, under the watchdog's lock.
    /// Empty: nothing ever does.
    std::function<Duration(Duration between)> heldUp = {};
  };
  explicit Watchdog(Parts parts);
  ~Watchdog();  ///< stop()

  void start();
  void stop() STRATA_EXCLUDES(m_mutex);  ///< waits for a `tick` or `hung` that is under way

  void begin(std::string what);
  void end();
  /// What was begun and has not ended; empty for nothing.
  std::string watched();
  /// How long there was no sign of life by now.
  Silence silence();
  /// Work shall leave soon: from now on the limit is at most this, counted from the first call (or from a later
  /// `begin`), activity is no sign of life any more, and that the machine is busy no excuse.
  void hurry(Duration limit);

 private:
  void watch();
  void growSilence(Duration by) STRATA_REQUIRES(m_mutex);
  bool silentTooLong(Duration sinceLastLook) STRATA_REQUIRES(m_mutex);

  const Parts m_parts;
  Mutex m_mutex;
  Condition m_changed;
  std::string m_what STRATA_GUARDED_BY(m_mutex);
  Duration m_limit STRATA_GUARDED_BY(m_mutex);
  Silence m_silence STRATA_GUARDED_BY(m_mutex);
  std::uint64_t m_lastActivity STRATA_GUARDED_BY(m_mutex) = 0;
  bool m_watching STRATA_GUARDED_BY(m_mutex) = false;
  bool m_quit STRATA_GUARDED_BY(m_mutex) = false;
  bool m_told STRATA_GUARDED_BY(m_mutex) = false;
  bool m_hurried STRATA_GUARDED_BY(m_mutex) = false;
  std::thread m_thread;
};

}  // namespace strata::inline protocol
