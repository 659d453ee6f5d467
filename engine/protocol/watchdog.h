#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "engine/base/time.h"

namespace strata {

/// Watches work that could hang: a device call that never returns cannot be interrupted, only be told about.
/// Idle -> watching (begin) -> idle (end), or once: hung, when nothing moved for the limit. All of it only once
/// started.
class Watchdog {
 public:
  struct Parts {
    Duration limit;                                ///< silence of work that counts as hung
    std::function<std::uint64_t()> activity;       ///< any change is a sign of life; called from the watchdog's thread
    std::function<void()> tick;                    ///< called about every 50 ms; may be empty
    std::function<void(const std::string&)> hung;  ///< told what was begun; called once
  };
  explicit Watchdog(Parts parts);
  ~Watchdog();  ///< stop()

  void start();
  void stop();  ///< waits for a `tick` or `hung` that is under way

  void begin(std::string what);
  void end();
  /// What was begun and has not ended; empty for nothing.
  std::string watched();
  /// Work shall leave soon: from now on the limit is at most this, counted from the first call (or from a later
  /// `begin`), and activity is no sign of life any more.
  void hurry(Duration limit);

 private:
  void watch();
  bool silentTooLong(Duration sinceLastLook);

  const Parts m_parts;
  std::mutex m_mutex;
  std::condition_variable m_changed;
  std::string m_what;
  Duration m_limit, m_silence{0};
  std::uint64_t m_lastActivity = 0;
  bool m_watching = false, m_quit = false, m_told = false, m_hurried = false;
  std::thread m_thread;
};

}  // namespace strata
