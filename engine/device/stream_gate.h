#pragma once

#include "engine/base/mutex.h"

namespace strata::inline device {

/// What keeps a stream from beginning until all it shall do is queued, so that the time between two of its events has
/// nothing of the host's. Any thread.
class StreamGate {
 public:
  /// A call that waits for the device before the gate is opened would wait for ever; it waits this long.
  static constexpr Duration kPatience{50'000'000};

  void open() STRATA_EXCLUDES(m_mutex);
  /// Returns once it is open, or when patience ends. Called by the stream.
  void pass() STRATA_EXCLUDES(m_mutex);

 private:
  Mutex m_mutex;
  Condition m_opened;
  bool m_open STRATA_GUARDED_BY(m_mutex) = false;
};

}  // namespace strata::inline device
