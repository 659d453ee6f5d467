#pragma once

#include "app/facts/view_state.h"

namespace strata {

/// What compilers made of the sample's naive step (sampleLadder) for two targets: PTX and SASS for "sm_90", AMDGCN for
/// "gfx90a".
CompiledSight sampleCompiled();

}  // namespace strata
