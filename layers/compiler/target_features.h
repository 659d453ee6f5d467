#pragma once

#include <string_view>

#include "engine/base/result.h"

namespace strata::inline compiler {

/// Of a target of AMD's, such as "gfx90a:sramecc+:xnack-": Usage says what can be written where a feature is no
/// feature, stands twice, has no sign, or the architecture lacks it. AMD's compiler would end the process. An
/// architecture that is newer than this table has any. One without generic addresses (gfx6) is no target of HIP.
Result<void> checkTargetFeatures(std::string_view target);

}  // namespace strata::inline compiler
