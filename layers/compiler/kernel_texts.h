#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace strata::inline compiler {

/// A file of the device code, as it was built into this program.
struct KernelText {
  std::string_view path;  ///< in the repository: "kernels/matmul/tiled.cuh"
  std::string_view text;
};

/// Every header and kernel of kernels/, and the lists of kernels (kernels/NAME/NAME_entries.cpp).
std::span<const KernelText> kernelTexts();

/// What a compiler of device code is given for the kernels of an operation: what its list of kernels includes, in that
/// order, without the host's part. Usage if there is no such operation.
Result<std::string> deviceUnit(std::string_view operation);

}  // namespace strata::inline compiler
