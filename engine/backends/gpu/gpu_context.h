#pragma once

#include "engine/device/device_info.h"
#include "engine/device/device_observer.h"
#include "engine/device/memory_in_use.h"
#include "engine/device/running_work.h"
#include "engine/device/stream_numbers.h"

namespace strata::gpu {

/// What the parts of one open GPU share.
struct GpuContext {
  DeviceInfo info;
  DeviceObserver* observer = nullptr;
  RunningWork running;
  StreamNumbers streamNumbers;
  MemoryInUse memory;
};

}  // namespace strata::gpu
