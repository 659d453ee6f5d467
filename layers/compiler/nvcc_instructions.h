#pragma once

#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "kernels/operation/line_instructions.h"

namespace strata::inline compiler {

/// The architectures that line_instructions.txt has of NVIDIA; of sm_90a what it has beyond sm_90.
constexpr std::string_view kKeptSms[] = {"sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_90a"};

/// What nvcc makes now of the texts in this program, for the kernels of an operation and an architecture. No device is
/// needed; Unavailable where the CUDA toolkit is not installed.
Result<LineInstructions> nvccInstructions(std::string_view operation, const std::string& target);

/// The instructions by line of a cubin with line numbers (-lineinfo), and what its compiler said of its kernels
/// (-Xptxas -v). For sm_70 up to sm_90a.
LineInstructions cubinInstructions(std::string_view cubin, std::string_view said, const std::string& target);

}  // namespace strata::inline compiler
