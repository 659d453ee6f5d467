#pragma once

#include <string>

#include "app/facts/view_state.h"

namespace strata::inline facts {

/// What a picture of speeds has to say beside them: "Matrix product 512×512×512, fp32 · AMD EPYC, 2 cores · median of
/// 9 · Strata 0.1.0". Of speeds that were not measured here, neither the device nor the repeats.
std::string figureCaption(const ViewState& state);

}  // namespace strata::inline facts
