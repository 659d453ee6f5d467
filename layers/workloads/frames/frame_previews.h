#pragma once

#include "layers/workloads/frames/field_painter.h"

namespace strata::inline workloads {

/// The frames of an agent that no window shares memory with: computed as ever, and now and then the field's numbers go
/// with the trace, ten times a second at most. The result says so; it has no time from kernel to picture.
Result<RunResult> previewFrames(const FramesRequest& asked, const Routines& routines, WorkContext& context);

}  // namespace strata::inline workloads
