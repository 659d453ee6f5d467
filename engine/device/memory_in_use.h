#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/base/mutex.h"
#include "engine/device/device_observer.h"
#include "engine/device/memory_kind.h"

namespace strata::inline device {

/// Counts a device's memory by kind and tells an observer, in the order in which it counts. Any thread.
class MemoryInUse {
 public:
  /// The piece at `data` was taken (positive) or is about to be given back: afterwards another may have its address.
  void changed(MemoryKind kind, const void* data, std::int64_t bytes, DeviceObserver* observer) {
    const Lock lock(m_mutex);
    std::uint64_t& total = m_bytes[static_cast<std::size_t>(kind)];
    total += static_cast<std::uint64_t>(bytes);
    if (observer) observer->memory(kind, data, bytes, total);
  }

 private:
  Mutex m_mutex;
  std::array<std::uint64_t, 3> m_bytes STRATA_GUARDED_BY(m_mutex){};
};

}  // namespace strata::inline device
