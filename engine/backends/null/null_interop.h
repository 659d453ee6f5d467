#pragma once

#include <memory>

#include "engine/backends/null/null_stream.h"
#include "engine/device/interop.h"

namespace strata::null {

/// Maps whatever it is given, unless the script refuses. A timeline is a number: a wait for it is reached at once, or
/// never where the script lets it hang.
std::unique_ptr<Interop> makeInterop(std::shared_ptr<NullCore> core);

}  // namespace strata::null
