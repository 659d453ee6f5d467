#pragma once

#include <string_view>

#include "engine/base/result.h"
#include "kernels/operation/access_widths.h"

namespace strata::inline compiler {

/// What is kept (accessWidthsText), less what it says of texts that have changed since it was written.
const AccessWidths& keptWidths();

/// What nvcc makes now of the texts in this program, for the kernels of an operation. No device is needed; Unavailable
/// where the CUDA toolkit is not installed.
Result<AccessWidths> nvccWidths(std::string_view operation);

}  // namespace strata::inline compiler
