#pragma once

#include <cstdint>
#include <vector>

#include "engine/interchange/foreign_trace.h"

namespace strata::inline interchange {

/// Memory of GPUs in use, counted by what was allocated and freed while it was recorded.
class RocpdMemory {
 public:
  void allocated(std::int64_t device, HostTime time, std::int64_t address, std::int64_t bytes) {
    m_changes.push_back({time, address, bytes, device, false});
  }
  /// A release tells the address alone.
  void freed(HostTime time, std::int64_t address) { m_changes.push_back({time, address, 0, 0, true}); }
  /// Adds a counter for each GPU; what was allocated before is not in it.
  void addTo(ForeignTrace& trace, TraceStore& store, std::int64_t pid);

 private:
  struct Change {
    HostTime time;
    std::int64_t address, bytes, device;
    bool frees;
  };

  std::vector<Change> m_changes;
};

}  // namespace strata::inline interchange
