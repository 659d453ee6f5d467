#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/mutex.h"

namespace strata::inline device {

/// What a device's streams work on, for whoever has to say what hangs or crashed. Any thread.
class RunningWork {
 public:
  /// The stream was given this, or begins it; it replaces what was said of the stream.
  void began(std::uint32_t stream, std::string_view name);
  /// The stream has nothing left to do.
  void ended(std::uint32_t stream);
  void allEnded();
  /// Of the streams that are busy, by number.
  std::vector<std::string> names() const;

 private:
  struct Entry {
    std::uint32_t stream = 0;
    std::string name;
    bool busy = false;
  };

  mutable Mutex m_mutex;
  std::vector<Entry> m_entries
      STRATA_GUARDED_BY(m_mutex);  ///< by stream number; kept, so that a busy device allocates nothing
};

}  // namespace strata::inline device
