#pragma once

#include <array>
#include <cstdint>

#include "engine/device/device_info.h"
#include "engine/device/device_observer.h"
#include "engine/device/memory_kind.h"
#include "engine/device/running_work.h"
#include "engine/device/stream_numbers.h"

namespace strata::gpu {

/// What the parts of one open GPU share.
struct GpuContext {
  DeviceInfo info;
  DeviceObserver* observer = nullptr;
  RunningWork running;
  StreamNumbers streamNumbers;
  std::array<std::uint64_t, 3> bytesInUse{};  ///< by MemoryKind

  void memoryChanged(MemoryKind kind, const void* data, std::int64_t bytes) {
    std::uint64_t& total = bytesInUse[static_cast<std::size_t>(kind)];
    total += static_cast<std::uint64_t>(bytes);
    if (observer) observer->memory(kind, data, bytes, total);
  }
};

}  // namespace strata::gpu
