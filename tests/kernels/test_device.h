#pragma once

#include <memory>

#include "engine/base/result.h"
#include "engine/device/device.h"

namespace strata {

/// The device that this test binary's kernels were built for.
Result<std::unique_ptr<Device>> openTestDevice();

}  // namespace strata
