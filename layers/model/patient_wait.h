#pragma once

#include "engine/device/device.h"
#include "layers/model/run_progress.h"

namespace strata {

/// Synchronizes the stream. What is expected to take long is first looked after without blocking, with signs of life to
/// `progress`, until `mark` is reached or ten times as long as expected has passed: after that, silence, so that
/// whoever watches for hung devices can do so.
Result<void> waitPatiently(Stream& stream, Event& mark, Duration expected, const RunProgress& progress);

}  // namespace strata
