#pragma once

#include <memory>

#include "engine/base/result.h"
#include "engine/device/device.h"

namespace strata::inline backends {

/// Opens GPU `index` of the vendor this binary was built for. Unavailable says what is missing: no device, no driver, a
/// driver older than the runtime, no permission; and what to do about it.
///
/// With an observer set, every runtime call is reported as Strata itself made it, and kernels and copies are timed by
/// events (about half a microsecond of resolution): the fallback for where the vendor's profiler is not to be had.
Result<std::unique_ptr<Device>> openGpuDevice(int index);

}  // namespace strata::inline backends
