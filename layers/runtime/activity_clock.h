#pragma once

#include <cstdint>
#include <functional>

#include "engine/base/mutex.h"
#include "engine/base/time.h"

namespace strata::inline runtime {

/// Maps a profiler's clock (ns) to the host's CLOCK_MONOTONIC: the offset of the tightest of several bracketed
/// readings, taken again now and then so that clocks which are steered apart stay together. Any thread.
class ClockMap {
 public:
  explicit ClockMap(std::function<std::uint64_t()> read);

  void refresh();
  HostTime toHostTime(std::uint64_t ticks) const;
  /// Half the width of the bracket in use, plus how far the offset moved at the last refresh.
  Duration error() const;

 private:
  const std::function<std::uint64_t()> m_read;
  mutable Mutex m_mutex;
  std::int64_t m_offset STRATA_GUARDED_BY(m_mutex) = 0;
  std::int64_t m_error STRATA_GUARDED_BY(m_mutex) = 0;
  bool m_known STRATA_GUARDED_BY(m_mutex) = false;
};

}  // namespace strata::inline runtime
